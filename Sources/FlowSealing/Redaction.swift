public import FlowCore

// The types of this module that contain keys, ids or values.

extension FlowSnapshot: Redacted {}
extension GuardedSnapshots: Redacted {}
extension MemorySnapshotGuard: Redacted {}
extension SnapshotBinding: Redacted {}
extension SnapshotGuardEntry: Redacted {}
extension SnapshotID: Redacted {}
extension SnapshotJournal: Redacted {}
extension SnapshotKeyring: Redacted {}
extension SnapshotKeyring.Key: Redacted {}
extension SnapshotSealer: Redacted {}
extension SymmetricKeyBytes: Redacted {}
