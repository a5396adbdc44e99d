#include "CFuzzDriver.h"

int LLVMFuzzerRunDriver(int *count, char ***arguments, fuzz_input input);

int fuzz_run(int count, char **arguments, fuzz_input input) {
  return LLVMFuzzerRunDriver(&count, &arguments, input);
}
