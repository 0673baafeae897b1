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

/* Version 7.80 introduced CURLOPT_PREREQFUNCTION, without which a request could be sent twice unnoticed. */
#if LIBCURL_VERSION_NUM < 0x075000
#error "libcurl 7.80 or newer is needed"
#endif

/* Makes the compiler warn if Swift ignores a result code; without the attribute, Swift may ignore the result of a C function. Swift calls
   libcurl's functions that return a code only through these wrappers (`.ci/check-sources`). */
#define FLOWC_CHECKED __attribute__((warn_unused_result)) static inline

/* Zeroes memory before freeing it, because libcurl copies requests, which contain proofs and codes, and responses, which contain tokens. */
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

/* Initializes libcurl with these memory functions. If the process has already initialized libcurl, its earlier memory functions remain. */
FLOWC_CHECKED CURLcode flowc_curl_global_init(void) {
    return curl_global_init_mem(CURL_GLOBAL_ALL, malloc, flowc_curl_free, flowc_curl_reallocate, strdup, calloc);
}

/* Swift cannot call variadic functions, so there is one wrapper for each type of argument. */

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

/* Allows only http and https. libcurl 7.85 replaced the option. */
FLOWC_CHECKED CURLcode flowc_curl_set_protocols(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/* Lets a cancellation end without waiting for a name server. Before 7.87, libcurl has no such option. */
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

/* Returns whether a socket has unread bytes, is at its end, or is broken. */
FLOWC_CHECKED int flowc_has_unread_bytes(curl_socket_t socket) {
    char byte;
    return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

/* Returns whether an address has this IP address, in libcurl's notation, and this port. */
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

/* Returns whether a socket belongs to the connection with these local and remote ends. */
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

/* Waits for activity on the sockets, for a wake-up, or until the timeout expires. */
FLOWC_CHECKED CURLMcode flowc_curl_multi_wait(CURLM *multi, int milliseconds) {
    return curl_multi_poll(multi, 0, 0, milliseconds, 0);
}

FLOWC_CHECKED CURLMcode flowc_curl_multi_wake_up(CURLM *multi) {
    return curl_multi_wakeup(multi);
}

FLOWC_CHECKED CURLMcode flowc_curl_multi_free(CURLM *multi) {
    return curl_multi_cleanup(multi);
}

/* Returns the next transfer that has ended, and sets `result`; returns a null pointer if none has ended. */
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
