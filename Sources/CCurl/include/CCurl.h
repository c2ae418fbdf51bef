#ifndef LINER_CCURL_H
#define LINER_CCURL_H

// libcurl, opened at the first request: a session without one never loads it and its thirty libraries. Its own header
// provides only types and numbers; code that links to one of its functions fails to link.

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdint.h>

// The functions of libcurl that liner calls and Swift can call; the variadic ones follow below.
struct ccurl {
  typeof(curl_easy_init) *_Nonnull easy_init;
  typeof(curl_easy_cleanup) *_Nonnull easy_cleanup;
  typeof(curl_easy_strerror) *_Nonnull easy_strerror;
  typeof(curl_multi_init) *_Nonnull multi_init;
  typeof(curl_multi_cleanup) *_Nonnull multi_cleanup;
  typeof(curl_multi_add_handle) *_Nonnull multi_add_handle;
  typeof(curl_multi_remove_handle) *_Nonnull multi_remove_handle;
  typeof(curl_multi_perform) *_Nonnull multi_perform;
  typeof(curl_multi_poll) *_Nonnull multi_poll;
  typeof(curl_multi_wakeup) *_Nonnull multi_wakeup;
  typeof(curl_slist_append) *_Nonnull slist_append;
  typeof(curl_slist_free_all) *_Nonnull slist_free_all;
};

// Opens libcurl once per process; NULL if there is none, or none new enough. Any thread may call it.
const struct ccurl *_Nullable ccurl_open(void);

// Why `ccurl_open` returned NULL, in the system's words.
const char *_Nonnull ccurl_problem(void);

// Why a transfer failed on this machine before any host could answer, in the system's words; NULL if it did not.
const char *_Nullable ccurl_shortage(CURL *_Nullable easy);

// The name of the library for the dynamic linker.
extern const char *_Nonnull const ccurl_name;

// Sets an option that takes a number, in whatever size that option needs.
CURLcode ccurl_set_number(CURL *_Nonnull easy, CURLoption option, int64_t number);

// Sets an option that takes a string or other data; libcurl copies strings.
CURLcode ccurl_set_pointer(CURL *_Nonnull easy, CURLoption option, const void *_Nullable pointer);

// Calls `head` for each header line, `body` for the decompressed bytes, and `peer` with the connected address before
// anything is sent; each with `context`.
void ccurl_set_callbacks(
    CURL *_Nonnull easy, curl_write_callback _Nonnull head, curl_write_callback _Nonnull body,
    curl_prereq_callback _Nonnull peer, void *_Nullable context);

// A number that libcurl knows about a transfer; 0 if unknown.
int64_t ccurl_number(CURL *_Nonnull easy, CURLINFO info);

// A transfer that has ended since the last call, and its result; NULL if there is none.
CURL *_Nullable ccurl_finished(CURLM *_Nonnull multi, CURLcode *_Nonnull result);

// Runs `body` on a thread of its own that receives no signals: OpenSSL may write to a broken connection, and the
// terminal's signals belong to other threads. Returns 0, or the error that kept the thread from starting.
int ccurl_start_thread(void (*_Nonnull body)(void *_Nullable), void *_Nullable context);

#endif
