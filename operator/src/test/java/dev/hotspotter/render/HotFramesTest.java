package dev.hotspotter.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.Event;
import dev.hotspotter.plan.HotList;
import dev.hotspotter.plan.HotList.HotFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HotFramesTest {

  /** What a notifier's recording looks like: the JDK's MD5 stub below an application frame, the compiler, the kernel. */
  private static final String NOTIFIER =
      """
      java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[i];sun.security.provider.MD5.implCompress_[i];md5_implCompress 60
      java.lang.Thread.run_[0];shop.Notifier.send_[j];shop.Message.uniqueId_[1] 5
      java.lang.Thread.run_[0];shop.Notifier.send_[0];java.io.FileOutputStream.write_[j];write;entry_SYSCALL_64_[k] 25
      start_thread;JavaThread::thread_main_inner;C2 Runtime new_array;GLXGC_InitFBConfig.isra.0 10
      """;

  @TempDir Path folder;

  @Test
  void what_the_jdk_and_native_code_do_counts_for_the_innermost_application_frame() throws Exception {
    assertThat(hot(NOTIFIER).application())
        .containsExactly(new HotFrame("shop.Message.uniqueId", 65, 65), new HotFrame("shop.Notifier.send", 25, 25));
  }

  @Test
  void self_is_the_innermost_frame_of_any_kind_without_its_mark() throws Exception {
    assertThat(hot(NOTIFIER).self())
        .containsExactly(
            new HotFrame("md5_implCompress", 60, 60),
            new HotFrame("entry_SYSCALL_64", 25, 25),
            new HotFrame("GLXGC_InitFBConfig.isra.0", 10, 10),
            new HotFrame("shop.Message.uniqueId", 5, 5));
  }

  @Test
  void stacks_without_an_application_frame_count_in_the_total() throws Exception {
    assertThat(hot(NOTIFIER).samples()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"_[0]", "_[j]", "_[i]", "_[1]"})
  void a_java_frame_is_the_same_however_it_ran(String mark) throws Exception {
    assertThat(hot("shop.A.a_[j] 1\nshop.A.a" + mark + " 1\n").application()).containsExactly(new HotFrame("shop.A.a", 2, 100));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"java.util.List.of", "javax.crypto.Mac.doFinal", "jdk.internal.misc.Unsafe.park", "sun.nio.ch.Net.poll", "com.sun.net.A.a"})
  void the_jdk_is_not_the_application(String frame) throws Exception {
    assertThat(hot("shop.A.a_[j];" + frame + "_[j] 1\n").application()).containsExactly(new HotFrame("shop.A.a", 1, 100));
  }

  @ParameterizedTest
  @ValueSource(strings = {"javassist.A.a", "jdkextras.A.a", "sunny.A.a", "com.sunshine.A.a", "Main.main"})
  void names_that_only_look_like_the_jdk_are_the_application(String frame) throws Exception {
    assertThat(hot("shop.A.a_[j];" + frame + "_[j] 1\n").application()).containsExactly(new HotFrame(frame, 1, 100));
  }

  @Test
  void the_list_over_many_files_is_that_of_their_sum() throws Exception {
    var twice = hot(NOTIFIER + NOTIFIER);

    assertThat(HotFrames.of(List.of(file(NOTIFIER), file(NOTIFIER)), Event.CPU)).isEqualTo(twice);
    assertThat(twice.samples()).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLOC", "LOCK"})
  void the_class_of_an_object_is_not_an_application_frame(Event event) throws Exception {
    var stacks =
        """
        shop.Notifier.send_[j];shop.Message.<init>_[j];byte[]_[i] 70
        shop.Notifier.send_[j];java.util.ArrayList.add_[j];shop.Message_[k] 30
        """;

    var hot = HotFrames.of(List.of(file(stacks)), event);

    assertThat(hot.application())
        .containsExactly(new HotFrame("shop.Message.<init>", 70, 70), new HotFrame("shop.Notifier.send", 30, 30));
    assertThat(hot.self()).containsExactly(new HotFrame("byte[]", 70, 70), new HotFrame("shop.Message", 30, 30));
  }

  @Test
  void twenty_frames_are_listed_the_hottest_first_and_equals_by_name() throws Exception {
    var stacks = IntStream.rangeClosed(1, 30).mapToObj("shop.A.m%02d_[j]"::formatted).map(f -> f + " 7\n").collect(Collectors.joining());

    assertThat(hot(stacks + "shop.A.z_[j] 8\n").application())
        .hasSize(20)
        .extracting(HotFrame::frame)
        .startsWith("shop.A.z", "shop.A.m01", "shop.A.m02")
        .endsWith("shop.A.m19");
  }

  @Test
  void a_recording_without_samples_has_an_empty_list() throws Exception {
    assertThat(hot("")).isEqualTo(new HotList(0, List.of(), List.of()));
  }

  private HotList hot(String stacks) throws Exception {
    return HotFrames.of(List.of(file(stacks)), Event.CPU);
  }

  private Path file(String stacks) throws Exception {
    return Files.writeString(Files.createTempFile(folder, "stacks", ".collapsed"), stacks);
  }
}
