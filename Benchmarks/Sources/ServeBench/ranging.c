#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench.h"

struct client {
  int descriptor;
  uint32_t handle;
  int64_t started;  // when START was sent: what the board calls block 0 is due an interval later
  int64_t answered;  // when its response came: the board had started by then
  int64_t stopped;
  uint32_t next;     // the block that is due
  uint32_t strayed;  // notifications that were not
  uint8_t bytes[4096];
  size_t count;
};

static void take(struct client *client, int64_t at, int64_t interval, struct samples *lateness) {
  size_t start = 0;
  while (client->count - start >= 4) {
    const uint8_t *packet = client->bytes + start;
    size_t length = 4u + packet[3];
    if (client->count - start < length) break;
    start += length;
    if (packet[0] == (MT_RESPONSE | 2) && packet[1] == 0) client->answered = at;
    if (packet[0] != (MT_NOTIFICATION | 2) || packet[1] != 0 || length < 8) continue;
    uint32_t block = (uint32_t)packet[4] | (uint32_t)packet[5] << 8 | (uint32_t)packet[6] << 16 |
                     (uint32_t)packet[7] << 24;
    if (block != client->next) {
      client->strayed++;
      continue;
    }
    client->next++;
    samples_add(lateness, (double)(at - client->started - interval * ((int64_t)block + 1)) / 1000);
  }
  memmove(client->bytes, client->bytes + start, client->count - start);
  client->count -= start;
}

static void listen_until(int epoll, int64_t end, int64_t interval, struct samples *lateness) {
  struct epoll_event events[64];
  for (int64_t now; (now = now_ns()) < end;) {
    int count = epoll_wait(epoll, events, 64, (int)((end - now) / 1000000) + 1);
    if (count < 0 && errno != EINTR) die("epoll_wait");
    for (int i = 0; i < count; i++) {
      struct client *client = events[i].data.ptr;
      ssize_t got = recv(client->descriptor, client->bytes + client->count, sizeof client->bytes - client->count,
                         MSG_DONTWAIT);
      int64_t at = now_ns();
      if (got == 0 || (got < 0 && errno != EAGAIN)) die("the server hung up while ranging");
      if (got > 0) {
        client->count += (size_t)got;
        take(client, at, interval, lateness);
      }
    }
  }
}

static void send_command(struct client *client, uint8_t oid) {
  uint8_t bytes[8] = {0x22, oid, 0, 4};
  memcpy(bytes + 4, &client->handle, 4);
  send_all(client->descriptor, bytes, sizeof bytes);
}

void bench_ranging(const char *program, int boards, uint32_t interval_ms, double seconds, int core) {
  struct server server = server_start(program, NULL, NULL, core);
  struct client *clients = calloc((size_t)boards, sizeof *clients);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  if (clients == NULL || epoll < 0) die("no memory");
  for (int i = 0; i < boards; i++) {
    clients[i].descriptor = connect_to(server.port);
    uint16_t own = (uint16_t)(i + 1), peer = (uint16_t)((i ^ 1) + 1);
    clients[i].handle =
        make_session(clients[i].descriptor, 1000 + (uint32_t)i / 2, own, peer, i % 2 == 0, interval_ms);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &clients[i]};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, clients[i].descriptor, &event) < 0) die("epoll_ctl");
  }
  int64_t interval = (int64_t)interval_ms * 1000000, begun = now_ns();
  struct samples lateness = {0};
  // Boards are not started in one burst: as over an interval, each at its time.
  for (int i = 0; i < boards; i++) {
    listen_until(epoll, begun + interval * i / boards, interval, &lateness);
    clients[i].started = now_ns();
    send_command(&clients[i], 0);
  }
  double cpu = server_cpu(&server);
  int64_t measured = now_ns();
  listen_until(epoll, begun + interval + (int64_t)(seconds * 1e9), interval, &lateness);
  cpu = (server_cpu(&server) - cpu) / ((double)(now_ns() - measured) / 1e9);
  long resident = server_resident(&server);
  for (int i = 0; i < boards; i++) {
    clients[i].stopped = now_ns();
    send_command(&clients[i], 1);
  }
  listen_until(epoll, now_ns() + 500000000, interval, &lateness);

  long due = 0, got = 0, strayed = 0, short_of = 0;
  for (int i = 0; i < boards; i++) {
    if (clients[i].answered == 0) die("START was not answered");
    long blocks = (long)((clients[i].stopped - clients[i].answered) / interval);
    due += blocks;
    got += clients[i].next;
    strayed += clients[i].strayed;
    if (clients[i].next < blocks) short_of++;
    close(clients[i].descriptor);
  }
  char what[96], text[128];
  snprintf(what, sizeof what, "%d boards at %u ms, %.0f s%s", boards, interval_ms, seconds,
           core >= 0 ? ", one core" : "");
  snprintf(text, sizeof text, "%ld of %ld blocks, %ld out of order", got, due, strayed);
  row(what, text, "each block once, at every client", met(short_of == 0 && strayed == 0));
  snprintf(text, sizeof text, "p50 %.0f us, p99 %.0f, worst %.0f", samples_percentile(&lateness, 0.5),
           samples_percentile(&lateness, 0.99), samples_percentile(&lateness, 1));
  row("  ... lateness at the client", text, "", "");
  snprintf(text, sizeof text, "%.2f cores, %.1f MB resident", cpu, (double)resident / 1e6);
  row("  ... what the server takes", text, "", "");
  samples_free(&lateness);
  free(clients);
  close(epoll);
  server_stop(&server);
}
