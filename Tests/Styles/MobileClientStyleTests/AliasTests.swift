import CognitoHandlers
import MobileClientStyle
import StyleSupport
import Testing
import UserPool

/// Users who sign in with an alias: the device is stored under it, and the tokens under the account's own name.
struct AliasTests {
    private static let alias = "ana@example.com"

    private static func signedIn(_ bench: StyleBench) async throws -> AWSMobileClient {
        let client = AWSMobileClient(try bench.app())
        let result: SignInResult = try await outcome {
            client.signIn(username: alias, password: StyleBench.password, completionHandler: $0)
        }
        #expect(result.signInState == .signedIn && client.username == "ana")
        #expect(try await bench.devices.device(of: alias) != nil)
        return client
    }

    /// Without the key of the device, the service takes the refresh token for an invalid one.
    @Test func refreshNamesTheDevice() async throws {
        let bench = try await StyleBench()
        let client = try await Self.signedIn(bench)
        bench.wait(7200)
        let _: Tokens = try await outcome { client.getTokens($0) }
        #expect(bench.calls.last?.operation == "InitiateAuth")
        #expect(bench.calls.last?.keys == ["DEVICE_KEY", "REFRESH_TOKEN"])
    }

    @Test func deviceIsToldRememberedAndForgotten() async throws {
        let bench = try await StyleBench()
        let client = try await Self.signedIn(bench)
        let stored = try await bench.devices.device(of: Self.alias)
        let device: Device = try await outcome { client.deviceOperations.get(completionHandler: $0) }
        #expect(device.deviceKey != nil && device.deviceKey == stored?.key)
        let _: UpdateDeviceStatusResult = try await outcome {
            client.deviceOperations.updateStatus(remembered: true, completionHandler: $0)
        }
        try await done { client.deviceOperations.forget($0) }
        #expect(try await bench.devices.device(of: Self.alias) == nil)
        let error = await #expect(throws: AWSMobileClientError.self) {
            try await done { client.deviceOperations.forget($0) }
        }
        guard case .deviceNotRemembered = error else { return #expect(Bool(false), "\(error as Any)") }
    }
}
