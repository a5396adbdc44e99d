#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "CRigShims.h"

int rig_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void rig_eventfd_signal(int fd) {
  uint64_t one = 1;
  ssize_t written;
  do {
    written = write(fd, &one, sizeof one);
  } while (written < 0 && errno == EINTR);
}

void rig_eventfd_clear(int fd) {
  uint64_t count;
  ssize_t got;
  do {
    got = read(fd, &count, sizeof count);
  } while (got < 0 && errno == EINTR);
}

int rig_wait_readable(int fd, int64_t timeout_ns) {
  struct pollfd poll = {.fd = fd, .events = POLLIN};
  struct timespec limit = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
  int ready = ppoll(&poll, 1, timeout_ns < 0 ? NULL : &limit, NULL);
  if (ready < 0) return errno == EINTR ? 0 : -1;
  return ready > 0;
}

int64_t rig_monotonic_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int rig_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }

static struct epoll_event to_epoll(uint64_t token, uint32_t events) {
  struct epoll_event event = {.data.u64 = token};
  if (events & RIG_EV_IN) event.events |= EPOLLIN;
  if (events & RIG_EV_OUT) event.events |= EPOLLOUT;
  if (events & RIG_EV_EDGE) event.events |= EPOLLET;
  return event;
}

int rig_epoll_add(int epoll, int fd, uint64_t token, uint32_t events) {
  struct epoll_event event = to_epoll(token, events);
  return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) < 0 ? -errno : 0;
}

int rig_epoll_modify(int epoll, int fd, uint64_t token, uint32_t events) {
  struct epoll_event event = to_epoll(token, events);
  return epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &event) < 0 ? -errno : 0;
}

int rig_epoll_remove(int epoll, int fd) {
  return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL) < 0 ? -errno : 0;
}

// Kernels before 5.11 wait in whole milliseconds; ppoll waits exactly.
static int wait_exactly(int epoll, struct epoll_event *raw, int capacity, int64_t timeout_ns) {
  static atomic_bool is_missing;
  struct timespec limit = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
  if (!atomic_load_explicit(&is_missing, memory_order_relaxed)) {
    int count = epoll_pwait2(epoll, raw, capacity, &limit, NULL);
    if (count >= 0 || errno != ENOSYS) return count;
    atomic_store_explicit(&is_missing, true, memory_order_relaxed);
  }
  struct pollfd poll = {.fd = epoll, .events = POLLIN};
  int ready = ppoll(&poll, 1, &limit, NULL);
  return ready <= 0 ? ready : epoll_wait(epoll, raw, capacity, 0);
}

int rig_epoll_wait(int epoll, struct rig_event *events, int capacity, int64_t timeout_ns) {
  struct epoll_event raw[64];
  if (capacity > 64) capacity = 64;
  int count = timeout_ns > 0 ? wait_exactly(epoll, raw, capacity, timeout_ns)
                             : epoll_wait(epoll, raw, capacity, timeout_ns < 0 ? -1 : 0);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int i = 0; i < count; i++) {
    events[i].token = raw[i].data.u64;
    events[i].events = 0;
    if (raw[i].events & EPOLLIN) events[i].events |= RIG_EV_IN;
    if (raw[i].events & EPOLLOUT) events[i].events |= RIG_EV_OUT;
    if (raw[i].events & (EPOLLHUP | EPOLLRDHUP)) events[i].events |= RIG_EV_HUP;
    if (raw[i].events & EPOLLERR) events[i].events |= RIG_EV_ERR;
  }
  return count;
}
