import CognitoHandlers
import Foundation
import Testing

/// Every interleaving of sign-in, refresh and sign-out in two processes over one store, call of the store by call of the store, with
/// failures of the store and kills. What is enumerated is what `TokenCache` carries out.
@Suite("The token cache keeps its promises in every interleaving")
struct TokenModelTests {
    private static func explore(
        isAlone: Bool, _ limits: (operations: Int, failures: Int, kills: Int)
    ) -> (states: Int, fault: String?) {
        let start = TokenModel(isAlone: isAlone)
        // Hashes in place of worlds: of some millions two are the same once in a million runs, and then a world is passed over.
        var seen: Set<Int> = [start.hashValue]
        var stack = [start]
        while let world = stack.popLast() {
            for (next, fault) in world.successors(limits) {
                if let fault { return (seen.count, "\(fault): \(next)") }
                guard seen.insert(next.hashValue).inserted else { continue }
                if let lost = next.lostTokens { return (seen.count, "\(lost): \(next)") }
                stack.append(next)
            }
        }
        return (seen.count, nil)
    }

    @Test("One user at a time", arguments: [(4, 1, 0), (4, 0, 1), (3, 2, 1)])
    func alone(operations: Int, failures: Int, kills: Int) {
        let (states, fault) = Self.explore(isAlone: true, (operations, failures, kills))
        print("token cache, one user: \(operations) operations, \(failures) failures, \(kills) kills: \(states) states")
        #expect(fault == nil)
        #expect(states > 1_000)
    }

    /// This takes minutes: `TOKEN_MODEL=1`.
    @Test("Five operations with failures", .enabled(if: ProcessInfo.processInfo.environment["TOKEN_MODEL"] != nil))
    func five() {
        let (states, fault) = Self.explore(isAlone: true, (5, 1, 0))
        print("token cache, one user: 5 operations, 1 failures, 0 kills: \(states) states")
        #expect(fault == nil)
        #expect(states > 1_000_000)
    }

    @Test("Many users", arguments: [(4, 1, 0), (3, 1, 1)])
    func many(operations: Int, failures: Int, kills: Int) {
        let (states, fault) = Self.explore(isAlone: false, (operations, failures, kills))
        print(
            "token cache, many users: \(operations) operations, \(failures) failures, \(kills) kills: \(states) states")
        #expect(fault == nil && states > 1_000)
    }
}
