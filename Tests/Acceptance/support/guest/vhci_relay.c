// Between /dev/vhci, which keeps packets apart, and a port, which does not: relay PORT.
// The byte FE from the port takes the adapter out.
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The length of the first packet by its head; 0 while it is not whole, -1 for what is none.
static int whole(const unsigned char *b, int n) {
  int need;
  if (n > 0 && b[0] == 0xfe) exit(0);
  if (n < 5 && !(n >= 3 && b[0] == 4)) return 0;
  switch (b[0]) {
  case 2: need = 5 + b[3] + 256 * b[4]; break;
  case 3: need = 4 + b[3]; break;
  case 4: need = 3 + b[2]; break;
  case 5: need = 5 + b[3] + 256 * (b[4] & 0x3f); break;
  default: return -1;
  }
  return n >= need ? need : 0;
}

int main(int count, char **words) {
  if (count != 2) return 2;
  int controller = open("/dev/vhci", O_RDWR), port = open(words[1], O_RDWR), n = 0;
  unsigned char waiting[65536], packet[4096], start[2] = {0xff, 0};
  if (controller < 0 || port < 0 || write(controller, start, 2) != 2) {
    perror("relay");
    return 1;
  }
  for (;;) {
    struct pollfd both[2] = {{controller, POLLIN, 0}, {port, POLLIN, 0}};
    poll(both, 2, -1);
    if (both[0].revents & POLLIN) {
      int got = read(controller, packet, sizeof packet);
      // FF is the kernel's own answer to the start.
      for (int done = 0; got > 0 && packet[0] != 0xff && done < got;) {
        int written = write(port, packet + done, got - done);
        if (written > 0) done += written;
      }
    }
    if (both[1].revents & POLLIN) {
      int got = read(port, waiting + n, sizeof waiting - n), size;
      if (got <= 0) {
        usleep(10000);
        continue;
      }
      for (n += got; (size = whole(waiting, n)) > 0; n -= size) {
        if (write(controller, waiting, size) < 0) perror("relay");
        memmove(waiting, waiting + size, n - size);
      }
      if (size < 0) n = 0;
    }
  }
}
