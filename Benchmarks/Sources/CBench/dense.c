#include "CBench.h"

__attribute__((noinline)) int dense_step(struct dense_session *session, uint32_t event) {
    uint16_t next = session->table[session->state * session->events + event];
    if (next == 0xFFFF) return 0;
    session->state = next;
    return 1;
}
