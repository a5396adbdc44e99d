#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"

void bench_start(const char *program, const char *preload, int runs) {
  struct samples listening = {0}, ready = {0};
  char path[] = "/tmp/serve-clock-XXXXXX";
  int file = mkstemp(path);
  if (file < 0) die("no temporary file");
  close(file);
  for (int run = 0; run < runs; run++) {
    struct server server = server_start(program, preload, path, -1);
    close(connect_to(server.port));
    long long entered = 0, listened = 0;
    FILE *times = fopen(path, "r");
    if (times == NULL || fscanf(times, "main %lld\nlisten %lld", &entered, &listened) != 2) {
      die("the preloaded clock wrote nothing");
    }
    fclose(times);
    server_stop(&server);
    samples_add(&listening, (double)(listened - entered) / 1e6);
    samples_add(&ready, (double)(server.ready_at - entered) / 1e6);
  }
  unlink(path);
  char text[128];
  double middle = samples_percentile(&listening, 0.5);
  snprintf(text, sizeof text, "p50 %.2f ms, best %.2f, worst %.2f", middle, samples_percentile(&listening, 0),
           samples_percentile(&listening, 1));
  row("from entering main to accepting", text, "p50 <= 3 ms", met(middle <= 3));
  snprintf(text, sizeof text, "p50 %.2f ms, best %.2f, worst %.2f", samples_percentile(&ready, 0.5),
           samples_percentile(&ready, 0), samples_percentile(&ready, 1));
  row("  ... to its first line in the client's hands", text, "", "");
  samples_free(&listening);
  samples_free(&ready);
}
