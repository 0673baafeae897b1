#if canImport(CCurl)
    /// The transport that a client takes unless it is given another: over libcurl, since on Linux URLSession ends the process
    /// when a connection ends inside an answer's head.
    public typealias SystemTransport = CurlTransport
#else
    /// The transport that a client takes unless it is given another.
    public typealias SystemTransport = URLSessionTransport
#endif
