#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench.h"

int connect_to(int port) {
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)port)};
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
    die("cannot connect");
  }
  int one = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return descriptor;
}

void send_all(int descriptor, const void *bytes, size_t count) {
  if (send(descriptor, bytes, count, MSG_NOSIGNAL) != (ssize_t)count) die("the server takes no bytes");
}

void receive_all(int descriptor, void *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    ssize_t got = recv(descriptor, (char *)bytes + done, count - done, 0);
    if (got <= 0) die("the server hung up");
    done += (size_t)got;
  }
}

// One read takes what there is, so that a packet costs the client one call like an echo does.
static struct {
  int descriptor;
  uint8_t bytes[8192];
  size_t start, end;
} held = {.descriptor = -1};

void receive_packet(int descriptor, struct packet *packet) {
  if (held.descriptor != descriptor) {
    if (held.start != held.end) die("unread packets of another connection");
    held.descriptor = descriptor;
  }
  for (;;) {
    size_t there = held.end - held.start;
    if (there >= 4) {
      size_t length = 4u + held.bytes[held.start + 3];
      if (there >= length) {
        memcpy(packet->bytes, held.bytes + held.start, length);
        packet->count = length;
        held.start += length;
        if (held.start == held.end) held.start = held.end = 0;
        return;
      }
    }
    if (held.start > 0) {
      memmove(held.bytes, held.bytes + held.start, there);
      held.start = 0;
      held.end = there;
    }
    ssize_t got = recv(descriptor, held.bytes + held.end, sizeof held.bytes - held.end, 0);
    if (got <= 0) die("the server hung up");
    held.end += (size_t)got;
  }
}

void command(int descriptor, uint8_t gid, uint8_t oid, const void *payload, uint8_t count, struct packet *response) {
  uint8_t bytes[4 + 255] = {0x20 | gid, oid, 0, count};
  memcpy(bytes + 4, payload, count);
  send_all(descriptor, bytes, 4u + count);
  do {
    receive_packet(descriptor, response);
  } while ((response->bytes[0] & 0xE0) != MT_RESPONSE);
  if ((response->bytes[0] & 0x0F) != gid || response->bytes[1] != oid) die("a response to something else");
}

void await_notification(int descriptor, uint8_t gid, uint8_t oid, struct packet *packet) {
  do {
    receive_packet(descriptor, packet);
  } while (packet->bytes[0] != (MT_NOTIFICATION | gid) || packet->bytes[1] != oid);
}

static uint8_t *little(uint8_t *at, uint32_t value, int count) {
  for (int i = 0; i < count; i++) *at++ = (uint8_t)(value >> (8 * i));
  return at;
}

static uint8_t *parameter(uint8_t *at, uint8_t id, uint32_t value, int count) {
  *at++ = id;
  *at++ = (uint8_t)count;
  return little(at, value, count);
}

static void require_ok(const struct packet *response, const char *what) {
  if (response->count < 5 || response->bytes[4] != 0) {
    fprintf(stderr, "status 0x%02x: ", response->bytes[4]);
    die(what);
  }
}

uint32_t make_session(int descriptor, uint32_t id, uint16_t own, uint16_t peer, bool initiator, uint32_t interval_ms) {
  struct packet response, notification;
  uint8_t payload[255], *at = little(payload, id, 4);
  *at++ = 0;
  command(descriptor, 1, 0, payload, 5, &response);
  require_ok(&response, "SESSION_INIT");
  uint32_t handle = (uint32_t)response.bytes[5] | (uint32_t)response.bytes[6] << 8 |
                    (uint32_t)response.bytes[7] << 16 | (uint32_t)response.bytes[8] << 24;
  await_notification(descriptor, 1, 2, &notification);
  at = little(payload, handle, 4);
  *at++ = 17;
  at = parameter(at, 0x00, initiator, 1);    // DEVICE_TYPE: the controller is the initiator
  at = parameter(at, 0x11, initiator, 1);    // DEVICE_ROLE
  at = parameter(at, 0x01, 2, 1);            // RANGING_ROUND_USAGE: DS-TWR deferred
  at = parameter(at, 0x02, 0, 1);            // STS_CONFIG: static
  at = parameter(at, 0x03, 0, 1);            // MULTI_NODE_MODE: one to one
  at = parameter(at, 0x04, 9, 1);            // CHANNEL_NUMBER
  at = parameter(at, 0x05, 1, 1);            // NUMBER_OF_CONTROLEES
  at = parameter(at, 0x06, own, 2);          // DEVICE_MAC_ADDRESS
  at = parameter(at, 0x07, peer, 2);         // DST_MAC_ADDRESS
  at = parameter(at, 0x08, 2400, 2);         // SLOT_DURATION
  at = parameter(at, 0x09, interval_ms, 4);  // RANGING_DURATION
  at = parameter(at, 0x12, 3, 1);            // RFRAME_CONFIG: SP3
  at = parameter(at, 0x14, 10, 1);           // PREAMBLE_CODE_INDEX
  at = parameter(at, 0x15, 2, 1);            // SFD_ID
  at = parameter(at, 0x1B, 4, 1);            // SLOTS_PER_RR
  at = parameter(at, 0x22, 1, 1);            // SCHEDULE_MODE: time scheduled
  at = parameter(at, 0x26, 0, 1);            // MAC_ADDRESS_MODE: short
  command(descriptor, 1, 3, payload, (uint8_t)(at - payload), &response);
  require_ok(&response, "SESSION_SET_APP_CONFIG");
  await_notification(descriptor, 1, 2, &notification);
  return handle;
}
