/// A time in UTC, formatted for signatures.
package struct UTCTime: Sendable, Equatable {
    /// The day: `20150830`.
    package let day: String
    /// Day and time in ISO 8601 basic format: `20150830T123600Z`.
    package let compact: String

    static let secondsPerDay: Int64 = 86_400
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

    /// Returns whether a year has a leap day.
    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// Returns the number of days of a year.
    static func days(inYear year: Int64) -> Int64 { isLeap(year) ? 366 : 365 }

    /// Returns the number of days of a month, from 1 to 12.
    static func days(inMonth month: Int, of year: Int64) -> Int64 {
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
}
