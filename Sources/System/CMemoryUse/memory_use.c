#include "CMemoryUse.h"

#include <malloc.h>

int64_t memory_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)info.uordblks + (int64_t)info.hblkhd;
}
