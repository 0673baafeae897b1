import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing

/// What signing out and forgetting a device leave behind.
struct TokenStoreTests {
    /// A store that does not open.
    private struct ClosedStore: CognitoTokenStore {
        static let failure = FlowHandlerFailure("store-closed", "locked")

        func current() throws(FlowHandlerFailure) -> (username: String, tokens: CognitoTokens)? { throw Self.failure }
        func store(_ tokens: CognitoTokens, of username: String) throws(FlowHandlerFailure) { throw Self.failure }
        func clear(_ username: String?) throws(FlowHandlerFailure) { throw Self.failure }
    }

    private static let ana = CognitoDevice(key: "r_1", groupKey: "g", secret: "s")

    private static func settings() throws -> CognitoSettings { try CognitoSettings(poolID: "eu-west-1_AbC") }

    private static func run(_ name: String, _ inputs: WireValue, _ settings: CognitoSettings) async throws {
        let handler = try #require(FlowHandlers.cognito(settings)[name])
        #expect(try await handler.handle(FlowHandlerInputs(inputs)).json.members?.isEmpty == true)
    }

    @Test func closedStoreIsToldAndNotPassedOver() async throws {
        var settings = try Self.settings()
        settings.tokens = ClosedStore()
        await #expect(throws: ClosedStore.failure) { try await Self.run("tokens.clear", [:], settings) }
    }

    @Test func nothingStoredIsNothingToForget() async throws {
        let settings = try Self.settings()
        try await Self.run("tokens.clear", [:], settings)
        try await Self.run("tokens.clear", ["username": "ana"], settings)
        #expect(try await settings.tokens.current() == nil)
    }

    @Test(arguments: ["ben", "", "Ana", "\u{61}\u{301}na"])
    func anotherUserStaysSignedIn(name: String) async throws {
        let settings = try Self.settings()
        // The second name differs from the last argument in its bytes alone.
        for kept in ["ana", "\u{E1}na"] {
            try await Self.run("tokens.store", ["username": .string(kept), "AccessToken": "A"], settings)
            try await Self.run("tokens.clear", ["username": .string(name)], settings)
            #expect(try await settings.tokens.current()?.username == kept)
        }
    }

    @Test(arguments: [[:], ["username": "ana"]] as [WireValue])
    func tokensAreForgotten(inputs: WireValue) async throws {
        let settings = try Self.settings()
        try await Self.run("tokens.store", ["username": "ana", "AccessToken": "A", "RefreshToken": "R"], settings)
        #expect(try await settings.tokens.current()?.tokens.refreshToken == "R")
        try await Self.run("tokens.clear", inputs, settings)
        #expect(try await settings.tokens.current() == nil)
    }

    @Test func onlyTheDeviceThatIsMeantIsForgotten() async throws {
        let settings = try Self.settings()
        try await settings.devices.store(Self.ana, of: "ana")
        try await Self.run("device.forget", ["username": "ana", "deviceKey": "r_2"], settings)
        try await Self.run("device.forget", ["username": "ben", "deviceKey": "r_1"], settings)
        #expect(try await settings.devices.device(of: "ana") == Self.ana)
        try await Self.run("device.forget", ["username": "ana", "deviceKey": "r_1"], settings)
        #expect(try await settings.devices.device(of: "ana") == nil)
        try await settings.devices.store(Self.ana, of: "ana")
        try await Self.run("device.forget", ["username": "ana"], settings)
        #expect(try await settings.devices.device(of: "ana") == nil)
    }
}
