#ifndef FLOWC_CHIREDIS_SHIM_H
#define FLOWC_CHIREDIS_SHIM_H

#include <errno.h>
#include <hiredis/hiredis.h>
#include <sys/socket.h>
#ifdef __linux__
#include <sys/prctl.h>
#else
#include <pthread.h>
#endif

/* Whether an idle connection was closed by the server, or holds bytes that belong to no command. */
static inline int flowc_redis_is_stale(const redisContext *context) {
    char byte;
    return recv(context->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

/* Names the calling thread, for top and debuggers. Swift cannot call prctl, and glibc hides pthread_setname_np. */
static inline void flowc_name_thread(const char *name) {
#ifdef __linux__
    prctl(PR_SET_NAME, name, 0, 0, 0);
#else
    pthread_setname_np(name);
#endif
}

#endif
