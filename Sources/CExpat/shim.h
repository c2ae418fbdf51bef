#ifndef LINER_CEXPAT_SHIM_H
#define LINER_CEXPAT_SHIM_H

// Without it the header keeps quiet about the bounds on entities, which the library has.
#define XML_DTD 1

#include <errno.h>
#include <expat.h>
#include <iconv.h>
#include <stddef.h>

// The C library's iconv, for the encodings that expat does not know; it marks failure with a pointer of -1, which Swift
// cannot write down.
static inline void *decoder_open(const char *encoding) {
  iconv_t decoder = iconv_open("UTF-8", encoding);
  return decoder == (iconv_t)-1 ? NULL : decoder;
}

static inline void decoder_close(void *decoder) { iconv_close(decoder); }

// Moves both pointers on. 0 when all is read, 1 where the output is full, 2 at the first half of a character, 3 at a
// byte that is none.
static inline int decoder_run(
    void *decoder, char **input, size_t *input_left, char **output, size_t *output_left) {
  if (iconv(decoder, input, input_left, output, output_left) != (size_t)-1) return 0;
  return errno == E2BIG ? 1 : errno == EINVAL ? 2 : 3;
}

#endif
