#ifndef LINER_CEMBEDDED_H
#define LINER_CEMBEDDED_H

// The files embedded in the program: declarations, samples and tables. `#embed` takes no build time, while SwiftPM's
// `.embedInCode` makes an array literal of each file, and 300 kB of those take the compiler 46 seconds.

struct embedded_file {
  const char *_Nonnull name;
  /// UTF-8, ends with a zero byte; null in the last entry.
  const unsigned char *_Nullable text;
  /// Of a sample: a command that shows something of it.
  const char *_Nullable suggestion;
};

/// Each list ends with an entry whose name is empty.
const struct embedded_file *_Nonnull embedded_declarations(void);
const struct embedded_file *_Nonnull embedded_samples(void);
const struct embedded_file *_Nonnull embedded_tables(void);

/// Reads a numeric address into `bytes`, which has room for 16.
/// - Parameter is_loose: whether any form that inet_aton(3) accepts counts, not only the usual ones.
/// - Returns: how many bytes it has, 4 or 16; 0 if it is none.
int address_bytes(const char *_Nonnull text, int is_loose, unsigned char *_Nonnull bytes);

#endif
