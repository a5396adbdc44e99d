// termios2 comes from the kernel's own header, which conflicts with <termios.h>: nothing here may
// include the latter.
#define _GNU_SOURCE
#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/serial.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "CRigShims.h"

int rig_pty_open(char *slave_path, size_t capacity) {
  int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return -errno;
  if (grantpt(fd) < 0 || unlockpt(fd) < 0) goto failed;
  int error = ptsname_r(fd, slave_path, capacity);
  if (error != 0) {
    errno = error;
    goto failed;
  }
  int slave = open(slave_path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (slave < 0) goto failed;
  int raw = rig_tty_raw(slave, 115200, false, false);
  close(slave);
  if (raw < 0) {
    errno = -raw;
    goto failed;
  }
  return fd;
failed:;
  int saved = errno;
  close(fd);
  return -saved;
}

int rig_watch_opens(const char *path) {
  int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (fd < 0) return -errno;
  if (inotify_add_watch(fd, path, IN_OPEN | IN_CLOSE) < 0) {
    int saved = errno;
    close(fd);
    return -saved;
  }
  return fd;
}

int rig_watch_read(int fd, int *opens, int *closes) {
  char buffer[4096] __attribute__((aligned(8)));
  *opens = *closes = 0;
  for (;;) {
    ssize_t got = read(fd, buffer, sizeof buffer);
    if (got < 0) return errno == EAGAIN || errno == EINTR ? 0 : -errno;
    if (got == 0) return 0;
    for (char *at = buffer; at < buffer + got;) {
      struct inotify_event *event = (struct inotify_event *)at;
      if (event->mask & IN_OPEN) (*opens)++;
      if (event->mask & IN_CLOSE) (*closes)++;
      at += sizeof *event + event->len;
    }
  }
}

int rig_tty_raw(int fd, uint32_t baud, bool rtscts, bool xonxoff) {
  struct termios2 settings;
  if (ioctl(fd, TCGETS2, &settings) < 0) return -errno;
  settings.c_iflag = xonxoff ? IXON | IXOFF : 0;
  settings.c_oflag = 0;
  settings.c_lflag = 0;
  settings.c_cflag = CS8 | CREAD | CLOCAL | BOTHER | (BOTHER << IBSHIFT) | (rtscts ? CRTSCTS : 0);
  settings.c_ispeed = settings.c_ospeed = baud;
  settings.c_cc[VMIN] = 1;  // so that a read of 0 bytes means a hang-up, not "nothing yet"
  settings.c_cc[VTIME] = 0;
  return ioctl(fd, TCSETS2, &settings) < 0 ? -errno : 0;
}

int rig_tty_is_pty(int fd) {
  struct stat status;
  if (fstat(fd, &status) < 0) return -errno;
  return S_ISCHR(status.st_mode) && major(status.st_rdev) >= 136 && major(status.st_rdev) <= 143;
}

int rig_pty_index(int fd) {
  struct stat status;
  return fstat(fd, &status) < 0 ? -errno : (int)minor(status.st_rdev);
}

int rig_tty_exclusive(int fd, bool on) {
  return ioctl(fd, on ? TIOCEXCL : TIOCNXCL, 0) < 0 ? -errno : 0;
}

int rig_tty_flush(int fd) { return ioctl(fd, TCFLSH, TCIFLUSH) < 0 ? -errno : 0; }

int rig_tty_waiting(int fd) {
  int count = 0;
  return ioctl(fd, FIONREAD, &count) < 0 ? -errno : count;
}

int rig_tty_lines(int fd, int mask, int values) {
  int set = ((mask & values & 1) ? TIOCM_DTR : 0) | ((mask & values & 2) ? TIOCM_RTS : 0);
  int clear = ((mask & ~values & 1) ? TIOCM_DTR : 0) | ((mask & ~values & 2) ? TIOCM_RTS : 0);
  if (set && ioctl(fd, TIOCMBIS, &set) < 0) return -errno;
  if (clear && ioctl(fd, TIOCMBIC, &clear) < 0) return -errno;
  return 0;
}

int rig_tty_drain_count(int fd, int *queued) {
  return ioctl(fd, TIOCOUTQ, queued) < 0 ? -errno : 0;
}

int rig_tty_rate(int fd, uint32_t baud) {
  struct termios2 settings;
  if (ioctl(fd, TCGETS2, &settings) < 0) return -errno;
  settings.c_cflag &= ~(CBAUD | (CBAUD << IBSHIFT));
  settings.c_cflag |= BOTHER | (BOTHER << IBSHIFT);
  settings.c_ispeed = settings.c_ospeed = baud;
  return ioctl(fd, TCSETS2, &settings) < 0 ? -errno : 0;
}

int64_t rig_tty_speed(int fd) {
  struct termios2 settings;
  return ioctl(fd, TCGETS2, &settings) < 0 ? -errno : (int64_t)settings.c_ospeed;
}

int rig_tty_break(int fd, bool on) {
  return ioctl(fd, on ? TIOCSBRK : TIOCCBRK, 0) < 0 ? -errno : 0;
}

int rig_tty_low_latency(int fd) {
  struct serial_struct settings;
  if (ioctl(fd, TIOCGSERIAL, &settings) < 0) return -errno;
  if (settings.flags & ASYNC_LOW_LATENCY) return 0;
  settings.flags |= ASYNC_LOW_LATENCY;
  return ioctl(fd, TIOCSSERIAL, &settings) < 0 ? -errno : 0;
}

int rig_tty_errors(int fd, struct rig_tty_counts *counts) {
  struct serial_icounter_struct read;
  if (ioctl(fd, TIOCGICOUNT, &read) < 0) return -errno;
  counts->framing = read.frame;
  counts->parity = read.parity;
  counts->overrun = read.overrun;
  counts->lost = read.buf_overrun;
  counts->breaks = read.brk;
  return 0;
}

int rig_terminal_width(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) < 0 ? -errno : size.ws_col;
}

int rig_open_serial(const char *path) {
  int fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return -errno;
  if (!isatty(fd)) {
    close(fd);
    return -ENOTTY;
  }
  return fd;
}

int rig_lock_exclusive(int fd) { return flock(fd, LOCK_EX | LOCK_NB) < 0 ? -errno : 0; }
