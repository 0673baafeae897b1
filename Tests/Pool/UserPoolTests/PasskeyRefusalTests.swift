import CognitoHandlers
import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// The relying party against forged credentials: each refused by the name of what is wrong, and none a trap.
struct PasskeyRefusalTests {
    private static let party = PasskeyRelyingParty(id: "auth.example.com")

    private static func register(
        _ json: JSONValue, party: PasskeyRelyingParty = party, isRegistered: ([UInt8]) -> Bool = { _ in false }
    ) throws(PasskeyRefusal) -> StoredPasskey {
        try party.verifyRegistration(
            json, challenge: PasskeyForge.challenge, userHandle: PasskeyForge.userHandle, at: 7,
            isRegistered: isRegistered)
    }

    private static func assert(
        _ json: JSONValue, _ passkeys: [StoredPasskey], party: PasskeyRelyingParty = party
    ) throws(PasskeyRefusal) -> StoredPasskey {
        try party.verifyAssertion(json, challenge: PasskeyForge.challenge, passkeys: passkeys)
    }

    @Test(arguments: PasskeyForgery.common + PasskeyForgery.registrations)
    func registrationsAreRefused(forgery: PasskeyForgery) throws {
        var forge = PasskeyForge(.registration)
        _ = try Self.register(try forge.registration())
        forgery.change(&forge)
        let json = try forge.registration()
        #expect(throws: forgery.refusal) { try Self.register(json) }
        #expect(!forgery.refusal.message.isEmpty && !forgery.refusal.registrationErrorType.isEmpty)
    }

    @Test(arguments: PasskeyForgery.common + PasskeyForgery.assertions)
    func assertionsAreRefused(forgery: PasskeyForgery) throws {
        var forge = PasskeyForge(.assertion, signCount: 6)
        let stored = forge.stored
        #expect(try Self.assert(try forge.assertion(), [stored]).signCount == 6)
        forgery.change(&forge)
        let json = try forge.assertion()
        #expect(throws: forgery.refusal) { try Self.assert(json, [stored]) }
        #expect(["InvalidParameterException", "NotAuthorizedException"].contains(forgery.refusal.assertionErrorType))
    }

    @Test func attestationObjectsThatAreNone() throws {
        for (text, refusal) in [
            ("", .malformedCBOR(.truncated)), ("oA", .malformed("attestationObject")),
            ("v_8", .malformedCBOR(.indefiniteLength)), ("oAA", .malformedCBOR(.trailingBytes)),
            ("gYGBgYGA", .malformedCBOR(.nestingTooDeep)), ("W_________8", .malformedCBOR(.truncated)),
            ("?", .malformed("attestationObject")),
        ] as [(String, PasskeyRefusal)] {
            var forge = PasskeyForge(.registration)
            forge.finish = { $0.set(.string(text), at: ["response", "attestationObject"]) }
            let json = try forge.registration()
            #expect(throws: refusal) { try Self.register(json) }
        }
    }

    @Test func passkeyIsRegisteredOnce() throws {
        let forge = PasskeyForge(.registration)
        let json = try forge.registration()
        #expect(throws: PasskeyRefusal.alreadyRegistered) { try Self.register(json) { $0 == forge.id } }
    }

    @Test func userMustBeVerifiedWhereThatIsRequired() throws {
        let strict = PasskeyRelyingParty(id: "auth.example.com", requiresUserVerification: true)
        var registration = PasskeyForge(.registration)
        #expect(try Self.register(try registration.registration(), party: strict).hasVerifiedUser)
        registration.data.flags.remove(.userVerified)
        let unverified = try registration.registration()
        #expect(throws: PasskeyRefusal.userNotVerified) { try Self.register(unverified, party: strict) }
        #expect(try !Self.register(unverified).hasVerifiedUser)
        var assertion = PasskeyForge(.assertion, signCount: 6)
        assertion.data.flags.remove(.userVerified)
        let json = try assertion.assertion()
        #expect(throws: PasskeyRefusal.userNotVerified) { try Self.assert(json, [assertion.stored], party: strict) }
        #expect(try !Self.assert(json, [assertion.stored]).hasVerifiedUser)
    }

    @Test func keyThatWasStoredWrongly() throws {
        let forge = PasskeyForge(.assertion, signCount: 6)
        let json = try forge.assertion()
        let good = forge.stored
        let bad = StoredPasskey(
            credentialID: good.credentialID, publicKey: [4], relyingPartyID: good.relyingPartyID,
            userHandle: good.userHandle)
        #expect(throws: PasskeyRefusal.badKey(.notOnCurve)) { try Self.assert(json, [bad]) }
        #expect(throws: PasskeyRefusal.unknownCredential) { try Self.assert(json, []) }
    }

    /// A challenge that the caller does not have is not one that a client can meet with an empty text.
    @Test func emptyChallengeIsNeverMet() throws {
        var forge = PasskeyForge(.assertion, signCount: 6)
        forge.client.challenge = ""
        let json = try forge.assertion()
        #expect(throws: PasskeyRefusal.wrongChallenge) {
            try Self.party.verifyAssertion(json, challenge: [], passkeys: [forge.stored])
        }
    }

    /// Everything that an assertion holds is signed or compared, so any change of its bytes is seen.
    @Test(arguments: 0..<4 as Range<UInt64>) func changedAssertionsAreRefused(seed: UInt64) throws {
        var random = Seeded(seed)
        let forge = PasskeyForge(.assertion, signCount: 6)
        let json = try forge.assertion()
        for _ in 0..<300 {
            var changed = json
            let name = random.one(of: "clientDataJSON", "authenticatorData", "signature", "userHandle")
            try changed.mutate(["response", name], &random)
            #expect((try? Self.assert(changed, [forge.stored])) == nil, "\(changed.jsonText)")
        }
    }

    /// What is not signed may be changed, but nothing traps, and only keys on the curve are kept.
    @Test(arguments: 0..<4 as Range<UInt64>) func changedRegistrationsDoNotTrap(seed: UInt64) throws {
        var random = Seeded(seed)
        var forge = PasskeyForge(.registration)
        let isSigned = random.chance(50)
        if isSigned { forge.attestItself() }
        let json = try forge.registration()
        for _ in 0..<500 {
            var changed = json
            try changed.mutate(["response", "attestationObject"], &random)
            guard let stored = try? Self.register(changed) else { continue }
            #expect(!isSigned)
            _ = try PasskeyPublicKey(x963: stored.publicKey)
        }
    }
}

extension JSONValue {
    /// Changes the bytes of a member: bits, bytes, or its length.
    fileprivate mutating func mutate(_ path: [String], _ random: inout Seeded) throws {
        let bytes = try #require(at(path)?.string.flatMap(Base64.bytes))
        var changed = bytes
        while changed == bytes {
            let place = random.below(changed.count)
            switch random.below(4) {
            case 0 where !changed.isEmpty: changed[place] ^= 1 << UInt8(random.below(8))
            case 1 where !changed.isEmpty: changed[place] = random.one(of: 0, 0xFF, 0x5F, 0x9F, 0xBF, 0x5B, 0xA0)
            case 2: changed.removeLast(random.below(changed.count + 1))
            default: changed.insert(UInt8(random.below(256)), at: place)
            }
        }
        set(PasskeyJSON.bytes(changed), at: path)
    }
}
