#ifndef FLOWC_CCURL_SHIM_H
#define FLOWC_CCURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <arpa/inet.h>
#include <errno.h>
#include <malloc.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* CURLOPT_PREREQFUNCTION, without which a request could be sent twice unnoticed. */
#if LIBCURL_VERSION_NUM < 0x075000
#error "libcurl 7.80 or newer is needed"
#endif

/* Every code that libcurl returns is looked at: Swift may drop the result of a C function silently unless it is marked so. No other
   function of libcurl that returns a code is called from Swift (`.ci/check-sources`). */
#define FLOWC_CHECKED __attribute__((warn_unused_result)) static inline

/* Memory that libcurl gives back is overwritten: it copies requests, which hold proofs and codes, and answers, which hold tokens. */
static inline void flowc_curl_free(void *memory) {
    if (memory != NULL) explicit_bzero(memory, malloc_usable_size(memory));
    free(memory);
}

static inline void *flowc_curl_reallocate(void *memory, size_t size) {
    size_t kept = memory == NULL ? 0 : malloc_usable_size(memory);
    void *larger = memory != NULL && size == 0 ? NULL : malloc(size);
    if (larger == NULL && size != 0) return NULL;
    if (kept != 0 && larger != NULL) memcpy(larger, memory, kept < size ? kept : size);
    flowc_curl_free(memory);
    return larger;
}

/* Where the process has begun with libcurl before, what it set up then stays. */
FLOWC_CHECKED CURLcode flowc_curl_global_init(void) {
    return curl_global_init_mem(CURL_GLOBAL_ALL, malloc, flowc_curl_free, flowc_curl_reallocate, strdup, calloc);
}

/* Swift calls no function with a variable number of arguments: one wrapper for each type of argument. */

FLOWC_CHECKED CURLcode flowc_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

FLOWC_CHECKED CURLcode flowc_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

FLOWC_CHECKED CURLcode flowc_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

FLOWC_CHECKED CURLcode flowc_curl_set_bytes(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

FLOWC_CHECKED CURLcode flowc_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

FLOWC_CHECKED CURLcode flowc_curl_set_target(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

FLOWC_CHECKED CURLcode flowc_curl_set_reader(CURL *handle, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(handle, option, value);
}

FLOWC_CHECKED CURLcode flowc_curl_set_gate(CURL *handle, CURLoption option, curl_prereq_callback value) {
    return curl_easy_setopt(handle, option, value);
}

FLOWC_CHECKED CURLcode flowc_curl_set_socket_gate(CURL *handle, CURLoption option, curl_sockopt_callback value) {
    return curl_easy_setopt(handle, option, value);
}

/* Only http and https; the option for it changed its form with 7.85. */
FLOWC_CHECKED CURLcode flowc_curl_set_protocols(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/* Who cancels does not wait for a name server; before 7.87 there is no way to say so. */
FLOWC_CHECKED CURLcode flowc_curl_leave_resolver(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

FLOWC_CHECKED CURLcode flowc_curl_get_number(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

/* Whether a socket has bytes that nobody has read, or is at its end, or is broken. */
FLOWC_CHECKED int flowc_has_unread_bytes(curl_socket_t socket) {
    char byte;
    return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

/* Whether an address is this one, as libcurl writes it. */
FLOWC_CHECKED int flowc_is_address(const struct sockaddr_storage *address, const char *ip, int port) {
    char text[INET6_ADDRSTRLEN];
    if (address->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;
        return ntohs(four->sin_port) == port && inet_ntop(AF_INET, &four->sin_addr, text, sizeof text) && !strcmp(text, ip);
    }
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
    return address->ss_family == AF_INET6 && ntohs(six->sin6_port) == port
        && inet_ntop(AF_INET6, &six->sin6_addr, text, sizeof text) && !strcmp(text, ip);
}

/* Whether a socket is that of the connection between these two ends. */
FLOWC_CHECKED int flowc_connects(
    curl_socket_t socket, const char *local_ip, int local_port, const char *remote_ip, int remote_port) {
    struct sockaddr_storage local, remote;
    socklen_t local_size = sizeof local, remote_size = sizeof remote;
    return getsockname(socket, (struct sockaddr *)&local, &local_size) == 0
        && getpeername(socket, (struct sockaddr *)&remote, &remote_size) == 0
        && flowc_is_address(&local, local_ip, local_port) && flowc_is_address(&remote, remote_ip, remote_port);
}

FLOWC_CHECKED CURLMcode flowc_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

FLOWC_CHECKED CURLMcode flowc_curl_multi_add(CURLM *multi, CURL *handle) {
    return curl_multi_add_handle(multi, handle);
}

FLOWC_CHECKED CURLMcode flowc_curl_multi_remove(CURLM *multi, CURL *handle) {
    return curl_multi_remove_handle(multi, handle);
}

FLOWC_CHECKED CURLMcode flowc_curl_multi_perform(CURLM *multi) {
    int running = 0;
    return curl_multi_perform(multi, &running);
}

/* Waits for something to do at sockets, for a wake-up, or for so many milliseconds. */
FLOWC_CHECKED CURLMcode flowc_curl_multi_wait(CURLM *multi, int milliseconds) {
    return curl_multi_poll(multi, 0, 0, milliseconds, 0);
}

FLOWC_CHECKED CURLMcode flowc_curl_multi_wake_up(CURLM *multi) {
    return curl_multi_wakeup(multi);
}

FLOWC_CHECKED CURLMcode flowc_curl_multi_free(CURLM *multi) {
    return curl_multi_cleanup(multi);
}

/* The next transfer that has ended, or a null pointer; its result is in a union, which Swift cannot read by name. */
FLOWC_CHECKED CURL *flowc_curl_next_ended(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != 0) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return 0;
}

#endif
