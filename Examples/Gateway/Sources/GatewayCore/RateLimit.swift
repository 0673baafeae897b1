/// A limit of requests by key, such as a client's address: a token bucket for each key.
///
/// It keeps hashes of at most `capacity` keys, so that long keys need no more memory. Each node counts for itself.
package struct RateLimit: Sendable {
    /// The requests that a key may send at once.
    private let burst: Double
    /// The requests that a key may send a second, on average.
    private let rate: Double
    private let capacity: Int
    private var buckets: [Int: (tokens: Double, time: Double)] = [:]

    /// Creates a limit.
    /// - Parameters:
    ///   - perMinute: the requests per minute and the burst of a key; 0 means no limit.
    ///   - capacity: the keys to remember.
    package init(perMinute: Int, capacity: Int = 100_000) {
        burst = Double(perMinute)
        rate = Double(perMinute) / 60
        self.capacity = capacity
    }

    /// Counts a request, if its key may send it now.
    /// - Parameters:
    ///   - key: identifies the sender.
    ///   - now: the time, in seconds.
    /// - Returns: nil if the request was counted, or else the seconds until the key may send one.
    package mutating func count(_ key: String, now: Double) -> Int? {
        guard burst > 0 else { return nil }
        // No client can find keys of the same hash, because each process has a seed of its own.
        let key = key.hashValue
        if buckets.count >= capacity, buckets[key] == nil { forgetFullBuckets(now) }
        var bucket = buckets[key] ?? (burst, now)
        bucket.tokens = min(burst, bucket.tokens + (now - bucket.time) * rate)
        bucket.time = now
        defer { buckets[key] = bucket }
        guard bucket.tokens < 1 else {
            bucket.tokens -= 1
            return nil
        }
        return Int(((1 - bucket.tokens) / rate).rounded(.up))
    }

    /// Removes the buckets that are full again or, if that is not enough, all buckets.
    private mutating func forgetFullBuckets(_ now: Double) {
        buckets = buckets.filter { _, bucket in bucket.tokens + (now - bucket.time) * rate < burst }
        if buckets.count >= capacity { buckets = [:] }
    }
}
