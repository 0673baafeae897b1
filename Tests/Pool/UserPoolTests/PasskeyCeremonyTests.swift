import CognitoHandlers
import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Our authenticator and our relying party with each other, and with what other people's programs made.
struct PasskeyCeremonyTests {
    private static let party = PasskeyRelyingParty(id: "auth.example.com")
    private static let user = PasskeyUser(handle: PasskeyForge.userHandle, name: "ana")

    private static func register(_ authenticator: SoftwareAuthenticator) async throws -> StoredPasskey {
        let challenge = PasskeyRelyingParty.makeChallenge(.system)
        let options = party.creationOptions(for: user, challenge: challenge)
        let made = try await authenticator.registration(for: options.jsonText)
        return try party.verifyRegistration(json(made), challenge: challenge, userHandle: user.handle, at: 42)
    }

    @Test(arguments: [false, true]) func registeredAndSignedIn(isBackedUp: Bool) async throws {
        let traits = SoftwareAuthenticatorTraits(isBackedUp: isBackedUp, countsSignatures: !isBackedUp)
        let authenticator = SoftwareAuthenticator(traits: traits)
        var passkey = try await Self.register(authenticator)
        #expect(passkey.createdAt == 42 && passkey.transports == ["internal"] && passkey.attachment == "platform")
        #expect(passkey.isBackupEligible == isBackedUp && passkey.isBackedUp == isBackedUp && passkey.hasVerifiedUser)
        #expect(await authenticator.passkeyIDs(for: "auth.example.com") == [passkey.idText])
        for count in 1...3 as ClosedRange<UInt32> {
            let challenge = PasskeyRelyingParty.makeChallenge(.system)
            let options = Self.party.requestOptions(challenge: challenge, allowing: [passkey])
            let signed = try await authenticator.assertion(for: options.jsonText)
            // Cognito's CREDENTIAL is a text, CompleteWebAuthnRegistration's Credential an object: both are taken.
            let updated = try Self.party.verifyAssertion(.string(signed), challenge: challenge, passkeys: [passkey])
            #expect(updated.signCount == (isBackedUp ? 0 : count))
            if !isBackedUp {
                #expect(throws: PasskeyRefusal.staleCounter) {
                    try Self.party.verifyAssertion(json(signed), challenge: challenge, passkeys: [updated])
                }
            }
            #expect(throws: PasskeyRefusal.wrongChallenge) {
                let other = PasskeyRelyingParty.makeChallenge(.system)
                return try Self.party.verifyAssertion(json(signed), challenge: other, passkeys: [passkey])
            }
            passkey = updated
        }
    }

    @Test func authenticatorOfAnotherSiteIsRefused() async throws {
        let elsewhere = SoftwareAuthenticator(origin: "https://sub.auth.example.com")
        await #expect(throws: PasskeyRefusal.wrongOrigin) { try await Self.register(elsewhere) }
    }

    @Test func knownPasskeysAreExcluded() async throws {
        let authenticator = SoftwareAuthenticator()
        let passkey = try await Self.register(authenticator)
        let options = Self.party.creationOptions(for: Self.user, challenge: [1], excluding: [passkey])
        await #expect(throws: PasskeyFailure.alreadyRegistered) {
            try await authenticator.registration(for: options.jsonText)
        }
    }

    @Test func challengesAreLongAndNew() {
        let challenges = Set((0..<100).map { _ in PasskeyRelyingParty.makeChallenge(.system) })
        #expect(challenges.count == 100 && challenges.allSatisfy { $0.count == 32 })
    }

    @Test func optionsAreThoseOfWebAuthn() {
        let strict = PasskeyRelyingParty(id: "a.example", name: "A", requiresUserVerification: true)
        let creation = strict.creationOptions(for: Self.user, challenge: [0xFF, 0xFE])
        #expect(
            creation
                == json(
                    #"""
                    {"rp": {"id": "a.example", "name": "A"}, "challenge": "__4",
                    "user": {"id": "c3ViLW9mLWFuYQ", "name": "ana", "displayName": "ana"},
                    "pubKeyCredParams": [{"type": "public-key", "alg": -7}], "timeout": 180000,
                    "excludeCredentials": [], "attestation": "none",
                    "authenticatorSelection": {"requireResidentKey": true, "residentKey": "required",
                    "userVerification": "required"}}
                    """#))
        let stored = PasskeyForge(.assertion).stored
        #expect(
            Self.party.requestOptions(challenge: [0xFF, 0xFE], allowing: [stored])
                == json(
                    #"""
                    {"challenge": "__4", "timeout": 180000, "rpId": "auth.example.com", "userVerification": "preferred",
                    "allowCredentials": [{"id": "ZGVmZ2hpamtsbW5vcHFycw", "type": "public-key",
                    "transports": ["internal"]}]}
                    """#))
    }

    @Test func passkeysSurviveAsCodable() throws {
        let stored = PasskeyForge(.assertion).stored
        let text = try JSONEncoder().encode(stored)
        #expect(try JSONDecoder().decode(StoredPasskey.self, from: text) == stored)
        #expect(stored.idText == "ZGVmZ2hpamtsbW5vcHFycw")
    }
}
