// Stands before the C library's start routine and `listen`, so that a program can be timed from the
// entry of its main, after the dynamic linker, without a word of it changed. The times go to the
// file that SERVE_CLOCK names: `main NANOSECONDS` and `listen NANOSECONDS`, monotonic clock.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "ServeClock.h"

typedef int (*main_routine)(int, char **, char **);
typedef int (*start_routine)(main_routine, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static main_routine real_main;
static long long entered;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int timed_main(int count, char **arguments, char **environment) {
  entered = now();
  return real_main(count, arguments, environment);
}

int __libc_start_main(main_routine routine, int count, char **arguments, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end) {
  real_main = routine;
  start_routine start = (start_routine)dlsym(RTLD_NEXT, "__libc_start_main");
  return start(timed_main, count, arguments, init, fini, rtld_fini, stack_end);
}

int listen(int socket, int backlog) {
  static int (*real_listen)(int, int);
  if (real_listen == NULL) real_listen = (int (*)(int, int))dlsym(RTLD_NEXT, "listen");
  int result = real_listen(socket, backlog);
  long long at = now();
  const char *path = getenv("SERVE_CLOCK");
  if (path != NULL && entered != 0) {
    FILE *file = fopen(path, "we");
    if (file != NULL) {
      fprintf(file, "main %lld\nlisten %lld\n", entered, at);
      fclose(file);
    }
    entered = 0;
  }
  return result;
}
