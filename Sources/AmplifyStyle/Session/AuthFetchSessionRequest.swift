/// Amplify's namespace for the options of a session request.
public enum AuthFetchSessionRequest {
    /// Options of ``AuthCategory/fetchAuthSession(options:)``.
    public struct Options: Sendable {
        /// Whether to refresh the tokens even if they are still valid.
        public var forceRefresh: Bool

        /// Creates options. By default, only expired tokens are refreshed.
        public init(forceRefresh: Bool = false) {
            self.forceRefresh = forceRefresh
        }

        /// Returns options that refresh the tokens even if they are valid.
        public static func forceRefresh() -> Options { Options(forceRefresh: true) }
    }
}
