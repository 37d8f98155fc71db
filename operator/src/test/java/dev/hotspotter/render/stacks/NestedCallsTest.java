package dev.hotspotter.render.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.render.stacks.NestedCalls.Call;
import dev.hotspotter.render.stacks.NestedCalls.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NestedCallsTest {

  private static final long FIND = 1;
  private static final long SAVE = 2;

  @Test
  void an_overload_within_a_call_leaves_it_what_is_its_own() {
    var nested = NestedCalls.of(List.of(call(1, 90, 70, FIND, FIND), call(1, 100, 100, FIND)));

    assertThat(own(nested, 2)).containsExactly(70, 30);
    assertThat(outermost(nested, "find", "find")).containsExactly(false, true);
  }

  @Test
  void another_method_within_a_call_is_the_outermost_of_its_own_name() {
    var nested = NestedCalls.of(
        List.of(call(1, 50, 20, SAVE, FIND), call(1, 90, 20, SAVE, FIND), call(1, 100, 100, FIND)));

    assertThat(own(nested, 3)).containsExactly(20, 20, 60);
    assertThat(outermost(nested, "save", "save", "find")).containsExactly(true, true, true);
  }

  @Test
  void of_two_methods_that_call_each_other_the_outermost_counts_of_each() {
    var nested = NestedCalls.of(List.of(
        call(1, 70, 20, FIND, SAVE, FIND), call(1, 80, 50, SAVE, FIND), call(1, 100, 100, FIND)));

    assertThat(own(nested, 3)).containsExactly(20, 30, 50);
    assertThat(outermost(nested, "find", "save", "find")).containsExactly(false, true, true);
  }

  @Test
  void other_threads_and_later_calls_are_nobodys_callees() {
    var nested = NestedCalls.of(
        List.of(call(1, 100, 100, FIND), call(2, 90, 70, FIND), call(1, 150, 50, FIND)));

    assertThat(own(nested, 3)).containsExactly(100, 70, 50);
    assertThat(outermost(nested, "find", "find", "find")).containsExactly(true, true, true);
  }

  @Test
  void a_call_whose_caller_was_not_recorded_is_the_outermost_one_that_was() {
    var nested = NestedCalls.of(List.of(call(1, 50, 20, FIND, FIND), call(1, 90, 20, FIND, FIND)));

    assertThat(own(nested, 2)).containsExactly(20, 20);
    assertThat(outermost(nested, "find", "find")).containsExactly(true, true);
  }

  @Test
  void virtual_threads_on_one_carrier_do_not_call_each_other() {
    var nested = NestedCalls.of(
        List.of(call(1, 100, 100, FIND), call(1, 90, 80, FIND), call(1, 110, 60, FIND)));

    assertThat(own(nested, 3)).containsExactly(100, 80, 60);
  }

  @Test
  void virtual_threads_that_wait_at_the_same_time_each_have_a_callee_of_their_own() {
    var nested = NestedCalls.of(List.of(
        call(1, 99, 90, SAVE, FIND),
        call(1, 100, 96, FIND),
        call(1, 98, 88, SAVE, FIND),
        call(1, 101, 98, FIND)));

    assertThat(LongStream.of(own(nested, 4)).sum()).isEqualTo(96 + 98);
  }

  @Test
  void where_the_stack_is_cut_off_time_alone_decides() {
    var inner = new Call(1, 90, 70, new Place(FIND, Set.of(), true));
    var nested = NestedCalls.of(List.of(inner, call(1, 100, 100, FIND)));

    assertThat(own(nested, 2)).containsExactly(70, 30);
  }

  static List<Long> seeds() {
    return LongStream.range(0, 300).boxed().toList();
  }

  /**
   * The order of the written calls does not matter, and neither does a late clock at their begin.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void calls_are_nested_as_they_were_made(long seed) {
    var random = new Random(seed);
    var made = new ArrayList<Made>();
    for (var thread = 0; thread < 3; thread++) {
      long now = random.nextInt(1_000);
      for (var i = random.nextInt(20); i > 0; i--) {
        now = make(made, thread, null, 6, now, random) + random.nextInt(1_000);
      }
    }
    made.removeIf(call -> !call.recorded);
    Collections.shuffle(made, random);

    var nested = NestedCalls.of(made.stream().map(Made::call).toList());

    for (var i = 0; i < made.size(); i++) {
      assertThat(nested.isOutermost(i, call -> "m" + made.get(call).method))
          .as("%s", made.get(i))
          .isEqualTo(made.get(i).isOutermost());
    }
    var outermost = made.stream()
        .filter(call -> call.recordedCaller() == null)
        .mapToLong(call -> call.duration)
        .sum();
    assertThat(LongStream.of(own(nested, made.size())).sum()).isEqualTo(outermost);
  }

  /**
   * One call of a simulation. At least 200 of its time are its own, and the clock was at most 50
   * late.
   */
  private static final class Made {

    private final int thread;
    private final long method;
    private final Made caller;
    private final boolean recorded;
    private long end;
    private long duration;

    private Made(int thread, long method, Made caller, boolean recorded) {
      this.thread = thread;
      this.method = method;
      this.caller = caller;
      this.recorded = recorded;
    }

    private Call call() {
      var callers = new HashSet<Long>();
      for (var c = caller; c != null; c = c.caller) {
        callers.add(c.method);
      }
      return new Call(thread, end, duration, new Place(method, callers, false));
    }

    private Made recordedCaller() {
      return caller == null || caller.recorded ? caller : caller.recordedCaller();
    }

    private boolean isOutermost() {
      for (var c = recordedCaller(); c != null; c = c.recordedCaller()) {
        if (c.method == method) {
          return false;
        }
      }
      return true;
    }
  }

  /** Makes a call with its nested calls, and returns its end. */
  private static long make(
      List<Made> made, int thread, Made caller, int levels, long begin, Random random) {
    var call = new Made(thread, random.nextInt(4), caller, random.nextInt(5) > 0);
    long now = begin + 100 + random.nextInt(100);
    for (var i = random.nextInt(1 + Math.min(levels, 3)); i > 0; i--) {
      now = make(made, thread, call, levels - 1, now, random) + random.nextInt(100);
    }
    call.end = now + 100 + random.nextInt(100);
    call.duration = call.end - begin + random.nextInt(50);
    made.add(call);
    return call.end;
  }

  private static Call call(int thread, long end, long duration, long method, Long... callers) {
    return new Call(thread, end, duration, new Place(method, Set.of(callers), false));
  }

  private static long[] own(NestedCalls nested, int calls) {
    return IntStream.range(0, calls).mapToLong(nested::own).toArray();
  }

  private static List<Boolean> outermost(NestedCalls nested, String... names) {
    return IntStream.range(0, names.length)
        .mapToObj(i -> nested.isOutermost(i, call -> names[call]))
        .toList();
  }
}
