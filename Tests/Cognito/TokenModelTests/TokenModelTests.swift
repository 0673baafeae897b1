import CognitoHandlers
import Foundation
import TestSupport
import Testing

/// Every interleaving of the operations of two processes over one store, call of the store by call of the store, with failures of the
/// store, kills, leases that run out and backups. What is enumerated is what `TokenCache` carries out.
@Suite("The token cache keeps its promises in every interleaving")
struct TokenModelTests {
    /// A row of the page: what is enumerated, and how many states there are.
    struct World: CustomStringConvertible {
        let description: String
        let isAlone: Bool
        let budget: TokenModel.Budget
        let states: Int
        let isHeavy: Bool
        /// Whether failures, backups and leases that run out come together.
        var isMixed: Bool { budget.failures > 1 && budget.restores > 0 && budget.ticks > 0 }

        init?(row: String) {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 8, ["one", "many"].contains(cells[0]) else { return nil }
            let numbers = cells[1...6].compactMap { Int($0) }
            guard numbers.count == 6 else { return nil }
            description = row
            isAlone = cells[0] == "one"
            budget = TokenModel.Budget(
                operations: numbers[0], failures: numbers[1], kills: numbers[2], restores: numbers[3], ticks: numbers[4]
            )
            states = numbers[5]
            isHeavy = cells[7] == "`make heavy`"
        }

        /// Of two users ana does everything and bob signs in, which is enough for tokens that get under another's name.
        var limits: TokenModel.Limits {
            let common: [TokenModel.Operation] = [.signIn("ana"), .signIn("bob"), .signOut(nil), .refresh(nil)]
            let many: [TokenModel.Operation] = [
                .signOut("ana"), .signOutAll, .refresh("ana"), .dropSession("ana"), .forgetLastUser,
            ]
            return TokenModel.Limits(operations: isAlone ? common : common + many, budget: budget)
        }
    }

    private static let worlds: [World] = {
        guard let text = try? PackageFiles.text("Docs/Explanation/TokenOwnership.md") else { return [] }
        return text.split(separator: "\n").compactMap { World(row: String($0)) }
    }()

    /// Visits every state of a world.
    /// - Returns: the number of states.
    /// - Throws: the promise that one of them breaks.
    private static func explore(
        isAlone: Bool, _ limits: TokenModel.Limits, _ fault: TokenFault? = nil
    ) throws(TokenPromiseBroken) -> Int {
        let start = TokenModel(isAlone: isAlone, fault: fault)
        // Fingerprints in place of worlds: of some millions two are the same once in a million runs, and then a world is passed over.
        var seen: Set<Int> = [start.fingerprint]
        var stack = [start]
        while let model = stack.popLast() {
            for next in try model.successors(limits) where seen.insert(next.fingerprint).inserted {
                try next.requireRest()
                stack.append(next)
            }
        }
        return seen.count
    }

    private static func check(_ world: World) throws {
        let states = try explore(isAlone: world.isAlone, world.limits)
        print("token cache: \(world) has \(states) states")
        #expect(states == world.states)
    }

    @Test(arguments: worlds.filter { !$0.isHeavy }) func promisesAreKept(_ world: World) throws {
        try Self.check(world)
    }

    /// This takes minutes: `TOKEN_MODEL=1`.
    @Test(
        .enabled(if: ProcessInfo.processInfo.environment["TOKEN_MODEL"] != nil), arguments: worlds.filter(\.isHeavy))
    func promisesAreKeptInLargeWorlds(_ world: World) throws { try Self.check(world) }

    /// The worlds of every test run find each fault, with one user and with many.
    @Test(arguments: TokenFault.allCases, [true, false])
    func faultIsFound(_ fault: TokenFault, isAlone: Bool) {
        // Where many users are signed in, nobody takes another's place.
        guard isAlone || fault != .formerUserKept else { return }
        let broken = Self.promise(brokenBy: fault, in: Self.worlds.filter { !$0.isHeavy && $0.isAlone == isAlone })
        print("token cache, \(isAlone ? "one user" : "many users"), \(fault): \(broken ?? "not found")")
        #expect(broken != nil)
    }

    /// Many users, two failures, a backup and a lease that runs out, up to the first promise that is broken.
    @Test(arguments: TokenFault.allCases.filter { $0 != .formerUserKept })
    func faultIsFoundAmongAll(_ fault: TokenFault) {
        let broken = Self.promise(
            brokenBy: fault, in: Self.worlds.filter { $0.isMixed && $0.budget.operations == 3 })
        print("token cache, many users with all that goes wrong, \(fault): \(broken ?? "not found")")
        #expect(broken != nil)
    }

    /// The first promise that a fault breaks, and nil if it breaks none.
    private static func promise(brokenBy fault: TokenFault, in worlds: [World]) -> String? {
        worlds.lazy.compactMap { world in
            do throws(TokenPromiseBroken) {
                _ = try explore(isAlone: world.isAlone, world.limits, fault)
                return nil as String?
            } catch {
                return error.promise
            }
        }.first
    }
}
