package dev.hotspotter.render.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.report.answers.HotList;
import dev.hotspotter.report.answers.HotList.HotFrame;
import dev.hotspotter.testing.StackFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HotFramesTest {

  /**
   * A notifier's stacks: the JDK's MD5 stub below an application frame, the compiler, the kernel.
   */
  private static final String NOTIFIER = """
      java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[i];\
      sun.security.provider.MD5.implCompress_[i];md5_implCompress 60
      java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[1] 5
      java.lang.Thread.run_[0];shop.Notifier.send_[0];java.io.FileOutputStream.write_[j];write;entry_SYSCALL_64_[k] 25
      start_thread;JavaThread::thread_main_inner;C2 Runtime new_array;GLXGC_InitFBConfig.isra.0 10
      """;

  @TempDir
  Path folder;

  @Test
  void what_the_jdk_and_native_code_do_counts_for_the_innermost_application_frame()
      throws Exception {
    assertThat(frames(hot(NOTIFIER).application()))
        .containsExactly(
            tuple("shop.Message.uniqueId", 65L, 65.0), tuple("shop.Notifier.send", 25L, 25.0));
  }

  @Test
  void self_is_the_innermost_frame_of_any_kind_without_its_mark() throws Exception {
    assertThat(frames(hot(NOTIFIER).self()))
        .containsExactly(
            tuple("md5_implCompress", 60L, 60.0),
            tuple("entry_SYSCALL_64", 25L, 25.0),
            tuple("GLXGC_InitFBConfig.isra.0", 10L, 10.0),
            tuple("shop.Message.uniqueId", 5L, 5.0));
  }

  @Test
  void stacks_without_an_application_frame_count_in_the_total() throws Exception {
    assertThat(hot(NOTIFIER).samples()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"_[0]", "_[j]", "_[i]", "_[1]"})
  void a_java_frame_is_the_same_however_it_ran(String mark) throws Exception {
    assertThat(frames(hot("shop.A.a_[j] 1\nshop.A.a" + mark + " 1\n").application()))
        .containsExactly(tuple("shop.A.a", 2L, 100.0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.util.List.of",
        "javax.crypto.Mac.doFinal",
        "jdk.internal.misc.Unsafe.park",
        "sun.nio.ch.Net.poll",
        "com.sun.net.A.a"
      })
  void the_jdk_is_not_the_application(String frame) throws Exception {
    assertThat(frames(hot("shop.A.a_[j];" + frame + "_[j] 1\n").application()))
        .containsExactly(tuple("shop.A.a", 1L, 100.0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"javaspace.A.a", "jdkextras.A.a", "sunny.A.a", "com.sunshine.A.a", "Main.main"})
  void names_that_only_look_like_the_jdk_are_the_application(String frame) throws Exception {
    assertThat(frames(hot("shop.A.a_[j];" + frame + "_[j] 1\n").application()))
        .containsExactly(tuple(frame, 1L, 100.0));
  }

  @Test
  void the_list_over_many_files_is_that_of_their_sum() throws Exception {
    var twice = hot(NOTIFIER + NOTIFIER);

    assertThat(StackFiles.hot(Event.CPU, file(NOTIFIER), file(NOTIFIER))).isEqualTo(twice);
    assertThat(twice.samples()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLOC", "LOCK"})
  void the_class_of_an_object_is_not_an_application_frame(Event event) throws Exception {
    var stacks = """
        shop.Notifier.send_[j];shop.Message.<init>_[j];byte[]_[i] 70
        shop.Notifier.send_[j];java.util.ArrayList.add_[j];shop.Message_[k] 30
        """;

    var hot = StackFiles.hot(event, file(stacks));

    assertThat(frames(hot.application()))
        .containsExactly(
            tuple("shop.Message.<init>", 70L, 70.0), tuple("shop.Notifier.send", 30L, 30.0));
    assertThat(frames(hot.self()))
        .containsExactly(tuple("byte[]", 70L, 70.0), tuple("shop.Message", 30L, 30.0));
  }

  @Test
  void twenty_frames_are_listed_the_hottest_first_and_equals_by_name() throws Exception {
    var stacks = IntStream.rangeClosed(1, 30)
        .mapToObj("shop.A.m%02d_[j]"::formatted)
        .map(f -> f + " 7\n")
        .collect(Collectors.joining());

    assertThat(hot(stacks + "shop.A.z_[j] 8\n").application())
        .hasSize(20)
        .extracting(HotFrame::frame)
        .startsWith("shop.A.z", "shop.A.m01", "shop.A.m02")
        .endsWith("shop.A.m19");
  }

  @Test
  void
      what_a_framework_does_counts_for_the_application_that_called_it_and_not_for_one_it_calls_elsewhere()
          throws Exception {
    var stacks = """
        org.apache.catalina.core.StandardWrapper.service_[0];shop.Cart.save_[j];\
        org.hibernate.Session.flush_[j];java.util.HashMap.get_[j] 70
        io.netty.channel.nio.NioEventLoop.run_[0];io.netty.handler.ssl.SslHandler.wrap_[j] 30
        """;

    assertThat(frames(hot(stacks).application()))
        .containsExactly(tuple("shop.Cart.save", 70L, 70.0));
  }

  @Test
  void the_path_is_that_of_the_most_samples_over_all_files_and_has_no_marks() throws Exception {
    var a = file(
        "shop.Main.main_[0];shop.Cart.total_[j];shop.Price.of_[i];md5 30\nshop.Job.run_[0];shop.Price.of_[j] 40\n");
    var b = file("shop.Main.main_[j];shop.Cart.total_[1];shop.Price.of_[j] 20\n");

    var hot = StackFiles.hot(Event.CPU, a, b);

    assertThat(hot.application().getFirst().path())
        .containsExactly("shop.Main.main", "shop.Cart.total", "shop.Price.of");
    assertThat(hot.self().getFirst())
        .isEqualTo(new HotFrame(
            "shop.Price.of", 60, 100.0 * 60 / 90, List.of("shop.Job.run", "shop.Price.of")));
  }

  @Test
  void the_path_of_a_deep_stack_is_its_end() throws Exception {
    var stack = IntStream.range(0, 400)
        .mapToObj("shop.A.m%d_[j]"::formatted)
        .collect(Collectors.joining(";"));

    assertThat(hot(stack + " 1\n").self().getFirst().path())
        .hasSize(16)
        .startsWith("shop.A.m384")
        .endsWith("shop.A.m399");
  }

  @Test
  void many_paths_to_one_frame_take_no_more_memory_than_some_and_the_heaviest_is_found()
      throws Exception {
    var stacks = IntStream.range(0, 5_000)
        .mapToObj(i -> "shop.A.m%d_[j];shop.A.hot_[j] %d\n".formatted(i, i == 4_321 ? 9 : 1));

    assertThat(hot(stacks.collect(Collectors.joining())).self().getFirst().path())
        .containsExactly("shop.A.m4321", "shop.A.hot");
  }

  @Test
  void a_recording_without_samples_has_an_empty_list() throws Exception {
    assertThat(hot("")).isEqualTo(new HotList(0, List.of(), List.of()));
  }

  private HotList hot(String stacks) throws Exception {
    return StackFiles.hot(Event.CPU, file(stacks));
  }

  private static List<Tuple> frames(List<HotFrame> frames) {
    return frames.stream().map(f -> tuple(f.frame(), f.samples(), f.percent())).toList();
  }

  private Path file(String stacks) throws Exception {
    return Files.writeString(Files.createTempFile(folder, "stacks", ".collapsed"), stacks);
  }
}
