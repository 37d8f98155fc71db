package dev.hotspotter.render.process;

import dev.hotspotter.render.OutgrownException;

/** A piece of work for the threads that render. It is begun anew with a more patient renderer when the first has too little for it. */
@FunctionalInterface
public interface RenderWork {

  /** What is to be done with the result; it is not done when the work was called off meanwhile, or begins anew. */
  Runnable run(Renderer renderer) throws OutgrownException;
}
