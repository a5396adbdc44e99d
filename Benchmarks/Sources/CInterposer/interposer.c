#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "CInterposer.h"

// glibc exports its allocator under these names, so that a program may stand before it.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// Of each thread its own, without a locked instruction: counting must not be what is measured.
static _Thread_local uint64_t allocations __attribute__((tls_model("initial-exec")));

void *malloc(size_t size) {
  allocations += 1;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations += 1;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  allocations += 1;
  return __libc_realloc(old, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  allocations += 1;
  *result = __libc_memalign(alignment, size);
  return *result == NULL ? 12 : 0;
}

uint64_t interposer_allocations(void) {
  return allocations;
}

int64_t interposer_now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void *echo(void *context) {
  int fd = (int)(intptr_t)context;
  char buffer[4096];
  for (;;) {
    ssize_t got = read(fd, buffer, sizeof buffer);
    if (got <= 0) {
      // Nobody has the terminal open: wait for the next user.
      usleep(1000);
      continue;
    }
    for (ssize_t sent = 0; sent < got;) {
      ssize_t wrote = write(fd, buffer + sent, got - sent);
      if (wrote > 0) sent += wrote;
    }
  }
  return NULL;
}

int interposer_echo_pty(char *slave_path, size_t capacity) {
  int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (fd < 0 || grantpt(fd) < 0 || unlockpt(fd) < 0) return -1;
  if (ptsname_r(fd, slave_path, capacity) != 0) return -1;
  int slave = interposer_open_raw(slave_path);
  if (slave < 0) return -1;
  pthread_t thread;
  // The slave stays open, so that the echo never sees a hang-up between two users.
  return pthread_create(&thread, NULL, echo, (void *)(intptr_t)fd) == 0 ? fd : -1;
}

int interposer_open_raw(const char *path) {
  int fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  struct termios settings;
  if (fd < 0 || tcgetattr(fd, &settings) < 0) return -1;
  cfmakeraw(&settings);
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  return tcsetattr(fd, TCSANOW, &settings) < 0 ? -1 : fd;
}

int64_t interposer_round_trip(int fd, size_t count) {
  char buffer[4096];
  if (count > sizeof buffer) return -1;
  memset(buffer, 0x55, count);
  int64_t start = interposer_now_ns();
  if (write(fd, buffer, count) != (ssize_t)count) return -1;
  for (size_t got = 0; got < count;) {
    ssize_t more = read(fd, buffer, count - got);
    if (more <= 0) return -1;
    got += more;
  }
  return interposer_now_ns() - start;
}
