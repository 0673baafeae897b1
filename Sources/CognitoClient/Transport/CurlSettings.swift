#if canImport(CCurl)
    /// The settings of a transport over libcurl.
    struct CurlSettings: Sendable {
        /// The maximum number of concurrent requests per host.
        let connectionsPerHost: Int
        /// How long connections may be idle before they are closed.
        let idleTime: Duration
        /// The path of a PEM file with trusted certificate authorities, instead of the system's.
        let authorities: String?
        /// The address of a proxy for `https`, instead of the environment's.
        let proxy: String?
    }
#endif
