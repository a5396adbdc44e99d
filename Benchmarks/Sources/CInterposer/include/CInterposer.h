#pragma once
#include <stdint.h>
#include <sys/types.h>

/// Allocations of the whole process so far.
uint64_t interposer_allocations(void);
int64_t interposer_now_ns(void);

/// A pseudo-terminal with a thread that sends back what it reads, both in C; -1 on failure.
int interposer_echo_pty(char *slave_path, size_t capacity);
/// Opens the slave raw, with blocking reads; -1 on failure.
int interposer_open_raw(const char *path);
/// One round trip of `count` bytes in plain C; nanoseconds, or -1.
int64_t interposer_round_trip(int fd, size_t count);
