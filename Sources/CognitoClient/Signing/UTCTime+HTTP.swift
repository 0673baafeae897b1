extension UTCTime {
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

    /// Returns the number that at least two digits denote; nil if the text is malformed, or the number is not in the
    /// range.
    private static func number(_ text: Substring, in range: ClosedRange<Int64>) -> Int64? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard text.utf8.count >= 2, text.utf8.allSatisfy({ digits.contains($0) }), let number = Int64(text),
            range.contains(number)
        else { return nil }
        return number
    }
}
