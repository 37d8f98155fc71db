package dev.hotspotter.e2e;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A process of a container under its pid on this machine, which sees all processes of the node. */
record NodeProcess(long pid) {

  /** All of a container, oldest first; the container's id is in the name of its cgroup. */
  static List<NodeProcess> of(ContainerStatus container) throws IOException {
    var id = container.getContainerID().replaceFirst(".*/", "");
    try (var processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(p -> p.getFileName().toString().matches("[0-9]+")
              && read(p.resolve("cgroup")).contains(id))
          .map(p -> new NodeProcess(Long.parseLong(p.getFileName().toString())))
          .sorted((a, b) -> Long.compare(a.pid, b.pid))
          .toList();
    }
  }

  Set<String> temporaryFiles() throws IOException {
    var tmp = path("root/tmp");
    try (var files = Files.walk(tmp)) {
      return files
          .filter(f -> !f.equals(tmp))
          .map(f -> tmp.relativize(f).toString())
          .collect(Collectors.toSet());
    }
  }

  /**
   * The files that the sidecar may leave: the attach socket, and the library in a folder with a
   * versioned name. JVMs bring their own hsperfdata.
   */
  static boolean mayStay(String temporaryFile) {
    return temporaryFile.matches(
        "\\.java_pid\\d+|hotspotter-[0-9a-z.-]+(/libasyncProfiler\\.so)?|hsperfdata_[^/]*(/\\d+)?");
  }

  /** The number of loaded copies of the sidecar's library, of any version. */
  int copies() {
    return mappings("hotspotter-[^/]+/libasyncProfiler\\.so");
  }

  boolean isJvm() {
    return mappings("libjvm\\.so") > 0;
  }

  /** Each copy of a library has one mapping that can be executed. */
  private int mappings(String library) {
    var executable = Pattern.compile(" r-xp .*/" + library).asPredicate();
    return (int) read(path("maps")).lines().filter(executable).count();
  }

  /** The arguments, joined with blanks. */
  String commandLine() {
    return read(path("cmdline")).replace('\0', ' ').strip();
  }

  /** async-profiler's CPU sampling by ctimer holds a POSIX timer for each thread. */
  boolean isProfiled() {
    return !read(path("timers")).isBlank();
  }

  /** A number that /proc/PID/status states, such as VmRSS in kB. */
  long status(String field) {
    return read(path("status"))
        .lines()
        .filter(line -> line.startsWith(field + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow(() -> new AssertionError("process %d has ended".formatted(pid)));
  }

  /** Zombies included. */
  long children() {
    return ProcessHandle.of(pid).orElseThrow().children().count();
  }

  /** The number of descriptors for each file, and for each kind of nameless ones. */
  Map<String, Long> openFiles() throws IOException {
    try (var descriptors = Files.list(path("fd"))) {
      return descriptors.collect(Collectors.groupingBy(NodeProcess::target, Collectors.counting()));
    }
  }

  /** The node's daemon of that name, such as kubelet. */
  static NodeProcess daemon(String name) throws IOException {
    var node = Files.readString(Path.of("/run/hotspotter/node")).split(" ")[0];
    return ProcessHandle.of(Long.parseLong(node))
        .orElseThrow()
        .children()
        .map(child -> new NodeProcess(child.pid()))
        .filter(child -> Path.of(child.commandLine().split(" ")[0]).endsWith(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " does not run"));
  }

  void kill() {
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  /** Sends a signal, such as STOP; a process that has ended meanwhile needs none. */
  void signal(String name) throws IOException, InterruptedException {
    if (ProcessHandle.of(pid).isPresent()) {
      Cluster.run("sh", "-c", "kill -%s %d || [ ! -d /proc/%d ]".formatted(name, pid, pid));
    }
  }

  /** When it started, in clock ticks since the machine's boot: a pid's next process has another. */
  long started() {
    return statistic(22);
  }

  /** The CPU time that it has taken, in clock ticks. */
  long cpuTicks() {
    return statistic(14) + statistic(15);
  }

  /** A field of /proc/PID/stat, as man 5 proc counts them; 0 if the process has ended. */
  private long statistic(int field) {
    var stat = read(path("stat"));
    return stat.isEmpty()
        ? 0
        : Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[field - 3]);
  }

  /**
   * Fills its container's memory from outside, until the kernel kills the container's process. That
   * one goes first, because the kubelet raises its score.
   */
  void exhaustMemory(long megabytes) throws IOException, InterruptedException {
    Cluster.run(
        "sh",
        "-c",
        "echo $$ >%s && head -c %dM /dev/zero | tail | wc -c"
            .formatted(memoryCgroup().resolve("cgroup.procs"), megabytes));
  }

  /** A file in the process's own file system. */
  Path file(String absolute) {
    return path("root" + absolute);
  }

  /** Creates an empty file in the process's file system that the process may delete. */
  void giveFile(String absolute) throws IOException {
    var file = Files.createFile(file(absolute));
    Files.setAttribute(file, "unix:uid", id("uid"));
  }

  /** The number of files and sockets that it may have open, as /proc/PID/limits states it. */
  String descriptorLimit() {
    return read(path("limits"))
        .lines()
        .filter(line -> line.startsWith("Max open files"))
        .map(line -> line.split(" {2,}")[1])
        .findFirst()
        .orElseThrow(() -> new AssertionError("process %d has ended".formatted(pid)));
  }

  /** Sets that number; open ones stay open. The same user may do that, root only with a capability. */
  void limitDescriptors(String limit) throws IOException, InterruptedException {
    Cluster.run(
        "setpriv",
        "--reuid=" + id("uid"),
        "--regid=" + id("gid"),
        "--clear-groups",
        "prlimit",
        "--pid=" + pid,
        "--nofile=%s:".formatted(limit));
  }

  private Object id(String kind) throws IOException {
    return Files.getAttribute(path(""), "unix:" + kind);
  }

  private Path memoryCgroup() {
    return read(path("cgroup"))
        .lines()
        .map(line -> line.split(":", 3))
        .filter(parts -> parts[1].equals("memory") || parts[1].isEmpty())
        .map(parts ->
            Path.of(parts[1].isEmpty() ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory", parts[2]))
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(() -> new AssertionError("process %d has ended".formatted(pid)));
  }

  private Path path(String name) {
    return Path.of("/proc", Long.toString(pid), name);
  }

  /** Sockets and pipes are told by their kind alone: their numbers change. */
  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().replaceFirst(":\\[\\d+]", "");
    } catch (IOException e) {
      return "closed meanwhile";
    }
  }

  /** Empty for a process that has ended meanwhile. */
  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
