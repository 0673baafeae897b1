#ifndef FLOWC_CHIREDIS_SHIM_H
#define FLOWC_CHIREDIS_SHIM_H

#include <errno.h>
#include <hiredis/hiredis.h>
#include <sys/socket.h>

/* Whether an idle connection was closed by the server, or holds bytes that belong to no command. */
static inline int flowc_redis_is_stale(const redisContext *context) {
    char byte;
    return recv(context->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

#endif
