#include "CRigShims.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The kernel's interface, as its headers are not installed everywhere.
enum { FAMILY_BLUETOOTH = 31, PROTOCOL_L2CAP = 0, LEVEL_BLUETOOTH = 274, OPTION_SECURITY = 4 };
enum { CHANNEL_ATT = 4, ADDRESS_PUBLIC = 1 };

struct l2cap_address {
  uint16_t family;
  uint16_t psm;
  uint8_t address[6];
  uint16_t channel;
  uint8_t type;
};

struct security {
  uint8_t level;
  uint8_t key_size;
};

static struct l2cap_address att_address(const uint8_t address[6], uint8_t type) {
  struct l2cap_address all;
  memset(&all, 0, sizeof all);
  all.family = FAMILY_BLUETOOTH;
  memcpy(all.address, address, sizeof all.address);
  all.channel = CHANNEL_ATT;
  all.type = type;
  return all;
}

int rig_l2cap_connect(const uint8_t adapter[6], const uint8_t address[6], uint8_t type) {
  int fd = socket(FAMILY_BLUETOOTH, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, PROTOCOL_L2CAP);
  if (fd < 0) return -errno;
  struct l2cap_address own = att_address(adapter, ADDRESS_PUBLIC), other = att_address(address, type);
  int receive = 1 << 20;  // As much as is allowed: the kernel drops in silence what does not fit.
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receive, sizeof receive);
  int on = 1;  // When a packet has come from the controller: it may wait for its reader.
  setsockopt(fd, SOL_SOCKET, SO_TIMESTAMP, &on, sizeof on);
  if (bind(fd, (struct sockaddr *)&own, sizeof own) == 0 &&
      (connect(fd, (struct sockaddr *)&other, sizeof other) == 0 || errno == EINPROGRESS)) {
    return fd;
  }
  int number = errno;
  close(fd);
  return -number;
}

int rig_l2cap_secure(int fd, uint8_t level) {
  struct security wanted = {level, 0};
  return setsockopt(fd, LEVEL_BLUETOOTH, OPTION_SECURITY, &wanted, sizeof wanted) == 0 ? 0 : -errno;
}

int rig_l2cap_security(int fd) {
  struct security now = {0, 0};
  socklen_t size = sizeof now;
  if (getsockopt(fd, LEVEL_BLUETOOTH, OPTION_SECURITY, &now, &size) != 0) return -errno;
  // The level is what was asked for; a key is there once the link is encrypted.
  return now.key_size > 0 ? now.level : 1;
}

int rig_socket_error(int fd) {
  int number = 0;
  socklen_t size = sizeof number;
  return getsockopt(fd, SOL_SOCKET, SO_ERROR, &number, &size) == 0 ? number : -errno;
}

int rig_socket_drops(int fd) {
  uint32_t memory[9] = {0};  // SK_MEMINFO_DROPS is the last of linux/sock_diag.h.
  socklen_t size = sizeof memory;
  return getsockopt(fd, SOL_SOCKET, SO_MEMINFO, memory, &size) == 0 ? (int)memory[8] : 0;
}

// Whether a link such as socket:[123] is of a socket that the list of the kernel has.
static int is_channel(const char *target) {
  unsigned long wanted, inode;
  char line[256];
  int found = 0;
  if (sscanf(target, "socket:[%lu]", &wanted) != 1) return 0;
  FILE *list = fopen("/proc/net/l2cap", "re");
  if (list == NULL) return 0;
  while (!found && fgets(line, sizeof line, list)) {
    found = sscanf(line, "%*s %*s %*s %*s %*s %lu", &inode) == 1 && inode == wanted;
  }
  fclose(list);
  return found;
}

// Whether a descriptor of another process is a socket that listens, or a channel to another device than
// this; 0 where it is not, and where the system does not let us look.
static int is_elsewhere(int process, int number, const uint8_t address[6]) {
  enum { OPEN_PROCESS = 434, COPY_DESCRIPTOR = 438 };  // pidfd_open, pidfd_getfd: Linux 5.6.
  struct l2cap_address peer = {0};
  socklen_t size = sizeof peer;
  int handle = (int)syscall(OPEN_PROCESS, process, 0);
  if (handle < 0) return 0;
  int copy = (int)syscall(COPY_DESCRIPTOR, handle, number, 0);
  close(handle);
  if (copy < 0) return 0;
  int known = getpeername(copy, (struct sockaddr *)&peer, &size) == 0;
  close(copy);
  return !known || memcmp(peer.address, address, sizeof peer.address) != 0;
}

int rig_l2cap_holder(const uint8_t address[6], char *name, int size) {
  glob_t all;
  int process = 0;
  if (glob("/proc/[0-9]*/fd/*", 0, NULL, &all) != 0) return 0;
  for (size_t i = 0; i < all.gl_pathc && process == 0; i++) {
    char target[64] = "";
    int id = atoi(all.gl_pathv[i] + strlen("/proc/"));
    if (id == getpid() || readlink(all.gl_pathv[i], target, sizeof target - 1) < 0) continue;
    if (!is_channel(target)) continue;
    if (is_elsewhere(id, atoi(strrchr(all.gl_pathv[i], '/') + 1), address)) continue;
    snprintf(target, sizeof target, "/proc/%d/comm", id);
    FILE *file = fopen(target, "re");
    if (file == NULL) continue;
    if (fgets(name, size, file)) {
      name[strcspn(name, "\n")] = 0;
      process = id;
    }
    fclose(file);
  }
  globfree(&all);
  return process;
}

struct hci_address {
  uint16_t family;
  uint16_t device;
  uint16_t channel;
};

int rig_hci_monitor(void) {
  enum { PROTOCOL_HCI = 1, NO_DEVICE = 0xFFFF, CHANNEL_MONITOR = 2 };
  int fd = socket(FAMILY_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, PROTOCOL_HCI);
  if (fd < 0) return -errno;
  struct hci_address address = {FAMILY_BLUETOOTH, NO_DEVICE, CHANNEL_MONITOR};
  int on = 1, receive = 1 << 20;
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receive, sizeof receive);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
      setsockopt(fd, SOL_SOCKET, SO_TIMESTAMP, &on, sizeof on) == 0) {
    return fd;
  }
  int number = errno;
  close(fd);
  return -number;
}

// A packet, when it was read, and when it had come; both are the same where the kernel does not say.
static ssize_t receive(int fd, uint8_t *packet, int size, int64_t *read, int64_t *came) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(struct timeval))];
  } control;
  struct iovec part = {packet, (size_t)size};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                           .msg_controllen = sizeof control};
  struct timespec now;
  ssize_t length = recvmsg(fd, &message, MSG_DONTWAIT);
  if (length < 0) return -errno;
  clock_gettime(CLOCK_REALTIME, &now);
  *came = *read = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
  for (struct cmsghdr *each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
    if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_TIMESTAMP) continue;
    struct timeval at;
    memcpy(&at, CMSG_DATA(each), sizeof at);
    *came = (int64_t)at.tv_sec * 1000000000 + (int64_t)at.tv_usec * 1000;
  }
  return length;
}

int rig_hci_monitor_receive(int fd, uint8_t *packet, int size, int64_t *nanoseconds) {
  int64_t read;
  ssize_t length = receive(fd, packet, size, &read, nanoseconds);
  return length == -EAGAIN || length == -EINTR ? 0 : (int)length;
}

int rig_packet_receive(int fd, uint8_t *packet, int size, int64_t *waited) {
  enum { A_CLOCK_WAS_SET = 5 };  // Seconds: no packet waits that long.
  int64_t read = 0, came = 0;
  ssize_t length = receive(fd, packet, size, &read, &came);
  *waited = read - came;
  if (*waited < 0 || *waited > (int64_t)A_CLOCK_WAS_SET * 1000000000) *waited = 0;
  return (int)length;
}

int rig_duplicate(int fd) {
  int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  return copy < 0 ? -errno : copy;
}

int rig_packet_pair(int *first, int *second) {
  int both[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, both) != 0) return -errno;
  *first = both[0];
  *second = both[1];
  return 0;
}
