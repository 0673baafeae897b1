#if canImport(CCurl)
    /// How libcurl goes about its requests.
    struct CurlSettings: Sendable {
        /// How many requests to a host may be on their way at the same time.
        let connectionsPerHost: Int
        /// After how long without a request the connections are closed.
        let idleTime: Duration
        /// The path of a PEM file with the certificates of those who may vouch for a service, in place of the system's.
        let authorities: String?
        /// The address of a proxy for `https`, in place of the environment's.
        let proxy: String?
    }
#endif
