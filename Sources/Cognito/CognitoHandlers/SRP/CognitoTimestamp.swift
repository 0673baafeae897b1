/// The TIMESTAMP of a password proof: `Sat Jan 1 00:00:00 UTC 2022`. It is in English, UTC and the Gregorian calendar,
/// independent of the device's settings. Days below 10 have one digit.
package enum CognitoTimestamp {
    /// The days of the week, beginning with the day of January 1, 1970.
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let secondsPerDay: Int64 = 86_400
    /// The seconds of the years 1 to 9999.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Returns a time as a TIMESTAMP. Times outside the years 1 to 9999 are clamped.
    /// - Parameter seconds: seconds since 1970 (UTC).
    /// - Returns: the value of TIMESTAMP.
    package static func text(secondsSince1970 seconds: Int64) -> String {
        let clamped = min(max(seconds, range.lowerBound), range.upperBound)
        let (days, time) = clamped.flooredQuotientAndRemainder(secondsPerDay)
        let calendarDate = date(ofDay: days)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let weekday = weekdays[Int(days.flooredQuotientAndRemainder(Int64(weekdays.count)).remainder)]
        let dayText = "\(weekday) \(months[calendarDate.month - 1]) \(calendarDate.day)"
        return "\(dayText) \(clock.joined(separator: ":")) UTC \(calendarDate.year)"
    }

    /// Returns whether a text has the format of a TIMESTAMP. Does not check that the date exists.
    package static func isWellFormed(_ text: String) -> Bool {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 6, weekdays.contains(words[0]), months.contains(words[1]), words[4] == "UTC",
            let day = Int(words[2]), (1...31).contains(day), words[2] == String(day),
            let year = Int(words[5]), (1...9999).contains(year), words[5] == String(year)
        else { return false }
        return isClock(words[3])
    }

    /// Returns whether a text is a time of day, such as `09:05:00`.
    private static func isClock(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let limits = [24, 60, 60]
        guard parts.count == limits.count else { return false }
        return zip(parts, limits).allSatisfy { part, limit in
            guard part.utf8.count == 2, part.allSatisfy(\.isNumber), let number = Int(part) else { return false }
            return number < limit
        }
    }

    /// Returns the date of a day, counted from January 1, 1970.
    ///
    /// This is `civil_from_days` of H. Hinnant, "chrono-Compatible Low-Level Date Algorithms". Years start in March, so
    /// that the leap day is the last day of a year. Days are counted in eras of 400 years, which have the same length.
    private static func date(ofDay days: Int64) -> (year: Int64, month: Int, day: Int64) {
        // From March 1 of the year 0 to January 1, 1970.
        let daysBefore1970: Int64 = 719_468
        let daysPerEra: Int64 = 146_097
        let (era, dayOfEra) = (days + daysBefore1970).flooredQuotientAndRemainder(daysPerEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Int64 {
    /// Divides by a positive divisor, rounding down. The remainder is not negative.
    fileprivate func flooredQuotientAndRemainder(_ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
