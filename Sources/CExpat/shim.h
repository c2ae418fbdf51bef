#ifndef LINER_CEXPAT_SHIM_H
#define LINER_CEXPAT_SHIM_H

// Makes the header declare the limits on entities, which the library has.
#define XML_DTD 1

#include <errno.h>
#include <expat.h>
#include <iconv.h>
#include <stddef.h>

// The C library's iconv, for encodings that expat does not know. Swift cannot express its -1 pointer for a failure.
static inline void *decoder_open(const char *encoding) {
  iconv_t decoder = iconv_open("UTF-8", encoding);
  return decoder == (iconv_t)-1 ? NULL : decoder;
}

static inline void decoder_close(void *decoder) { iconv_close(decoder); }

// Advances both pointers. 0: all is read; 1: the output is full; 2: an incomplete character; 3: an invalid byte.
static inline int decoder_run(
    void *decoder, char **input, size_t *input_left, char **output, size_t *output_left) {
  if (iconv(decoder, input, input_left, output, output_left) != (size_t)-1) return 0;
  return errno == E2BIG ? 1 : errno == EINVAL ? 2 : 3;
}

#endif
