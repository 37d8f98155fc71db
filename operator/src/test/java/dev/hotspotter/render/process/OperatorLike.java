package dev.hotspotter.render.process;

import com.sun.management.OperatingSystemMXBean;
import dev.hotspotter.api.spec.Event;
import dev.hotspotter.api.spec.EventSpec;
import dev.hotspotter.api.spec.Format;
import dev.hotspotter.api.spec.RecordingBuilder;
import dev.hotspotter.render.BadRecordingException;
import dev.hotspotter.render.QuickLimitException;
import dev.hotspotter.render.stacks.RootedStacks;
import dev.hotspotter.render.tasks.MergeEvent;
import dev.hotspotter.render.tasks.RenderRecording;
import dev.hotspotter.render.tasks.RenderTask;
import dev.hotspotter.report.answers.ApplicationCode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * Fills its heap like an operator with very many jobs. Meanwhile it renders all recordings and
 * merges all stacks of a folder, each for its own namespace. It prints a line with the outcome of
 * each.
 */
final class OperatorLike {

  private static final List<byte[]> JOBS = new ArrayList<>();

  private OperatorLike() {}

  public static void main(String[] args) throws Exception {
    var machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var heap = Runtime.getRuntime().maxMemory();
    var budget = RenderBudget.of(1, machine.getTotalMemorySize(), heap, 4L << 30);
    System.out.printf(
        "memory %d MiB, heap %d MiB, %s%n", machine.getTotalMemorySize() >> 20, heap >> 20, budget);
    fill(heap * 85 / 100);
    try (var pool = new RenderPool(1, budget);
        var files = Files.list(Path.of(args[0]))) {
      var inputs = files.sorted().toList();
      var left = new CountDownLatch(inputs.size());
      for (var input : inputs) {
        pool.submit(input.getFileName().toString(), input.toString(), renderer -> {
          var end = end(renderer, input);
          return () -> {
            System.out.println(input.getFileName() + ": " + end);
            left.countDown();
          };
        });
      }
      left.await();
    }
  }

  private static void fill(long bytes) {
    for (long filled = 0; filled < bytes; filled += 1 << 20) {
      JOBS.add(new byte[1 << 20]);
    }
  }

  private static String end(Renderer renderer, Path input) throws QuickLimitException {
    try {
      var folder = Files.createTempDirectory("operator-like");
      renderer.run(task(input, folder), renderer.limits().disk());
      return "rendered";
    } catch (BadRecordingException | IOException e) {
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
  }

  static RenderTask<?> task(Path input, Path folder) {
    var code = new ApplicationCode(Set.of(), Set.of());
    if (input.toString().endsWith(".collapsed")) {
      var member = new MergeEvent.Member("pod", "app", new RootedStacks(input, null));
      return new MergeEvent(
          Event.CPU,
          List.of(member),
          code,
          "merged",
          folder.resolve("merged.html"),
          folder.resolve("merged.collapsed"),
          null);
    }
    var cpu = RecordingBuilder.builder()
        .duration("60s")
        .events(List.of(EventSpec.of(Event.CPU)))
        .kernelStacks(false)
        .build();
    return new RenderRecording(
        input, cpu, List.of(Format.FLAMEGRAPH, Format.COLLAPSED), code, "pod/app", folder);
  }
}
