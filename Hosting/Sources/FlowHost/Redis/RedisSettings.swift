public import FlowRuntime

/// Where the guard's Redis is, and how long a host waits for it.
///
/// Each command waits at most ``commandLimit`` for a thread and ``commandLimit`` for its reply. Opening a connection
/// adds ``connectLimit``, and ``commandLimit`` for each of AUTH, SELECT and TIME. After that, the host refuses the
/// event as `unavailable`.
///
/// Disable eviction (`maxmemory-policy noeviction`) and enable the append-only file. If Redis loses an entry, the
/// sign-in cannot continue.
public struct RedisSettings: Sendable, Redacted {
    /// How Redis is reached.
    enum Address: Sendable {
        case tcp(host: String, port: Int)
        case socket(path: String)
    }

    let address: Address
    /// The user of `AUTH`; nil for the default user. Has no effect without a password.
    public var user: String?
    /// The password of `AUTH`; nil if Redis needs no password.
    public var password: String?
    /// The number of the database.
    public var database = 0
    /// The number of connections. Each has a thread of its own.
    public var connections = 4
    /// How long a connection may take to open.
    public var connectLimit = Duration.milliseconds(250)
    /// How long a command may take.
    public var commandLimit = Duration.milliseconds(350)
    /// What every key begins with.
    public var prefix = "flow:"

    /// Creates settings for Redis at a host name or an address, and a port.
    public init(host: String = "127.0.0.1", port: Int = 6379) { address = .tcp(host: host, port: port) }

    /// Creates settings for Redis at a Unix domain socket.
    public init(socket path: String) { address = .socket(path: path) }
}
