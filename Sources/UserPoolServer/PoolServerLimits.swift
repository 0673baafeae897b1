/// What a request to a server may take.
package struct PoolServerLimits: Sendable {
    /// Bytes of a body. Amazon Cognito's own limits of all members together lie far below the default of 1 MiB.
    package var bodyBytes: Int
    /// Bytes that are still read, and dropped, of a body that is too large: a client that writes first and reads then gets the
    /// refusal if the rest is no longer than this.
    package var drainedBytes: Int
    /// Seconds that a body may take to come and the pool to answer.
    package var seconds: Double

    /// Limits with the defaults.
    package init(bodyBytes: Int = 1_048_576, drainedBytes: Int = 16_777_216, seconds: Double = 30) {
        self.bodyBytes = bodyBytes
        self.drainedBytes = drainedBytes
        self.seconds = seconds
    }
}
