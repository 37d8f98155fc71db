package dev.hotspotter.render.stacks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The nesting of calls of one thread; the recorded time of a call includes its nested calls. */
public final class NestedCalls {

  private static final int NONE = -1;

  private final int[] callers;
  private final long[] own;

  /** A call, in any unit of time. Its end is exact; its duration may be slightly too long. */
  record Call(int thread, long end, long duration, Place place) {

    private long begin() {
      return end - duration;
    }

    /**
     * The middle of the call. Unlike the begin, it lies only within calls that enclose this one.
     */
    private long middle() {
      return end - duration / 2;
    }
  }

  /**
   * The place of a call on a stack.
   *
   * @param callers the traced methods farther out on the stack
   * @param cutOff whether the stack was too deep to have its outermost frames
   */
  record Place(long method, Set<Long> callers, boolean cutOff) {

    private boolean isWithin(Place other) {
      return cutOff || callers.contains(other.method);
    }

    private boolean isOutermost() {
      return !cutOff && callers.isEmpty();
    }
  }

  private NestedCalls(int calls) {
    callers = new int[calls];
    own = new long[calls];
    Arrays.fill(callers, NONE);
  }

  /**
   * Finds the caller of each call. Time alone is not enough: virtual threads of one carrier share
   * its number. So a nested call must also have the caller's method on its stack. Two calls by the
   * same caller must not overlap.
   */
  static NestedCalls of(List<Call> calls) {
    var nested = new NestedCalls(calls.size());
    var begunBefore = calls.stream().mapToLong(Call::end).toArray();
    var around = new ArrayList<Integer>();
    var thread = NONE;
    for (var i : lastEndedFirst(calls)) {
      var call = calls.get(i);
      if (call.thread != thread) {
        thread = call.thread;
        around.clear();
      }
      while (!around.isEmpty() && calls.get(around.getLast()).begin() > call.middle()) {
        around.removeLast();
      }
      nested.callers[i] =
          call.place.isOutermost() ? NONE : caller(call, calls, around, begunBefore);
      if (nested.callers[i] != NONE) {
        begunBefore[nested.callers[i]] = call.begin();
      }
      around.add(i);
    }
    nested.addUp(calls);
    return nested;
  }

  private static int[] lastEndedFirst(List<Call> calls) {
    return IntStream.range(0, calls.size())
        .boxed()
        .sorted(Comparator.comparingInt((Integer i) -> calls.get(i).thread)
            .thenComparing(
                Comparator.comparingLong((Integer i) -> calls.get(i).end).reversed())
            .thenComparingLong(i -> calls.get(i).begin()))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /**
   * The innermost enclosing call; begunBefore is the begin of the earliest known callee of each
   * call.
   */
  private static int caller(Call call, List<Call> calls, List<Integer> around, long[] begunBefore) {
    for (var i : around.reversed()) {
      var other = calls.get(i);
      if (other.begin() <= call.middle()
          && call.middle() <= begunBefore[i]
          && call.place.isWithin(other.place)) {
        return i;
      }
    }
    return NONE;
  }

  private void addUp(List<Call> calls) {
    for (var i = 0; i < own.length; i++) {
      own[i] += calls.get(i).duration;
      if (callers[i] != NONE) {
        own[callers[i]] -= calls.get(i).duration;
      }
    }
  }

  /** The call's duration minus those of its nested calls. */
  long own(int call) {
    return Math.max(0, own[call]);
  }

  /** Whether no enclosing call has the same name as this call. */
  public boolean isOutermost(int call, IntFunction<String> names) {
    var name = names.apply(call);
    for (var caller = callers[call]; caller != NONE; caller = callers[caller]) {
      if (name.equals(names.apply(caller))) {
        return false;
      }
    }
    return true;
  }
}
