import CognitoHandlers
import FlowCore
import FlowRuntime
import TestSupport
import Testing

/// The software authenticator by itself: which ceremonies it refuses, and what it keeps.
struct SoftwareAuthenticatorTests {
    private static let registration: JSONValue = [
        "rp": ["id": "example.com", "name": "pool"], "challenge": "AAECAwQF",
        "user": ["id": "YW5h", "name": "ana", "displayName": "Ana"],
        "pubKeyCredParams": [["type": "public-key", "alg": .number("-7")]],
    ]
    private static let assertion: JSONValue = ["rpId": "example.com", "challenge": "AAECAwQF"]

    /// Options with another value at a path.
    private static func options(_ options: JSONValue, _ path: [String], _ value: JSONValue) -> String {
        var options = options
        options.set(value, at: path)
        return options.jsonText
    }

    private static func failure(_ body: () async throws(PasskeyFailure) -> String) async -> PasskeyFailure? {
        do throws(PasskeyFailure) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            (["challenge"], .null, .malformedOptions("challenge")), (["challenge"], "", .malformedOptions("challenge")),
            (["challenge"], "A", .malformedOptions("challenge")), (["challenge"], [], .malformedOptions("challenge")),
            (["rp", "id"], .bool(true), .malformedOptions("rp.id")), (["rp"], .null, .malformedOptions("rp.id")),
            (["user", "id"], "", .malformedOptions("user.id")), (["user"], .null, .malformedOptions("user.id")),
            (["user", "id"], .string(String(repeating: "A", count: 88)), .malformedOptions("user.id")),
            (["pubKeyCredParams"], "ES256", .malformedOptions("pubKeyCredParams")),
            (["pubKeyCredParams"], [["type": "public-key", "alg": .number("-257")]], .unsupportedAlgorithm),
            (["pubKeyCredParams"], [["type": "password", "alg": .number("-7")]], .unsupportedAlgorithm),
            (["excludeCredentials"], [["type": "public-key", "id": "?"]], .malformedOptions("excludeCredentials")),
            (["rp", "id"], "exa mple.com", .originNotAllowed), (["rp", "id"], "127.0.0.1", .originNotAllowed),
            (["rp", "id"], "", .originNotAllowed), (["rp", "id"], "example.com/a", .originNotAllowed),
        ] as [([String], JSONValue, PasskeyFailure)])
    func registrationsThatAreRefused(path: [String], value: JSONValue, failure: PasskeyFailure) async {
        let authenticator = SoftwareAuthenticator()
        let options = Self.options(Self.registration, path, value)
        let found = await Self.failure { () throws(PasskeyFailure) in
            try await authenticator.registration(for: options)
        }
        #expect(found == failure)
        #expect(await authenticator.passkeyIDs(for: "example.com").isEmpty)
    }

    @Test(arguments: ["", "[]", "{", "\"text\"", "{}"]) func optionsThatAreNone(text: String) async {
        let authenticator = SoftwareAuthenticator()
        let first = await Self.failure { () throws(PasskeyFailure) in try await authenticator.assertion(for: text) }
        let second = await Self.failure { () throws(PasskeyFailure) in try await authenticator.registration(for: text) }
        let member = text == "{}" ? "challenge" : "options"
        #expect(first == .malformedOptions(member) && second == first)
    }

    @Test(arguments: [
        ("https://example.com", true), ("https://sub.example.com:8443", true), ("https://EXAMPLE.com", true),
        ("http://example.com", false), ("https://badexample.com", false), ("https://example.com.evil.example", false),
        ("https://com", false), ("https://example.org", false), ("https://example.com/path", false),
        ("https://user@example.com", false), ("https://[::1]", false), ("https://10.0.0.1", false),
        ("example.com", false), ("", false), ("https://", false), ("https://example.com:", false),
        ("https://example.com:1:2", false), ("https://.example.com", false), ("android:apk-key-hash:x", false),
    ])
    func originsOfARelyingParty(origin: String, isAllowed: Bool) async throws {
        let authenticator = SoftwareAuthenticator(origin: origin)
        let failure = await Self.failure { () throws(PasskeyFailure) in
            try await authenticator.registration(for: Self.registration.jsonText)
        }
        #expect(failure == (isAllowed ? nil : .originNotAllowed))
    }

    @Test func topDomainsAreNobodys() async {
        let authenticator = SoftwareAuthenticator(origin: "https://example.com")
        let options = Self.options(Self.assertion, ["rpId"], "com")
        let failure = await Self.failure { () throws(PasskeyFailure) in try await authenticator.assertion(for: options)
        }
        #expect(failure == .originNotAllowed)
    }

    @Test func ownComputerNeedsNoEncryption() async throws {
        let authenticator = SoftwareAuthenticator(origin: "http://localhost:3000")
        let options = Self.options(Self.registration, ["rp"], ["name": "without an id"])
        let made = json(try await authenticator.registration(for: options))
        #expect(made["id"]?.string == (await authenticator.passkeyIDs(for: "localhost").first))
    }

    @Test func whoDeclinesGivesAndKeepsNothing() async {
        let authenticator = SoftwareAuthenticator(approves: { false })
        let made = await Self.failure { () throws(PasskeyFailure) in
            try await authenticator.registration(for: Self.registration.jsonText)
        }
        #expect(made == .cancelled)
        #expect(await authenticator.passkeyIDs(for: "example.com").isEmpty)
    }

    /// The user says yes to a sheet that nobody waits for any more.
    @Test func consentAfterTheTaskWasCancelledIsNone() async {
        let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
        let authenticator = SoftwareAuthenticator(approves: {
            continuation.finish()
            while !Task.isCancelled { await Task.yield() }
            return true
        })
        let ceremony = Task {
            await Self.failure { () throws(PasskeyFailure) in
                try await authenticator.registration(for: Self.registration.jsonText)
            }
        }
        for await _ in asked {}
        ceremony.cancel()
        #expect(await ceremony.value == .cancelled)
        #expect(await authenticator.passkeyIDs(for: "example.com").isEmpty)
    }

    @Test func nothingToSignWith() async throws {
        let authenticator = SoftwareAuthenticator()
        let assertion = Self.assertion.jsonText
        let before = await Self.failure { () throws(PasskeyFailure) in try await authenticator.assertion(for: assertion)
        }
        #expect(before == .noPasskey)
        _ = try await authenticator.registration(for: Self.registration.jsonText)
        for (path, value) in [
            (["allowCredentials"], [["type": "public-key", "id": "AAAA"]]), (["rpId"], "other.example"),
            (["allowCredentials"], [["type": "password", "id": "AAAA"]]),
        ] as [([String], JSONValue)] {
            let options = Self.options(Self.assertion, path, value)
            let after = await Self.failure { () throws(PasskeyFailure) in
                try await authenticator.assertion(for: options)
            }
            #expect(after == .noPasskey)
        }
        _ = try await authenticator.assertion(for: assertion)
        for id in await authenticator.passkeyIDs(for: "example.com") { await authenticator.remove(id) }
        let removed = await Self.failure { () throws(PasskeyFailure) in
            try await authenticator.assertion(for: assertion)
        }
        #expect(removed == .noPasskey)
    }

    @Test func excludedPasskeyIsNotMadeAgain() async throws {
        let authenticator = SoftwareAuthenticator()
        let first = json(try await authenticator.registration(for: Self.registration.jsonText))
        let id = try #require(first["id"]?.string)
        let listed: JSONValue = [["type": "public-key", "id": .string(id)]]
        let options = Self.options(Self.registration, ["excludeCredentials"], listed)
        let failure = await Self.failure { () throws(PasskeyFailure) in
            try await authenticator.registration(for: options)
        }
        #expect(failure == .alreadyRegistered)
        // Another relying party has no passkey here, whatever it lists.
        var elsewhere = Self.registration
        elsewhere.set(listed, at: ["excludeCredentials"])
        elsewhere.set("other.example", at: ["rp", "id"])
        _ = try await authenticator.registration(for: elsewhere.jsonText)
        // A second passkey of the same user replaces the first.
        _ = try await authenticator.registration(for: Self.registration.jsonText)
        let ids = await authenticator.passkeyIDs(for: "example.com")
        #expect(ids.count == 1 && ids != [id])
    }

    @Test(
        arguments: [
            ("required", true, 0x05), ("preferred", true, 0x05), ("discouraged", true, 0x01),
            ("preferred", false, 0x01),
            ("anything", false, 0x01), ("required", false, nil),
        ] as [(String, Bool, UInt8?)])
    func verificationOfTheUser(requirement: String, canVerify: Bool, flags: UInt8?) async throws {
        let authenticator = SoftwareAuthenticator(traits: SoftwareAuthenticatorTraits(verifiesUser: canVerify))
        _ = try await authenticator.registration(for: Self.registration.jsonText)
        let options = Self.options(Self.assertion, ["userVerification"], .string(requirement))
        guard let flags else {
            let failure = await Self.failure { () throws(PasskeyFailure) in
                try await authenticator.assertion(for: options)
            }
            #expect(failure == .cannotVerifyUser)
            return
        }
        let made = json(try await authenticator.assertion(for: options))
        let data = try #require(made.at(["response", "authenticatorData"])?.string.flatMap(Base64.bytes))
        #expect(data.count == 37 && data[32] == flags)
    }

    @Test func sourceThatIsNotRandom() async {
        for count in [0, 32] {
            let fixed = CognitoRandom { _ in [UInt8](repeating: 0, count: count) }
            let authenticator = SoftwareAuthenticator(random: fixed)
            let failure = await Self.failure { () throws(PasskeyFailure) in
                try await authenticator.registration(for: Self.registration.jsonText)
            }
            #expect(failure == .noRandomness)
        }
    }

    @Test func passkeysSurviveAsBytes() async throws {
        let first = SoftwareAuthenticator()
        let made = json(try await first.registration(for: Self.registration.jsonText))
        _ = try await first.assertion(for: Self.assertion.jsonText)
        let second = SoftwareAuthenticator()
        try await second.restore(await first.exported())
        let signed = json(try await second.assertion(for: Self.assertion.jsonText))
        #expect(signed["id"] == made["id"])
        let data = try #require(signed.at(["response", "authenticatorData"])?.string.flatMap(Base64.bytes))
        #expect(data.suffix(4) == [0, 0, 0, 2])
        for broken in ["", "{}", #"{"passkeys":[{}]}"#, #"{"passkeys":[1]}"#] {
            await #expect(throws: SoftwareAuthenticator.RestoreFailure.malformedPasskeys) {
                try await second.restore(Array(broken.utf8))
            }
        }
        #expect(await second.passkeyIDs(for: "example.com").count == 1)
    }
}
