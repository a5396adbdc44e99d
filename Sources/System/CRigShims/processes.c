#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CRigShims.h"

int rig_set_nonblocking(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

static void no_delay(int fd) {
  int one = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

static void keep_alive(int fd) {
  int one = 1, idle = 60, interval = 10, count = 6;
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
  setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}

static int connect_within(const struct addrinfo *to, int timeout_ms) {
  int fd = socket(to->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, to->ai_protocol);
  if (fd < 0) return -errno;
  if (connect(fd, to->ai_addr, to->ai_addrlen) == 0) return fd;
  int error = errno;
  if (error == EINPROGRESS) {
    struct pollfd poll_fd = {.fd = fd, .events = POLLOUT};
    socklen_t size = sizeof error;
    int ready;
    do {
      ready = poll(&poll_fd, 1, timeout_ms);
    } while (ready < 0 && errno == EINTR);
    if (ready == 0) {
      error = ETIMEDOUT;
    } else if (ready < 0) {
      error = errno;
    } else if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) < 0) {
      error = errno;
    }
    if (error == 0) return fd;
  }
  close(fd);
  return -error;
}

int rig_tcp_connect(const char *host, const char *port, int timeout_ms) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
  int code = getaddrinfo(host, port, &hints, &found);
  if (code != 0) return -10000 - (code < 0 ? -code : code);
  int result = -EADDRNOTAVAIL;
  for (struct addrinfo *at = found; at != NULL; at = at->ai_next) {
    result = connect_within(at, timeout_ms);
    if (result >= 0) break;
  }
  freeaddrinfo(found);
  if (result >= 0) no_delay(result);
  return result;
}

const char *rig_gai_text(int code) { return gai_strerror(-code); }

int rig_tcp_listen(const char *address, uint16_t port, uint16_t *bound) {
  char text[8];
  snprintf(text, sizeof text, "%u", port);
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICHOST};
  struct addrinfo *found = NULL;
  int code = getaddrinfo(address, text, &hints, &found);
  if (code != 0) return -10000 - (code < 0 ? -code : code);
  int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  int one = 1;
  if (fd >= 0) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  int failed = fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen) < 0 || listen(fd, 1024) < 0;
  int error = errno;
  freeaddrinfo(found);
  struct sockaddr_storage local;
  socklen_t size = sizeof local;
  if (!failed && getsockname(fd, (struct sockaddr *)&local, &size) < 0) {
    failed = 1;
    error = errno;
  }
  if (failed) {
    if (fd >= 0) close(fd);
    return -error;
  }
  *bound = ntohs(local.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&local)->sin6_port
                                             : ((struct sockaddr_in *)&local)->sin_port);
  return fd;
}

int rig_tcp_accept(int fd) {
  int accepted = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (accepted < 0) return -errno;
  no_delay(accepted);
  keep_alive(accepted);
  return accepted;
}

int rig_udp_to_loopback(uint16_t port) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -errno;
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(fd, (struct sockaddr *)&to, sizeof to) == 0) return fd;
  int error = errno;
  close(fd);
  return -error;
}

int rig_spare_descriptor(void) {
  int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int64_t rig_raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
  if (limit.rlim_cur < limit.rlim_max) {
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) < 0) limit.rlim_cur = before;
  }
  return limit.rlim_cur > INT64_MAX ? INT64_MAX : (int64_t)limit.rlim_cur;
}

int rig_spawn_shell(const char *command, const char *directory, int *to_child, int *from_child, pid_t *pid) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) < 0) return -errno;
  if (pipe2(out, O_CLOEXEC) < 0) {
    int error = errno;
    close(in[0]);
    close(in[1]);
    return -error;
  }
  pid_t child = fork();
  if (child == 0) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    setpgid(0, 0);
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    if (directory != NULL && directory[0] != '\0' && chdir(directory) < 0) _exit(126);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
  }
  int error = errno;
  close(in[0]);
  close(out[1]);
  if (child < 0) {
    close(in[1]);
    close(out[0]);
    return -error;
  }
  setpgid(child, child);
  rig_set_nonblocking(in[1]);
  rig_set_nonblocking(out[0]);
  *to_child = in[1];
  *from_child = out[0];
  *pid = child;
  return 0;
}

int rig_end_group(pid_t pid, int grace_ms) {
  kill(-pid, SIGTERM);
  int status = 0;
  for (int waited = 0;; waited++) {
    pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid) break;
    if (ended < 0 && errno != EINTR) return -errno;
    if (waited == grace_ms) kill(-pid, SIGKILL);
    struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
  }
  kill(-pid, SIGKILL);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int rig_wait_process(pid_t pid, int timeout_ms) {
  for (int waited = 0;; waited++) {
    int status = 0;
    pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (ended < 0 && errno != EINTR) return -errno;
    if (waited >= timeout_ms) return -ETIMEDOUT;
    struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
  }
}

static sigset_t handled(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  sigaddset(&set, SIGUSR1);
  return set;
}

void rig_signals_block(void) {
  sigset_t set = handled();
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  signal(SIGPIPE, SIG_IGN);
}

int rig_signals_wait(void) {
  sigset_t set = handled();
  int number = 0;
  while (sigwait(&set, &number) != 0) {
  }
  return number;
}

struct start {
  rig_thread_body body;
  void *context;
};

static void *run_thread(void *raw) {
  struct start start = *(struct start *)raw;
  free(raw);
  start.body(start.context);
  return NULL;
}

int rig_thread_start(const char *name, rig_thread_body body, void *context, pthread_t *thread) {
  struct start *start = malloc(sizeof *start);
  if (start == NULL) return -ENOMEM;
  start->body = body;
  start->context = context;
  int error = pthread_create(thread, NULL, run_thread, start);
  if (error != 0) {
    free(start);
    return -error;
  }
  char short_name[16];
  snprintf(short_name, sizeof short_name, "%s", name);
  pthread_setname_np(*thread, short_name);
  return 0;
}

uintptr_t rig_thread_self(void) { return (uintptr_t)pthread_self(); }

int rig_thread_id(void) { return gettid(); }

int rig_open_read(const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int rig_thread_waits_open(pid_t process, int thread) {
  char path[64];
  if (process == 0) {
    snprintf(path, sizeof path, "/proc/self/task/%d/schedstat", thread);
  } else {
    snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", process, thread);
  }
  return rig_open_read(path);
}

// The beginning of a file that the kernel writes anew for each read: false where there is none.
static bool read_start(int fd, char *text, size_t capacity) {
  ssize_t length = fd < 0 ? -1 : pread(fd, text, capacity - 1, 0);
  if (length <= 0) return false;
  text[length] = '\0';
  return true;
}

int64_t rig_thread_waited_ns(int fd) {
  char text[96];
  // Time on a processor, time without one, turns.
  int64_t waited = -1;
  if (!read_start(fd, text, sizeof text) || sscanf(text, "%*u %" SCNd64, &waited) != 1) return -1;
  return waited;
}

int64_t rig_machine_waited_ns(int fd) {
  char text[128];
  if (!read_start(fd, text, sizeof text)) return -1;
  // some avg10=0.00 avg60=0.00 avg300=0.00 total=0
  const char *total = strstr(text, "total=");
  int64_t microseconds = -1;
  if (total == NULL || sscanf(total, "total=%" SCNd64, &microseconds) != 1) return -1;
  return microseconds < 0 ? -1 : microseconds * 1000;
}

double rig_crowding(int fd) {
  char text[96];
  if (!read_start(fd, text, sizeof text)) return 0;
  // Three averages, then those that run and all: 0.20 0.18 0.12 1/80 11206
  const char *slash = strchr(text, '/');
  if (slash == NULL) return 0;
  while (slash > text && slash[-1] != ' ') slash--;
  int running = 0;
  if (sscanf(slash, "%d/", &running) != 1) return 0;
  // glibc opens a file to count them, which takes longer than all that is above. One thread asks.
  static long processors = 0;
  if (processors == 0) processors = sysconf(_SC_NPROCESSORS_ONLN);
  return processors > 0 ? (double)running / (double)processors : 0;
}

int64_t rig_stolen_ns(int fd) {
  char text[256];
  // user, nice, system, idle, iowait, irq, softirq, steal
  int64_t ticks = -1;
  const char *line = "cpu %*u %*u %*u %*u %*u %*u %*u %" SCNd64;
  if (!read_start(fd, text, sizeof text) || sscanf(text, line, &ticks) != 1) return -1;
  long rate = sysconf(_SC_CLK_TCK);
  return ticks < 0 || rate <= 0 ? -1 : ticks * (1000000000 / rate);
}

int rig_thread_first(void) {
  struct sched_param parameters = {.sched_priority = sched_get_priority_min(SCHED_FIFO)};
  return -pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
}

void rig_sleep_until(int64_t monotonic_ns) {
  struct timespec until = {monotonic_ns / 1000000000, monotonic_ns % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
  }
}

void rig_exit_now(int status) { _exit(status); }

void rig_close(int fd) { close(fd); }
