#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

static void echo_block(int descriptor, int count, struct samples *times) {
  static const uint8_t request[4] = {0x20, 0x02, 0, 0};
  uint8_t answer[4];
  for (int i = 0; i < count; i++) {
    int64_t start = now_ns();
    send_all(descriptor, request, sizeof request);
    receive_all(descriptor, answer, sizeof answer);
    samples_add(times, (double)(now_ns() - start) / 1000);
  }
}

static void request_block(int descriptor, int count, struct samples *times) {
  struct packet response;
  for (int i = 0; i < count; i++) {
    int64_t start = now_ns();
    command(descriptor, 0, 2, "", 0, &response);
    samples_add(times, (double)(now_ns() - start) / 1000);
  }
}

// The host reads the response and waits for the notification that follows it.
static void notification_block(int descriptor, int count, struct samples *gaps) {
  struct packet packet;
  for (int i = 0; i < count; i++) {
    uint8_t init[5] = {0x2A, 0, 0, 0, 0};
    command(descriptor, 1, 0, init, sizeof init, &packet);
    uint8_t handle[4];
    memcpy(handle, packet.bytes + 5, 4);
    int64_t response = now_ns();
    await_notification(descriptor, 1, 2, &packet);
    samples_add(gaps, (double)(now_ns() - response) / 1000);
    command(descriptor, 1, 1, handle, sizeof handle, &packet);
    response = now_ns();
    await_notification(descriptor, 1, 2, &packet);
    samples_add(gaps, (double)(now_ns() - response) / 1000);
  }
}

void bench_round_trip(const char *program, int rounds, int each) {
  struct server server = server_start(program, NULL, NULL, -1), echo = echo_start();
  int own = connect_to(server.port), other = connect_to(echo.port);
  struct samples ours = {0}, bare = {0}, gaps = {0}, warm = {0}, ratios = {0};
  echo_block(other, each, &warm);
  request_block(own, each, &warm);
  for (int round = 0; round < rounds; round++) {
    struct samples block_ours = {0}, block_bare = {0};
    echo_block(other, each, &block_bare);
    request_block(own, each, &block_ours);
    notification_block(own, each / 4, &gaps);
    for (size_t i = 0; i < block_ours.count; i++) samples_add(&ours, block_ours.values[i]);
    for (size_t i = 0; i < block_bare.count; i++) samples_add(&bare, block_bare.values[i]);
    samples_add(&ratios, samples_percentile(&block_ours, 0.5) / samples_percentile(&block_bare, 0.5));
    samples_free(&block_ours);
    samples_free(&block_bare);
  }
  char text[128], target[64];
  double bare99 = samples_percentile(&bare, 0.99), ratio =
      samples_percentile(&ours, 0.5) / samples_percentile(&bare, 0.5);
  snprintf(text, sizeof text, "p50 %.1f us, p99 %.1f", samples_percentile(&bare, 0.5), bare99);
  row("bare echo, 4 bytes", text, "", "");
  snprintf(text, sizeof text, "p50 %.1f us, p99 %.1f", samples_percentile(&ours, 0.5), samples_percentile(&ours, 0.99));
  row("CORE_GET_DEVICE_INFO, request to response", text, "", "");
  snprintf(text, sizeof text, "%.2f (block by block: %.2f to %.2f)", ratio, samples_percentile(&ratios, 0.1),
           samples_percentile(&ratios, 0.9));
  row("  ... p50 as ratio to the echo", text, "<= 1.15", met(ratio <= 1.15));
  double gap99 = samples_percentile(&gaps, 0.99);
  snprintf(text, sizeof text, "p50 %.1f us, p99 %.1f", samples_percentile(&gaps, 0.5), gap99);
  snprintf(target, sizeof target, "p99 <= %.0f us", bare99 + 200);
  row("response to notification (INIT, DEINIT)", text, target, met(gap99 <= bare99 + 200));
  samples_free(&ours);
  samples_free(&bare);
  samples_free(&gaps);
  samples_free(&warm);
  samples_free(&ratios);
  close(own);
  close(other);
  server_stop(&server);
  server_stop(&echo);
}
