/// The service's time, as far as its answers tell: a device whose clock is wrong would sign requests that the service refuses.
actor ServiceTime {
    /// Seconds by which clocks may differ before it counts: the service takes signatures that are five minutes off.
    private static let tolerance: Int64 = 60

    /// Seconds from the device's time to the service's.
    private(set) var offset: Int64 = 0

    /// Looks at the time of an answer.
    /// - Parameters:
    ///   - date: the field `Date`.
    ///   - now: the device's time: seconds since 1970.
    /// - Returns: whether the service's time turned out to be another than was thought.
    func learn(from date: String?, now: @Sendable () -> Int64) -> Bool {
        guard let time = date.flatMap(UTCTime.seconds(httpDate:)) else { return false }
        let (difference, isTooFar) = time.subtractingReportingOverflow(now())
        guard !isTooFar else { return false }
        let known = offset
        offset = abs(difference) > Self.tolerance ? difference : 0
        return abs(offset - known) > Self.tolerance
    }
}
