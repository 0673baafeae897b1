import FlowCore

// The types of this module that hold values, and so may hold secrets.

extension FlowSnapshot: Redacted {}
extension GuardedSnapshots: Redacted {}
extension MemorySnapshotGuard: Redacted {}
extension SnapshotJournal: Redacted {}
extension SnapshotSealer: Redacted {}
