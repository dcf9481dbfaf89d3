// A disk that is slower: every sync takes RETEST_BENCH_SYNC_US microseconds more. To be preloaded.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static long extra = -1;

static int slower(const char *name, int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  int result = real(fd);
  if (extra < 0) {
    const char *given = getenv("RETEST_BENCH_SYNC_US");
    extra = given == NULL ? 0 : atol(given);
  }
  if (extra > 0) {
    struct timespec wait = {extra / 1000000, extra % 1000000 * 1000};
    nanosleep(&wait, NULL);
  }
  return result;
}

int fsync(int fd) { return slower("fsync", fd); }
int fdatasync(int fd) { return slower("fdatasync", fd); }
