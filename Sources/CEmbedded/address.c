// The C library's reading of addresses, so that none is checked as one thing and connected to as another.

#include "embedded.h"
#include <arpa/inet.h>
#include <string.h>

int address_bytes(const char *text, int is_loose, unsigned char *bytes) {
  if (is_loose) return inet_aton(text, (struct in_addr *)bytes) ? 4 : 0;
  if (strchr(text, ':')) return inet_pton(AF_INET6, text, bytes) == 1 ? 16 : 0;
  return inet_pton(AF_INET, text, bytes) == 1 ? 4 : 0;
}
