import CognitoHandlers
public import FlowSealing

/// Stores a pending sign-in between launches. The sign-in is encrypted for its pool and app client, and older snapshots
/// of it cannot be resumed.
public struct SignInSealing: Sendable {
    private let seal: any SnapshotSeal
    private let keeper: any SnapshotGuard
    private let user: [UInt8]
    private let seconds: Int64

    /// Creates settings for storing an app's pending sign-ins.
    /// - Parameters:
    ///   - seal: encrypts and decrypts with the app's keys, such as a `SnapshotKeyring`.
    ///   - keeper: the guard, which remembers the latest snapshot of each sign-in, such as a ``SecretStoreGuard``.
    ///   - user: an id to which sign-ins are bound in addition to the pool and the app client, such as that of a web
    ///     session. It may be empty.
    ///   - seconds: how long a sign-in can be resumed, in seconds.
    public init(
        _ seal: any SnapshotSeal, guardedBy keeper: any SnapshotGuard, user: [UInt8] = [], seconds: Int64 = 900
    ) {
        self.seal = seal
        self.keeper = keeper
        self.user = user
        self.seconds = seconds
    }

    /// Returns the store of a flow's snapshots, sealed for the pool, the app client and the user.
    /// - Throws: `TableError` if the flow's table is damaged.
    package func snapshots(of flow: ShippedFlow, in app: CognitoApp) throws -> GuardedSnapshots {
        let binding = SnapshotBinding(poolID: app.settings.poolID, clientID: app.clientID, user: user)
        let sealer = SnapshotSealer(try flow.table(), binding: binding, seal: seal)
        return GuardedSnapshots(sealer, guardedBy: keeper)
    }

    /// Creates the journal of a new sign-in, which expires after the configured time.
    /// - Throws: `TableError` if the flow's table is damaged.
    package func journal(of flow: ShippedFlow, in app: CognitoApp) throws -> SnapshotJournal {
        SnapshotJournal(
            try snapshots(of: flow, in: app),
            expiry: UInt64(clamping: app.settings.now().addingReportingOverflow(seconds).partialValue))
    }
}
