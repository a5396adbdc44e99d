// Round trips over the kernel's channel of the attribute protocol, without anything else:
// att_echo ADAPTER DEVICE COUNT. An initialize is written, its answer is a notification; prints microseconds.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct address {
  uint16_t family, psm;
  uint8_t bytes[6];
  uint16_t channel;
  uint8_t type;
};

static struct address address(const char *text, uint8_t type) {
  struct address all = {31, 0, {0}, 4, type};
  for (int i = 0; i < 6; i++) all.bytes[5 - i] = strtol(text + 3 * i, 0, 16);
  return all;
}

static int fd;

// Sends a packet and takes what comes until one of this opcode.
static int ask(const void *packet, int size, uint8_t opcode, uint8_t *answer) {
  if (send(fd, packet, size, 0) != size) return -1;
  for (;;) {
    int got = recv(fd, answer, 600, 0);
    if (got <= 0) return -1;
    if (answer[0] == opcode) return got;
    if (answer[0] == 1) return 0;
  }
}

int main(int count, char **words) {
  struct address own = address(words[1], 1), other = address(words[2], 2);
  uint8_t answer[600];
  fd = socket(31, SOCK_SEQPACKET, 0);
  if (bind(fd, (void *)&own, sizeof own) || connect(fd, (void *)&other, sizeof other)) {
    perror("connect");
    return 1;
  }
  ask("\2\xf7\0", 3, 3, answer);
  // Declarations of characteristics, until RX (…0002…) and TX (…0003…) are found.
  uint16_t from = 1, receive = 0, transmit = 0;
  while (!receive || !transmit) {
    uint8_t request[7] = {8, from, from >> 8, 255, 255, 3, 0x28};
    int got = ask(request, 7, 9, answer);
    if (got <= 0) return 2;
    for (uint8_t *each = answer + 2; each + answer[1] <= answer + got; each += answer[1]) {
      from = each[3] + 256 * each[4];
      if (answer[1] == 21 && each[17] == 2) receive = from;
      if (answer[1] == 21 && each[17] == 3) transmit = from;
    }
  }
  uint8_t on[5] = {0x12, transmit + 1, (transmit + 1) >> 8, 1, 0};
  if (ask(on, 5, 0x13, answer) <= 0) return 3;
  for (int i = atoi(words[3]); i > 0; i--) {
    struct timespec a, b;
    uint8_t write[4] = {0x12, receive, receive >> 8, 0x0a};
    clock_gettime(CLOCK_MONOTONIC, &a);
    if (ask(write, 4, 0x1b, answer) <= 0) return 4;
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%ld\n", (b.tv_sec - a.tv_sec) * 1000000 + (b.tv_nsec - a.tv_nsec) / 1000);
  }
  close(fd);
  return 0;
}
