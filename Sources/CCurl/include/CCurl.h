#ifndef LINER_CCURL_H
#define LINER_CCURL_H

// libcurl, opened when it is first wanted: what asks nothing of the network never loads it and its thirty libraries. From
// its own header come types and numbers only; whatever would link to one of its functions does not link at all.

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdint.h>

// The functions of libcurl that liner calls and Swift can call; those with arguments of any kind follow below.
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
  typeof(curl_url) *_Nonnull url;
  typeof(curl_url_set) *_Nonnull url_set;
  typeof(curl_url_get) *_Nonnull url_get;
  typeof(curl_url_cleanup) *_Nonnull url_cleanup;
  typeof(curl_free) *_Nonnull free;
};

// Opens libcurl, once in a process; NULL where there is none that will do. Any thread may call it.
const struct ccurl *_Nullable ccurl_open(void);

// What is opened, by the name that the dynamic linker knows it by.
extern const char *_Nonnull const ccurl_name;

// Sets an option that takes a number, of whichever size that option wants.
CURLcode ccurl_set_number(CURL *_Nonnull easy, CURLoption option, int64_t number);

// Sets an option that takes a string or other data; libcurl copies strings.
CURLcode ccurl_set_pointer(CURL *_Nonnull easy, CURLoption option, const void *_Nullable pointer);

// Has `head` told of each line of a head, `body` of what comes in unpacked, and `peer` of who was connected to before
// anything is sent; each with `context`.
void ccurl_set_callbacks(
    CURL *_Nonnull easy, curl_write_callback _Nonnull head, curl_write_callback _Nonnull body,
    curl_prereq_callback _Nonnull peer, void *_Nullable context);

// A number that libcurl knows about a transfer, 0 where it does not.
int64_t ccurl_number(CURL *_Nonnull easy, CURLINFO info);

// A transfer that has ended since it was last asked, and how; NULL where there is none.
CURL *_Nullable ccurl_finished(CURLM *_Nonnull multi, CURLcode *_Nonnull result);

// Runs `body` on a thread of its own that no signal is delivered to: OpenSSL may write to a broken connection, and the
// signals of the terminal belong to others. 0, or the number of what kept the thread from starting.
int ccurl_start_thread(void (*_Nonnull body)(void *_Nullable), void *_Nullable context);

#endif
