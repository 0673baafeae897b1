/// Estimates the service's time from its responses. With a wrong device clock, the service would reject signatures.
actor ServiceTime {
    /// The difference in seconds that is ignored. The service accepts signatures that are up to five minutes off.
    private static let tolerance: Int64 = 60

    /// The difference between the service's time and the device's, in seconds.
    private(set) var offset: Int64 = 0

    /// Updates ``offset`` from a response's time. A missing or malformed date changes nothing.
    /// - Parameters:
    ///   - date: the response's `Date` header.
    ///   - now: returns the device's time in seconds since 1970.
    /// - Returns: whether the offset has changed by more than the tolerance.
    func updateOffset(from date: String?, now: @Sendable () -> Int64) -> Bool {
        guard let time = date.flatMap(UTCTime.seconds(httpDate:)) else { return false }
        let (difference, hasOverflowed) = time.subtractingReportingOverflow(now())
        guard !hasOverflowed else { return false }
        let formerOffset = offset
        offset = abs(difference) > Self.tolerance ? difference : 0
        return abs(offset - formerOffset) > Self.tolerance
    }
}
