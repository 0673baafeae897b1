/// What a look at the session can be told; the names are Amplify's.
public enum AuthFetchSessionRequest {
    /// Options of ``AuthCategory/fetchAuthSession(options:)``.
    public struct Options: Sendable {
        /// Whether the tokens are refreshed even if they can still be used.
        public var forceRefresh: Bool

        /// Options.
        public init(forceRefresh: Bool = false) {
            self.forceRefresh = forceRefresh
        }

        /// The tokens are refreshed even if they can still be used.
        public static func forceRefresh() -> Options { Options(forceRefresh: true) }
    }
}
