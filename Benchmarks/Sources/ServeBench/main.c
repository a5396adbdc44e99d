#define _GNU_SOURCE
#include <libgen.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench.h"

static void stay_on(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

static bool is_wanted(const char *part, int count, char **arguments) {
  if (count < 3) return true;
  for (int i = 2; i < count; i++) {
    if (strcmp(arguments[i], part) == 0) return true;
  }
  return false;
}

int main(int count, char **arguments) {
  const char *program = count > 1 ? arguments[1] : "../.build/release/uwbrig";
  if (access(program, X_OK) != 0) {
    fprintf(stderr, "usage: ServeBench PROGRAM [start] [latency] [ranging] [many]\n"
                    "PROGRAM is a release build of uwbrig: swift build -c release --product uwbrig\n");
    return 2;
  }
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max < 4096 ? limit.rlim_max : 4096;
  }
  char own[4096] = {0}, preload[4200];
  if (readlink("/proc/self/exe", own, sizeof own - 1) < 0) die("no /proc");
  snprintf(preload, sizeof preload, "%s/libServeClock.so", dirname(own));
  row("measure", "measured", "target", "");
  row("---", "---", "---", "---");
  if (is_wanted("start", count, arguments)) bench_start(program, preload, 20);
  if (is_wanted("latency", count, arguments)) bench_round_trip(program, 20, 1000);
  if (is_wanted("ranging", count, arguments)) bench_ranging(program, 128, 10, 10, -1);
  if (is_wanted("many", count, arguments)) {
    setrlimit(RLIMIT_NOFILE, &limit);
    int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (cores > 1) stay_on(cores - 1);
    bench_ranging(program, 1000, 100, 10, 0);
  }
  return 0;
}
