/// A time in UTC: formatted for signatures, and read from the date of an HTTP response.
package struct UTCTime: Sendable, Equatable {
    /// The day: `20150830`.
    package let day: String
    /// Day and time in ISO 8601 basic format: `20150830T123600Z`.
    package let compact: String

    private static let secondsPerDay: Int64 = 86_400
    /// The number of days after which the calendar repeats.
    private static let daysPer400Years: Int64 = 146_097
    /// The last second of the year 9999.
    private static let latest: Int64 = 253_402_300_799

    /// Formats a time.
    /// - Parameter seconds: seconds since 1970, without leap seconds. It is clamped to the years 1970 to 9999.
    package init(seconds: Int64) {
        let clamped = min(max(seconds, 0), Self.latest)
        let date = Self.date(daysSince1970: clamped / Self.secondsPerDay)
        let time = clamped % Self.secondsPerDay
        day = Self.digits(date.year, 4) + Self.digits(Int64(date.month), 2) + Self.digits(date.day, 2)
        compact =
            day + "T" + Self.digits(time / 3600, 2) + Self.digits(time / 60 % 60, 2) + Self.digits(time % 60, 2) + "Z"
    }

    /// Returns the Gregorian date of a day. Months and days count from 1.
    private static func date(daysSince1970: Int64) -> (year: Int64, month: Int, day: Int64) {
        var year = 1970 + daysSince1970 / daysPer400Years * 400
        var remainingDays = daysSince1970 % daysPer400Years
        while remainingDays >= days(inYear: year) {
            remainingDays -= days(inYear: year)
            year += 1
        }
        var month = 1
        while remainingDays >= days(inMonth: month, of: year) {
            remainingDays -= days(inMonth: month, of: year)
            month += 1
        }
        return (year, month, remainingDays + 1)
    }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(inYear year: Int64) -> Int64 { isLeap(year) ? 366 : 365 }

    /// Returns the number of days in a month. Months count from 1.
    private static func days(inMonth month: Int, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns a number in decimal, padded with leading zeros to `count` digits.
    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Parses an HTTP date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
    /// - Returns: seconds since 1970; nil if the text has any other format, including the two obsolete ones.
    static func seconds(httpDate text: String) -> Int64? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        // The name of the day has three letters and a comma. It is redundant, so it is not checked further.
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
            let day = number(parts[1], in: 1...31), let monthIndex = months.firstIndex(of: String(parts[2])),
            let year = number(parts[3], in: 1970...9999), let time = seconds(ofTime: parts[4])
        else { return nil }
        var daysSince1970 = day - 1
        for earlierYear in 1970..<year { daysSince1970 += days(inYear: earlierYear) }
        for earlierIndex in 0..<monthIndex { daysSince1970 += days(inMonth: earlierIndex + 1, of: year) }
        return daysSince1970 * secondsPerDay + time
    }

    /// Parses a time of day such as `08:49:37`.
    /// - Returns: seconds since midnight, or nil if the text is malformed.
    private static func seconds(ofTime text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = number(parts[0], in: 0...23), let minutes = number(parts[1], in: 0...59),
            // 60 is a leap second.
            let seconds = number(parts[2], in: 0...60)
        else { return nil }
        return hours * 3600 + minutes * 60 + seconds
    }

    /// Parses a number of at least two digits.
    /// - Returns: nil if the text is malformed, or the number is not in the range.
    private static func number(_ text: Substring, in range: ClosedRange<Int64>) -> Int64? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard text.utf8.count >= 2, text.utf8.allSatisfy({ digits.contains($0) }), let number = Int64(text),
            range.contains(number)
        else { return nil }
        return number
    }
}

/// An estimate of the service's time, from its responses. The service rejects signatures with a wrong time.
actor ServiceTime {
    /// The largest difference in seconds that is ignored. The service accepts signatures up to five minutes off.
    private static let tolerance: Int64 = 60

    /// The difference between the service's time and the device's, in seconds; 0 if it is at most the tolerance.
    private(set) var offset: Int64 = 0

    /// Updates ``offset`` from a response's time. A missing or malformed date, or an overflow, changes nothing.
    /// - Parameters:
    ///   - date: the response's `Date` header.
    ///   - usedOffset: the offset with which the request was signed. ``offset`` may have changed since.
    ///   - now: returns the device's time in seconds since 1970. The host's clock may return any number.
    /// - Returns: whether the offset differs from that of the request by more than the tolerance.
    func updateOffset(from date: String?, since usedOffset: Int64, now: @Sendable () -> Int64) -> Bool {
        if let time = date.flatMap(UTCTime.seconds(httpDate:)) {
            let (difference, hasOverflowed) = time.subtractingReportingOverflow(now())
            if !hasOverflowed { offset = difference.magnitude > Self.tolerance ? difference : 0 }
        }
        let (change, hasOverflowed) = offset.subtractingReportingOverflow(usedOffset)
        return hasOverflowed || change.magnitude > Self.tolerance
    }
}
