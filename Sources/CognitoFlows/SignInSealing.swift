import CognitoHandlers
public import FlowSealing

/// How an app keeps a pending sign-in while it does not run: sealed for its pool and app client, and guarded against older snapshots.
public struct SignInSealing: Sendable {
    private let seal: any SnapshotSeal
    private let keeper: any SnapshotGuard
    private let user: [UInt8]
    private let seconds: Int64

    /// A way to keep sign-ins.
    /// - Parameters:
    ///   - seal: the keys.
    ///   - keeper: what remembers the last snapshot of each sign-in, such as a ``SecretStoreGuard``.
    ///   - user: what the app binds sign-ins to beside pool and app client, such as the id of a web session; empty if nothing.
    ///   - seconds: for how long a sign-in can be gone on with.
    public init(
        _ seal: any SnapshotSeal, guardedBy keeper: any SnapshotGuard, user: [UInt8] = [], seconds: Int64 = 900
    ) {
        self.seal = seal
        self.keeper = keeper
        self.user = user
        self.seconds = seconds
    }

    /// The snapshots of a flow's sign-ins.
    /// - Throws: `TableError` if the table of the flow is damaged.
    package func snapshots(of flow: ShippedFlow, in app: CognitoApp) throws -> GuardedSnapshots {
        let binding = SnapshotBinding(poolID: app.settings.poolID, clientID: app.clientID, user: user)
        let sealer = SnapshotSealer(try flow.table(), binding: binding, seal: seal)
        return GuardedSnapshots(sealer, guardedBy: keeper)
    }

    /// The journal of a sign-in that begins.
    /// - Throws: `TableError` if the table of the flow is damaged.
    package func journal(of flow: ShippedFlow, in app: CognitoApp) throws -> SnapshotJournal {
        SnapshotJournal(
            try snapshots(of: flow, in: app),
            expiry: UInt64(clamping: app.settings.now().addingReportingOverflow(seconds).partialValue))
    }
}
