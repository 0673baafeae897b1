import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing

/// Tokens on a device whose clock is wrong, or was set while they were there.
struct ClockTests {
    private static let issued: Int64 = 1_800_000_000
    private static let hour: Int64 = 3_600

    /// Tokens of an hour, with another text each time.
    private static func tokens(issuedAt time: Int64 = issued, _ note: String = "") -> CognitoTokens {
        let claims = #"{"iat":\#(time),"exp":\#(time + hour),"note":"\#(note)"}"#
        return CognitoTokens(
            accessToken: "e30.\(Base64.urlText(Array(claims.utf8))).x", idToken: nil, refreshToken: "refresh")
    }

    private static func cache(_ tokens: CognitoTokens, storedAt time: Int64? = nil) async throws -> TokenCache {
        let cache = TokenCache(MemorySecretStore(), poolID: "eu-west-1_AbC", clientID: "client")
        if let time { cache.updateClockOffset(from: tokens, now: time) }
        try await cache.store(tokens, of: "ana")
        return cache
    }

    /// Whether tokens are used as they are at a time of the device.
    private static func areUsed(_ cache: TokenCache, at time: Int64) async -> Bool {
        if case .tokens = await cache.tokensOrLease(of: "ana", now: { time }) { return true }
        return false
    }

    /// The device is hours off when the tokens come, before or behind; it counts how long they are there.
    @Test(arguments: [-100_000, -7_200, -90, 0, 90, 7_200, 100_000] as [Int64])
    func aClockThatIsOff(by offset: Int64) async throws {
        let time = Self.issued + offset
        for (age, isGood) in [(0, true), (1_800, true), (3_400, true), (3_590, false), (4_000, false)]
            as [(Int64, Bool)]
        {
            let cache = try await Self.cache(Self.tokens(), storedAt: time)
            #expect(await Self.areUsed(cache, at: time + age) == isGood, "after \(age) seconds")
        }
    }

    /// By the clock the tokens would be good for days more.
    @Test func aClockThatWasSetBack() async throws {
        let cache = try await Self.cache(Self.tokens(), storedAt: Self.issued)
        #expect(await Self.areUsed(cache, at: Self.issued + 60))
        #expect(await Self.areUsed(cache, at: Self.issued - 86_400) == false)
        // New ones tell how wrong it is.
        let next = Self.tokens(issuedAt: Self.issued + 120, "new")
        cache.updateClockOffset(from: next, now: Self.issued - 86_400)
        try await cache.store(next, of: "ana")
        #expect(await Self.areUsed(cache, at: Self.issued - 86_400 + 1_800))
        #expect(await Self.areUsed(cache, at: Self.issued - 86_400 + 4_000) == false)
    }

    /// A new process on a device whose clock is slow: it asks for new tokens once, rather than use old ones for hours.
    @Test func aSlowClockInANewProcess() async throws {
        let cache = try await Self.cache(Self.tokens())
        #expect(await Self.areUsed(cache, at: Self.issued - 7_200) == false)
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, .max - 1, .max])
    func timesOfAnyKindDoNotTrap(time: Int64) async throws {
        for claim in [Int64.min, -1, 0, .max] {
            let claims = #"{"iat":\#(claim),"exp":\#(claim)}"#
            let tokens = CognitoTokens(accessToken: "e30.\(Base64.urlText(Array(claims.utf8))).x")
            _ = tokens.areValid(at: time)
            _ = tokens.clockOffset(at: time)
        }
    }

    /// The first process takes a lease, and is killed; the clock says the same when the next one asks.
    @Test(arguments: [Int64.min, -1, .max])
    func leasesAtTimesOfAnyKindDoNotTrap(time: Int64) async throws {
        let store = MemorySecretStore()
        for isFirst in [true, false] {
            let cache = TokenCache(store, poolID: "eu-west-1_AbC", clientID: "client")
            if isFirst { try await cache.store(Self.tokens(), of: "ana") }
            let result = await cache.perform { _ in
                .beginRefresh(of: "ana", isForced: true, id: "\(isFirst)", now: time) { _ in false }
            }
            // The last possible time has no later one at which a lease could expire.
            guard isFirst || time == .max else { return #expect(result == .wait) }
            guard case .lease = result else { return #expect(Bool(false), "\(result)") }
        }
    }
}
