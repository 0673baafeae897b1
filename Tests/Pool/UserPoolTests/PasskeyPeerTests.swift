import CognitoHandlers
import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// Other people's programs: soft-webauthn's credentials before our relying party, py_webauthn's options before our
/// authenticator, and cases for py_webauthn to judge.
struct PasskeyPeerTests {
    private static let file = "Tests/Cognito/CognitoHandlersTests/Vectors/webauthn.json"

    private static func vectors() throws -> JSONValue {
        try #require(JSONValue(json: try PackageFiles.bytes(file)))
    }

    private static func bytes(_ value: JSONValue?) throws -> [UInt8] {
        try #require(value?.string.flatMap(Base64.bytes))
    }

    private static func register(_ credential: JSONValue?, _ vectors: JSONValue) throws -> StoredPasskey {
        let party = PasskeyRelyingParty(id: "auth.example.com")
        return try party.verifyRegistration(
            try #require(credential), challenge: try bytes(vectors.at(["registration", "options", "challenge"])),
            userHandle: try bytes(vectors["user handle"]), at: 0)
    }

    @Test func softWebauthnIsAccepted() throws {
        let vectors = try Self.vectors()
        let party = PasskeyRelyingParty(id: "auth.example.com")
        var passkey = try Self.register(vectors.at(["registration", "credential"]), vectors)
        #expect(passkey.signCount == 0 && !passkey.hasVerifiedUser && passkey.transports.isEmpty)
        guard case .array(let assertions)? = vectors["assertions"] else {
            Issue.record("no assertions")
            return
        }
        #expect(assertions.count == 2)
        for (index, assertion) in assertions.enumerated() {
            let challenge = try Self.bytes(assertion.at(["options", "challenge"]))
            let credential = try #require(assertion["credential"])
            passkey = try party.verifyAssertion(credential, challenge: challenge, passkeys: [passkey])
            #expect(passkey.signCount == UInt32(index + 1))
            #expect(throws: PasskeyRefusal.staleCounter) {
                try party.verifyAssertion(credential, challenge: challenge, passkeys: [passkey])
            }
            let strict = PasskeyRelyingParty(id: "auth.example.com", requiresUserVerification: true)
            #expect(throws: PasskeyRefusal.userNotVerified) {
                try strict.verifyAssertion(credential, challenge: challenge, passkeys: [passkey])
            }
        }
    }

    @Test func attestationOfItselfIsAccepted() throws {
        let vectors = try Self.vectors()
        let plain = try Self.register(vectors.at(["registration", "credential"]), vectors)
        #expect(try Self.register(vectors["attesting itself"], vectors) == plain)
    }

    /// `PASSKEY_CASES=FILE` has the cases written for `.ci/peers/webauthn_verify.py`.
    @Test func optionsOfPyWebauthnAreTaken() async throws {
        let vectors = try Self.vectors()
        var cases: [JSONValue] = []
        for verifies in [true, false] {
            let traits = SoftwareAuthenticatorTraits(verifiesUser: verifies, isBackedUp: verifies)
            let authenticator = SoftwareAuthenticator(origin: "https://auth.example.com", traits: traits)
            let creation = try #require(vectors.at(["registration", "options"]))
            let made = try await authenticator.registration(for: creation.jsonText)
            cases.append(Self.peerCase("registration", creation, made, isVerified: verifies))
            var request = try #require(vectors["request options"])
            if !verifies {
                await #expect(throws: PasskeyFailure.cannotVerifyUser) {
                    try await authenticator.assertion(for: request.jsonText)
                }
                request.set("preferred", at: ["userVerification"])
            }
            for _ in 0..<3 {
                let signed = try await authenticator.assertion(for: request.jsonText)
                cases.append(Self.peerCase("assertion", request, signed, isVerified: verifies))
            }
        }
        #expect(cases.count == 8)
        guard let path = Environment.value("PASSKEY_CASES") else { return }
        let all: JSONValue = [
            "relyingParty": "auth.example.com", "origin": "https://auth.example.com", "cases": .array(cases),
        ]
        try PackageFiles.write(all.jsonText, to: path)
    }

    private static func peerCase(_ kind: String, _ options: JSONValue, _ made: String, isVerified: Bool) -> JSONValue {
        [
            "kind": .string(kind), "challenge": options["challenge"] ?? .null, "verified": .bool(isVerified),
            "credential": json(made),
        ]
    }
}
