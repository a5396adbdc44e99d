// The entry of libFuzzer, which no header of the toolchain declares.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Runs one input. Returns 0.
typedef int (*fuzz_input)(const uint8_t *bytes, size_t count);

/// Runs libFuzzer with the arguments of `main`.
int fuzz_run(int count, char **arguments, fuzz_input input);
