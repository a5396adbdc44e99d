#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "CRigShims.h"

int rig_has_access_list(const char *path) {
  return getxattr(path, "system.posix_acl_access", 0, 0) > 0;
}

int rig_watch_folder(const char *path) {
  int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (fd < 0) return -errno;
  if (inotify_add_watch(fd, path, IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO) < 0) {
    int saved = errno;
    close(fd);
    return -saved;
  }
  return fd;
}

int rig_watch_file(int fd, const char *name, int milliseconds) {
  struct pollfd reports = {.fd = fd, .events = POLLIN};
  int ready = poll(&reports, 1, milliseconds);
  if (ready == 0) return 0;
  if (ready < 0) return errno == EINTR ? 2 : -errno;
  char buffer[4096] __attribute__((aligned(8)));
  int found = 2;
  for (;;) {
    ssize_t got = read(fd, buffer, sizeof buffer);
    if (got <= 0) return got == 0 || errno == EAGAIN || errno == EINTR ? found : -errno;
    for (char *at = buffer; at < buffer + got;) {
      struct inotify_event *event = (struct inotify_event *)at;
      if (event->mask & IN_IGNORED) return -ENOENT;
      if (event->mask & IN_Q_OVERFLOW || (event->len > 0 && strcmp(event->name, name) == 0)) {
        found = 1;
      }
      at += sizeof *event + event->len;
    }
  }
}
