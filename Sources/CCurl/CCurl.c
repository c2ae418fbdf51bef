#include "CCurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const ccurl_name = "libcurl.so.4";

// 7.85.0, the first with protocols by name; the peer callback came in 7.80.
static const unsigned int oldest = 0x075500;

static struct ccurl functions;
static typeof(curl_global_init) *global_init;
static typeof(curl_version_info) *version_info;
static typeof(curl_easy_setopt) *easy_setopt;
static typeof(curl_easy_getinfo) *easy_getinfo;
static typeof(curl_multi_info_read) *multi_info_read;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;
static char problem[256] = "it is too old, or not complete";

// dlsym returns a function's address as a data pointer; POSIX says that both have the same size.
#define FIND(library, place, name) ((*(void **)&(place) = dlsym(library, name)) != NULL)

static void open_library(void) {
  // Never closed, because its threads and handlers may outlive the caller.
  void *library = dlopen(ccurl_name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    if (reason != NULL) snprintf(problem, sizeof problem, "%s", reason);
    return;
  }
  is_open = FIND(library, functions.easy_init, "curl_easy_init")
      && FIND(library, functions.easy_cleanup, "curl_easy_cleanup")
      && FIND(library, functions.easy_strerror, "curl_easy_strerror")
      && FIND(library, functions.multi_init, "curl_multi_init")
      && FIND(library, functions.multi_cleanup, "curl_multi_cleanup")
      && FIND(library, functions.multi_add_handle, "curl_multi_add_handle")
      && FIND(library, functions.multi_remove_handle, "curl_multi_remove_handle")
      && FIND(library, functions.multi_perform, "curl_multi_perform")
      && FIND(library, functions.multi_poll, "curl_multi_poll")
      && FIND(library, functions.multi_wakeup, "curl_multi_wakeup")
      && FIND(library, functions.slist_append, "curl_slist_append")
      && FIND(library, functions.slist_free_all, "curl_slist_free_all")
      && FIND(library, global_init, "curl_global_init")
      && FIND(library, version_info, "curl_version_info")
      && FIND(library, easy_setopt, "curl_easy_setopt")
      && FIND(library, easy_getinfo, "curl_easy_getinfo")
      && FIND(library, multi_info_read, "curl_multi_info_read")
      && version_info(CURLVERSION_NOW)->version_num >= oldest
      && global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const struct ccurl *ccurl_open(void) {
  pthread_once(&once, open_library);
  return is_open ? &functions : NULL;
}

const char *ccurl_problem(void) { return problem; }

static bool is_shortage(long number) { return number == EMFILE || number == ENFILE || number == ENOMEM; }

const char *ccurl_shortage(CURL *easy) {
  long number = 0;
  if (easy != NULL) easy_getinfo(easy, CURLINFO_OS_ERRNO, &number);
  if (is_shortage(number)) return strerror((int)number);
  // The resolver's thread reports no errors. A connection needs two descriptors, and a name lookup four.
  int spare[4];
  int count = 0;
  number = 0;
  while (count < 4 && number == 0) {
    int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) number = errno;
    else spare[count++] = descriptor;
  }
  while (count > 0) close(spare[--count]);
  return is_shortage(number) ? strerror((int)number) : NULL;
}

CURLcode ccurl_set_number(CURL *easy, CURLoption option, int64_t number) {
  return option >= CURLOPTTYPE_OFF_T ? easy_setopt(easy, option, (curl_off_t)number)
                                     : easy_setopt(easy, option, (long)number);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *pointer) {
  return easy_setopt(easy, option, pointer);
}

void ccurl_set_callbacks(
    CURL *easy, curl_write_callback head, curl_write_callback body, curl_prereq_callback peer, void *context) {
  easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
  easy_setopt(easy, CURLOPT_HEADERDATA, context);
  easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
  easy_setopt(easy, CURLOPT_WRITEDATA, context);
  easy_setopt(easy, CURLOPT_PREREQFUNCTION, peer);
  easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

int64_t ccurl_number(CURL *easy, CURLINFO info) {
  if ((info & CURLINFO_TYPEMASK) == CURLINFO_OFF_T) {
    curl_off_t number = 0;
    return easy_getinfo(easy, info, &number) == CURLE_OK ? number : 0;
  }
  long number = 0;
  return easy_getinfo(easy, info, &number) == CURLE_OK ? number : 0;
}

CURL *ccurl_finished(CURLM *multi, CURLcode *result) {
  int left = 0;
  for (CURLMsg *message = multi_info_read(multi, &left); message; message = multi_info_read(multi, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

struct start {
  void (*body)(void *);
  void *context;
};

static void *begin(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

int ccurl_start_thread(void (*body)(void *), void *context) {
  struct start *start = malloc(sizeof *start);
  if (start == NULL) return -1;
  *start = (struct start){body, context};
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int problem = pthread_create(&thread, NULL, begin, start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (problem == 0) pthread_detach(thread);
  else free(start);
  return problem;
}
