// The flow of signin-25.flow.xml for the competitors: states and events by number, in the order of the file.
#include "CBench.h"

const char *const signin25_events[] = {
    "begin", "submit", "cancel", "passwordSelected", "srpSelected", "passkeySelected", "smsSelected",
    "emailSelected", "back", "ok", "wrong", "mfaSelect", "mfaSetup", "newPasswordRequired", "lockout",
    "error", "totpSelected", "resend", "expired", "retry", "signOut",
};

const uint8_t signin25_edges[SIGNIN25_EDGES][3] = {
    {0, 0, 1}, {1, 1, 2}, {1, 2, 0}, {2, 3, 3}, {2, 4, 5}, {2, 5, 7}, {2, 6, 15}, {2, 7, 18}, {2, 2, 0},
    {3, 1, 4}, {3, 8, 2}, {3, 2, 0}, {4, 9, 24}, {4, 10, 3}, {4, 11, 9}, {4, 12, 10}, {4, 13, 21},
    {4, 14, 23}, {4, 15, 23}, {5, 1, 6}, {5, 15, 23}, {5, 2, 0}, {6, 9, 24}, {6, 10, 5}, {6, 11, 9},
    {6, 12, 10}, {6, 13, 21}, {6, 15, 23}, {7, 1, 8}, {7, 8, 2}, {7, 2, 0}, {8, 9, 24}, {8, 10, 7},
    {8, 15, 23}, {9, 16, 13}, {9, 6, 15}, {9, 7, 18}, {9, 2, 0}, {10, 16, 11}, {10, 7, 18}, {10, 2, 0},
    {11, 1, 12}, {11, 15, 23}, {12, 9, 24}, {12, 10, 11}, {12, 15, 23}, {13, 1, 14}, {13, 2, 0}, {14, 9, 24},
    {14, 10, 13}, {14, 14, 23}, {15, 9, 16}, {15, 15, 23}, {16, 1, 17}, {16, 17, 15}, {16, 2, 0}, {17, 9, 24},
    {17, 10, 16}, {17, 18, 15}, {18, 9, 19}, {18, 15, 23}, {19, 1, 20}, {19, 17, 18}, {20, 9, 24},
    {20, 10, 19}, {21, 1, 22}, {22, 9, 24}, {22, 10, 21}, {23, 19, 0}, {24, 20, 0},
};
