import Foundation

/// Where a host stores sign-ins, and how long it waits.
public struct FlowHostSettings: Sendable {
    /// Where the state of a sign-in is stored between two events.
    public enum StateStorage: Sendable {
        /// The client stores the sealed state: about one kilobyte, plus the service's session.
        case client
        /// Redis stores the sealed state, and the client a random id of 45 characters.
        case redis
    }

    /// Where the state is stored. A host accepts states of both kinds, so you can change this at any time.
    public var stateStorage: StateStorage
    /// How long a sign-in may take.
    public var lifetime: Duration
    /// How long the service may take to answer a request.
    public var requestLimit: Duration
    /// How long a handler may take.
    public var handlerLimit: Duration
    /// How long a client that sends an event again can receive its reply, which may contain tokens.
    public var resendWindow: Duration

    /// Creates settings.
    /// - Parameters:
    ///   - stateStorage: where the state is stored.
    ///   - lifetime: how long a sign-in may take; no longer than the service's own session.
    ///   - requestLimit: how long the service may take to answer a request.
    ///   - handlerLimit: how long a handler may take.
    ///   - resendWindow: how long a reply can be received again; zero if never.
    public init(
        stateStorage: StateStorage = .redis, lifetime: Duration = .seconds(900),
        requestLimit: Duration = .seconds(10), handlerLimit: Duration = .seconds(5),
        resendWindow: Duration = .seconds(60)
    ) {
        self.stateStorage = stateStorage
        self.lifetime = lifetime
        self.requestLimit = requestLimit
        self.handlerLimit = handlerLimit
        self.resendWindow = resendWindow
    }

    /// The lease of an event that sends a request: the limit of the request, plus that of a handler that runs after the
    /// reply.
    var lease: Duration { shortLease ?? requestLimit + handlerLimit }

    /// A shorter lease, for tests of a node that waits for longer than its lease lasts.
    package var shortLease: Duration?
}

extension Duration {
    /// The time since 1970, by the clock of this machine.
    static var sinceEpoch: Duration { .milliseconds(Int64(Date().timeIntervalSince1970 * 1000)) }

    /// The duration in whole milliseconds, rounded down.
    var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
