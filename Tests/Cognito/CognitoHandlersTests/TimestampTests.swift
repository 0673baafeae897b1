import Testing

import CognitoHandlers

/// The text of an instant in a password proof.
struct TimestampTests {
    @Test(arguments: [
        (0, "Thu Jan 1 00:00:00 UTC 1970"), (-1, "Wed Dec 31 23:59:59 UTC 1969"),
        (951_782_400, "Tue Feb 29 00:00:00 UTC 2000"), (1_709_251_199, "Thu Feb 29 23:59:59 UTC 2024"),
        (1_709_251_200, "Fri Mar 1 00:00:00 UTC 2024"), (4_107_542_400, "Mon Mar 1 00:00:00 UTC 2100"),
        (Int64.max, "Fri Dec 31 23:59:59 UTC 9999"), (Int64.min, "Mon Jan 1 00:00:00 UTC 1"),
    ])
    func instants(seconds: Int64, text: String) {
        #expect(CognitoTimestamp.text(secondsSince1970: seconds) == text)
    }
}
