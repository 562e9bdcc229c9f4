/* A disk whose syncs take longer: preloaded into whatever writes, a database's server among it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

typedef int (*sync_call)(int);

static int sync_late(const char *name, int file)
{
    long us = atol(getenv("BENCH_SYNC_US"));
    struct timespec late = {us / 1000000, us % 1000000 * 1000};
    nanosleep(&late, NULL);
    return ((sync_call)dlsym(RTLD_NEXT, name))(file);
}

int fsync(int file) { return sync_late("fsync", file); }
int fdatasync(int file) { return sync_late("fdatasync", file); }
