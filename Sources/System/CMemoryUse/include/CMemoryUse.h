// What the C library knows of its heap, which the Glibc module map lacks.
#pragma once

#include <stdint.h>

/// Bytes that were allocated and not given back, in all arenas.
int64_t memory_in_use(void);
