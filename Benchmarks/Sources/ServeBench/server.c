#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

struct server server_start(const char *program, const char *preload, const char *clock_file, int core) {
  int output[2];
  if (pipe(output) < 0) die("no pipe");
  pid_t process = fork();
  if (process < 0) die("no process");
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // A usual soft limit: a server of many boards has to raise it by itself.
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
      limit.rlim_cur = limit.rlim_max < 256 ? limit.rlim_max : 256;
      setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (core >= 0) {
      cpu_set_t set;
      CPU_ZERO(&set);
      CPU_SET(core, &set);
      sched_setaffinity(0, sizeof set, &set);
    }
    if (preload != NULL) setenv("LD_PRELOAD", preload, 1);
    if (clock_file != NULL) setenv("SERVE_CLOCK", clock_file, 1);
    dup2(output[1], STDOUT_FILENO);
    close(output[0]);
    close(output[1]);
    execl(program, program, "virtual", "--uci-tcp", "0", (char *)NULL);
    _exit(127);
  }
  close(output[1]);
  char line[512];
  size_t length = 0;
  while (length < sizeof line - 1) {
    ssize_t got = read(output[0], line + length, sizeof line - 1 - length);
    if (got <= 0) die("the program did not say ready");
    length += (size_t)got;
    line[length] = 0;
    if (strchr(line, '\n') != NULL) break;
  }
  struct server server = {.process = process, .ready_at = now_ns()};
  const char *port = strstr(line, "\"port\":");
  if (strncmp(line, "ready ", 6) != 0 || port == NULL) die("the first line is not ready");
  server.port = atoi(port + 7);
  return server;
}

void server_stop(struct server *server) {
  kill(server->process, SIGTERM);
  int status = 0;
  waitpid(server->process, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) != SIGTERM && WTERMSIG(status) != SIGKILL) {
    printf("The server was ended by signal %d.\n", WTERMSIG(status));
  }
}

struct server echo_start(void) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) < 0 || listen(listener, 16) < 0 ||
      getsockname(listener, (struct sockaddr *)&address, &size) < 0) {
    die("no echo");
  }
  pid_t process = fork();
  if (process < 0) die("no process");
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) {
      int client = accept(listener, NULL, NULL);
      if (client < 0) continue;
      int one = 1;
      setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
      char buffer[4096];
      ssize_t got;
      while ((got = read(client, buffer, sizeof buffer)) > 0) {
        if (write(client, buffer, (size_t)got) < 0) break;
      }
      close(client);
    }
  }
  close(listener);
  return (struct server){.process = process, .port = ntohs(address.sin_port)};
}

double server_cpu(const struct server *server) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", server->process);
  FILE *file = fopen(path, "r");
  if (file == NULL) return 0;
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  const char *after_name = strrchr(text, ')');
  unsigned long user = 0, system = 0;
  if (after_name != NULL) {
    sscanf(after_name + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
  }
  return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

long server_resident(const struct server *server) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/statm", server->process);
  FILE *file = fopen(path, "r");
  long total = 0, resident = 0;
  if (file == NULL) return 0;
  if (fscanf(file, "%ld %ld", &total, &resident) != 2) resident = 0;
  fclose(file);
  return resident * sysconf(_SC_PAGESIZE);
}
