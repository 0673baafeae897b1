import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowSealing
import FlowTable
import Foundation
import TestSupport
import Testing

@Suite("snapshots under a guard")
struct GuardTests {
    @Test("an older snapshot brings the last one back, never itself", arguments: Keeper.allCases)
    func rewind(_ kind: Keeper) async throws {
        let folder = Folder()
        let keeper = kind.made(in: folder.path)
        let sample = try await Sample()
        let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: keeper)
        let first = try await snapshots.begin(sample.state, expiry: 1000)
        var counted = sample.state
        counted.counters[0] = 1
        let second = try await snapshots.spend(first.snapshot, for: counted, .calling)
        let resumed = try await snapshots.resume(first.sealed, now: 1)
        #expect(resumed.generation == second.snapshot.generation)
        #expect(resumed.phase == .calling && resumed.state.counters[0] == 1)
        await #expect(throws: FlowSnapshotError.spent) {
            try await snapshots.spend(first.snapshot, for: sample.state, .presented)
        }
        try await snapshots.end(resumed)
        for sealed in [first.sealed, second.sealed] {
            await #expect(throws: FlowSnapshotError.spent) { try await snapshots.resume(sealed, now: 1) }
        }
    }

    @Test(
        "of two resumers of one snapshot exactly one event wins, in every order of their steps",
        arguments: Keeper.allCases)
    func interleavings(_ kind: Keeper) async throws {
        let folder = Folder()
        let keeper = kind.made(in: folder.path)
        let sample = try await Sample()
        for order in Self.orders(2, 2) {
            let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: keeper)
            let kept = try await snapshots.begin(sample.state, expiry: 1000)
            var held: [FlowSnapshot?] = [nil, nil]
            var won: [SnapshotID: Int] = [:]
            for who in order {
                guard let snapshot = held[who] else {
                    held[who] = try await snapshots.resume(kept.sealed, now: 1)
                    continue
                }
                do {
                    _ = try await snapshots.spend(snapshot, for: sample.state, .calling)
                    won[snapshot.generation, default: 0] += 1
                } catch { #expect(error == .spent) }
            }
            #expect(won[kept.snapshot.generation] == 1, "\(order)")
            #expect(won.values.allSatisfy { $0 == 1 })
        }
    }

    @Test("two who race for one snapshot in tasks of their own: one wins", arguments: Keeper.allCases)
    func race(_ kind: Keeper) async throws {
        let folder = Folder()
        let keeper = kind.made(in: folder.path)
        let sample = try await Sample()
        let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: keeper)
        let kept = try await snapshots.begin(sample.state, expiry: 1000)
        let state = sample.state
        let wins = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask { (try? await snapshots.spend(kept.snapshot, for: state, .calling)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wins == 1)
    }

    @Test("where the guard cannot be asked, nothing is spent and the old snapshot stays")
    func down() async throws {
        let sample = try await Sample()
        let keeper = MemorySnapshotGuard()
        let kept = try await GuardedSnapshots(try sample.sealer(), guardedBy: keeper).begin(sample.state, expiry: 9)
        let blind = GuardedSnapshots(try sample.sealer(), guardedBy: DownGuard())
        await #expect(throws: FlowSnapshotError.guardUnavailable) {
            try await blind.spend(kept.snapshot, for: sample.state, .calling)
        }
        await #expect(throws: FlowSnapshotError.guardUnavailable) { try await blind.resume(kept.sealed, now: 1) }
        #expect(await keeper.entry(of: kept.snapshot.signIn)?.generation == kept.snapshot.generation)
    }

    @Test("sweeping removes abandoned sign-ins whose time is over, and no others")
    func sweep() async throws {
        let sample = try await Sample()
        let keeper = MemorySnapshotGuard()
        let snapshots = GuardedSnapshots(try sample.sealer(), guardedBy: keeper)
        let abandoned = try await snapshots.begin(sample.state, expiry: 100).snapshot
        let pending = try await snapshots.begin(sample.state, expiry: 101).snapshot
        #expect(await keeper.entry(of: abandoned.signIn)?.expiry == 100)
        await keeper.sweep(before: 100)
        #expect(await keeper.entry(of: abandoned.signIn) == nil)
        #expect(await keeper.entry(of: pending.signIn) != nil)
        await #expect(throws: FlowSnapshotError.cannotSweep) { try await DownGuard().sweep(before: 100) }
        #expect(SnapshotGuardEntry(generation: SnapshotID(), sealed: [1, 2]).expiry == nil)
    }

    /// All orders of the steps of two who take so many each.
    static func orders(_ first: Int, _ second: Int) -> [[Int]] {
        if first == 0, second == 0 { return [[]] }
        let one = first > 0 ? orders(first - 1, second).map { [0] + $0 } : []
        return one + (second > 0 ? orders(first, second - 1).map { [1] + $0 } : [])
    }
}

/// The guards that there are.
enum Keeper: CaseIterable {
    case memory
    case storeInMemory
    case files

    func made(in folder: String) -> any SnapshotGuard {
        switch self {
        case .memory: MemorySnapshotGuard()
        case .storeInMemory: SecretStoreGuard(MemorySecretStore(), poolID: "pool", clientID: "client")
        case .files: SecretStoreGuard(FileSecretStore(path: folder), poolID: "pool", clientID: "client")
        }
    }
}

/// A folder of its own, removed after the test.
final class Folder: Sendable {
    let path = NSTemporaryDirectory() + "/guard-" + UUID().uuidString

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A guard whose store is down.
private struct DownGuard: SnapshotGuard {
    func entry(of signIn: SnapshotID) async throws(FlowSnapshotError) -> SnapshotGuardEntry? { throw .guardUnavailable }
    func replace(_ former: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
        async throws(FlowSnapshotError)
    { throw .guardUnavailable }
}
