import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing

/// The handlers by themselves: their ports, and what they say when something is wrong.
struct HandlerTests {
    private static let proof: JSONValue = [
        "password": "p", "srpState": "03.08", "timestamp": "now", "userIdForSRP": "ana", "SALT": "07", "SRP_B": "09",
        "SECRET_BLOCK": "c2VjcmV0",
    ]

    private static func handle(
        _ name: String, _ inputs: JSONValue, random: CognitoRandom = .system
    ) async throws -> FlowHandlerOutputs {
        let settings = try CognitoSettings(poolID: "eu-west-1_AbC", random: random, now: { 0 })
        let handler = try #require(FlowHandlers.cognito(settings)[name])
        return try await handler.handle(FlowHandlerInputs(inputs))
    }

    private static func failure(
        _ name: String, _ inputs: JSONValue, random: CognitoRandom = .system
    ) async throws -> FlowHandlerFailure? {
        do {
            _ = try await handle(name, inputs, random: random)
            return nil
        } catch let failure as FlowHandlerFailure {
            return failure
        }
    }

    @Test func poolIDWithoutNameIsRefused() {
        #expect(throws: CognitoSettings.Failure.malformedPoolID) { try CognitoSettings(poolID: "eu-west-1") }
    }

    @Test func startIsOfThisInstant() async throws {
        for (name, ports) in [
            ("srp.start", ["srpA", "srpState", "timestamp"]),
            ("device.srp-start", ["deviceSrpA", "deviceSrpState", "deviceTimestamp"]),
        ] {
            let first = try await Self.handle(name, [:]).json
            #expect(first.members?.map(\.name).sorted() == ports.sorted())
            #expect(first[ports[2]]?.string == "Thu Jan 1 00:00:00 UTC 1970")
            // The state holds the random number, of 64 digits, and the public value.
            let state = try #require(first[ports[1]]?.string).split(separator: ".")
            #expect(state.count == 2 && state[0].utf8.count == 64)
            #expect(state[1].drop { $0 == "0" } == first[ports[0]]?.string ?? "")
            let second = try await Self.handle(name, [:]).json
            #expect(first[ports[0]] != second[ports[0]])
        }
    }

    @Test(arguments: [[], [0], [UInt8](repeating: 0, count: 32)] as [[UInt8]])
    func sourceThatIsNotRandom(bytes: [UInt8]) async throws {
        let failure = try await Self.failure("srp.start", [:], random: CognitoRandom { _ in bytes })
        #expect(failure?.name == "no-randomness")
    }

    @Test(arguments: [
        ("SRP_B", "0", "illegal"), ("SRP_B", "xyz", "illegal"), ("SRP_B", "", "illegal"), ("SALT", "xyz", "illegal"),
        ("SALT", "", "unusable"), ("SECRET_BLOCK", "?", "unusable"), ("SECRET_BLOCK", "", "unusable"),
    ]) func badChallenges(port: String, value: String, name: String) async throws {
        var outputs = FlowHandlerOutputs(Self.proof)
        #expect(try await Self.failure("srp.verify", outputs.json) == nil)
        outputs.set(port, .string(value))
        let failure = try #require(try await Self.failure("srp.verify", outputs.json))
        #expect(failure.name == name + "-parameter" && failure.message.contains(port))
    }

    @Test(arguments: [
        "", "0", "03", "03.", ".08", "0.08", "03.0", "03.08.09", "not.digits", String(repeating: "f", count: 3000),
    ])
    func brokenStateIsNotShown(state: String) async throws {
        var outputs = FlowHandlerOutputs(Self.proof)
        outputs.set("srpState", .string(state))
        let failure = try #require(try await Self.failure("srp.verify", outputs.json))
        #expect(failure.name == "no-randomness" && (state.utf8.count < 4 || !failure.message.contains(state)))
    }

    @Test func missingPortsAreNamed() async throws {
        for port in Self.proof.members?.map(\.name) ?? [] {
            let others = JSONValue.object((Self.proof.members ?? []).filter { $0.name != port })
            let failure = try await Self.failure("srp.verify", others)
            #expect(failure == FlowHandlerFailure("missing-input", port))
        }
        for name in [
            "secret.hash", "device.verifier", "device.srp-verify", "device.find", "device.store", "device.forget",
        ] {
            #expect(try await Self.failure(name, [:])?.name == "missing-input")
        }
    }

    @Test func verifierOfAFixedSecret() async throws {
        let fixed = CognitoRandom { [UInt8](repeating: 0xFF, count: $0) }
        let inputs: JSONValue = ["deviceKey": "k", "deviceGroupKey": "g"]
        let given = try await Self.handle("device.verifier", inputs, random: fixed).json
        // 16 bytes of ones need a sign byte: 17 bytes in base64.
        #expect(given["deviceSalt"]?.string == "AP////////////////////8=")
        #expect(given["newDeviceSecret"]?.string == String(repeating: "/", count: 53) + "w==")
        #expect(given["deviceName"] == nil)
        let verifier = try SRPVerifier(
            passwordVerifier: try #require(given["deviceVerifier"]?.string), salt: "AP////////////////////8=")
        #expect(verifier.saltDigits == String(repeating: "f", count: 32))
    }
}
