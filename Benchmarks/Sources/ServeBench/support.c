#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

int64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void die(const char *what) {
  fprintf(stderr, "ServeBench: %s (%s)\n", what, strerror(errno));
  exit(1);
}

void samples_add(struct samples *samples, double value) {
  if (samples->count == samples->capacity) {
    samples->capacity = samples->capacity == 0 ? 1024 : samples->capacity * 2;
    samples->values = realloc(samples->values, samples->capacity * sizeof *samples->values);
    if (samples->values == NULL) die("no memory");
  }
  samples->values[samples->count++] = value;
}

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return a < b ? -1 : a > b;
}

double samples_percentile(struct samples *samples, double part) {
  if (samples->count == 0) return NAN;
  qsort(samples->values, samples->count, sizeof *samples->values, ascending);
  size_t index = (size_t)ceil(part * (double)samples->count);
  return samples->values[index == 0 ? 0 : index - 1];
}

void samples_free(struct samples *samples) {
  free(samples->values);
  *samples = (struct samples){0};
}

void row(const char *what, const char *measured, const char *target, const char *verdict) {
  printf("| %-46s | %-44s | %-26s | %-6s |\n", what, measured, target, verdict);
  fflush(stdout);
}

const char *met(bool is_met) { return is_met ? "met" : "MISSED"; }
