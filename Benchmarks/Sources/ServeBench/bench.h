// A client of `uwbrig virtual --uci-tcp` that measures it from outside.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Times, in nanoseconds of the monotonic clock.
int64_t now_ns(void);
_Noreturn void die(const char *what);

// Samples.
struct samples {
  double *values;
  size_t count, capacity;
};
void samples_add(struct samples *samples, double value);
double samples_percentile(struct samples *samples, double part);
void samples_free(struct samples *samples);

/// Prints a row; `verdict` is "met", "MISSED", or empty where there is no target.
void row(const char *what, const char *measured, const char *target, const char *verdict);
const char *met(bool is_met);

// The program under test, and the bare echo.
struct server {
  pid_t process;
  int port;
  int64_t ready_at;
};
/// Starts `program virtual --uci-tcp 0` and reads its first line.
/// - `preload`, `clock_file`: for the time of entering main, or NULL.
/// - `core`: the one processor that it may use; -1 for any.
struct server server_start(const char *program, const char *preload, const char *clock_file, int core);
void server_stop(struct server *server);
/// One process that reads and writes, one connection after the other.
struct server echo_start(void);
/// Seconds of processor time so far, and resident bytes.
double server_cpu(const struct server *server);
long server_resident(const struct server *server);

// Connections.
int connect_to(int port);
void send_all(int descriptor, const void *bytes, size_t count);
void receive_all(int descriptor, void *bytes, size_t count);

// UCI packets, with their 4 bytes of header.
struct packet {
  uint8_t bytes[4 + 255];
  size_t count;
};
enum { MT_RESPONSE = 0x40, MT_NOTIFICATION = 0x60 };
/// Reads a packet; a stream may hold several.
void receive_packet(int descriptor, struct packet *packet);
/// Sends a command and reads until its response; the notifications before it are dropped.
void command(int descriptor, uint8_t gid, uint8_t oid, const void *payload, uint8_t count, struct packet *response);
/// Reads until a notification of this kind.
void await_notification(int descriptor, uint8_t gid, uint8_t oid, struct packet *packet);
/// Makes a session and configures it for two-way ranging; its handle.
uint32_t make_session(int descriptor, uint32_t id, uint16_t own, uint16_t peer, bool initiator, uint32_t interval_ms);

// The measurements.
void bench_start(const char *program, const char *preload, int runs);
void bench_round_trip(const char *program, int rounds, int each);
void bench_ranging(const char *program, int boards, uint32_t interval_ms, double seconds, int core);
