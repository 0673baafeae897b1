#if canImport(CCurl)
    /// The default transport. On Linux it is libcurl, since `URLSession` crashes the process if a connection ends
    /// inside a response's head.
    public typealias SystemTransport = CurlTransport
#else
    /// The default transport.
    public typealias SystemTransport = URLSessionTransport
#endif
