/// TIMESTAMP of a password proof: `Sat Jan 1 00:00:00 UTC 2022`, in English, UTC and the Gregorian calendar whatever the
/// device is set to. The day has one digit below 10.
package enum CognitoTimestamp {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let secondsOfDay: Int64 = 86_400
    /// Seconds that are still in the years 1 to 9999.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// The text of an instant; one outside the years 1 to 9999 is taken for the nearest within.
    /// - Parameter seconds: seconds since 1970 in UTC.
    /// - Returns: the text.
    package static func text(secondsSince1970 seconds: Int64) -> String {
        let seconds = min(max(seconds, range.lowerBound), range.upperBound)
        let (days, time) = seconds.flooredQuotientAndRemainder(secondsOfDay)
        let date = civil(days)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let weekday = weekdays[Int(days.flooredQuotientAndRemainder(7).remainder)]
        return "\(weekday) \(months[date.month - 1]) \(date.day) \(clock.joined(separator: ":")) UTC \(date.year)"
    }

    /// Whether a text has this form; that its date exists is not seen to.
    package static func isWellFormed(_ text: String) -> Bool {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 6, weekdays.contains(words[0]), months.contains(words[1]), words[4] == "UTC",
            let day = Int(words[2]), (1...31).contains(day), words[2] == String(day),
            let year = Int(words[5]), (1...9999).contains(year)
        else { return false }
        let clock = words[3].split(separator: ":", omittingEmptySubsequences: false)
        let limits = [24, 60, 60]
        return clock.count == 3
            && zip(clock, limits).allSatisfy { part, limit in
                part.utf8.count == 2 && part.allSatisfy(\.isNumber) && Int(part).map { $0 < limit } ?? false
            }
    }

    /// The date of a day since 1970. Years begin in March in between, so that a leap day comes last, and eras of 400
    /// years have the same number of days.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).flooredQuotientAndRemainder(146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Int64 {
    /// The quotient rounded down, and a remainder that is not negative, for a positive divisor.
    fileprivate func flooredQuotientAndRemainder(_ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
