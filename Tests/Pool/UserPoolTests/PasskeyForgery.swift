import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// One thing that is wrong, and the name it must be refused by.
struct PasskeyForgery: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let refusal: PasskeyRefusal
    let change: @Sendable (inout PasskeyForge) -> Void

    init(_ name: String, _ refusal: PasskeyRefusal, _ change: @escaping @Sendable (inout PasskeyForge) -> Void) {
        testDescription = name
        self.refusal = refusal
        self.change = change
    }

    /// What is wrong with registrations and assertions alike.
    static let common: [PasskeyForgery] = [
        PasskeyForgery("other challenge", .wrongChallenge) { $0.client.challenge = "AAAA" },
        PasskeyForgery("part of the challenge", .wrongChallenge) { $0.client.challenge.removeLast(4) },
        PasskeyForgery("empty challenge", .wrongChallenge) { $0.client.challenge = "" },
        PasskeyForgery("no base64", .malformed("challenge")) { $0.client.challenge = "?" },
        PasskeyForgery("other origin", .wrongOrigin) { $0.client.origin = "https://evil.example" },
        PasskeyForgery("origin with a port", .wrongOrigin) { $0.client.origin += ":8443" },
        PasskeyForgery("origin without encryption", .wrongOrigin) { $0.client.origin = "http://auth.example.com" },
        PasskeyForgery("origin in capitals", .wrongOrigin) { $0.client.origin = "https://AUTH.example.com" },
        PasskeyForgery("no origin", .wrongOrigin) { $0.client.origin = "" },
        PasskeyForgery("frame", .crossOrigin) { $0.client.isCrossOrigin = true },
        PasskeyForgery("frame by its top", .crossOrigin) { $0.client.topOrigin = PasskeyForge.origin },
        PasskeyForgery("other type", .wrongCeremony) { $0.client.type = "payment.get" },
        PasskeyForgery("other relying party", .wrongRelyingParty) {
            $0.data.relyingPartyHash = PasskeyForge.hash("evil.example")
        },
        PasskeyForgery("nobody there", .userNotPresent) { $0.data.flags.remove(.userPresent) },
        PasskeyForgery("copied but cannot be", .inconsistentBackup) { $0.data.flags.insert(.backedUp) },
        PasskeyForgery("data with a byte more", .malformedAuthenticatorData(.trailingBytes)) {
            $0.change = { $0 + [0] }
        },
        PasskeyForgery("no data", .malformedAuthenticatorData(.truncated)) { $0.change = { _ in [] } },
        PasskeyForgery("36 bytes of data", .malformedAuthenticatorData(.truncated)) {
            $0.change = { Array($0.prefix(36)) }
        },
        PasskeyForgery("extensions announced", .malformedAuthenticatorData(.malformedCBOR(.truncated))) {
            $0.data.flags.insert(.extensions)
        },
        PasskeyForgery("extensions of open length", .malformedAuthenticatorData(.malformedCBOR(.indefiniteLength))) {
            $0.data.flags.insert(.extensions)
            $0.change = { $0 + [0xBF, 0xFF] }
        },
        PasskeyForgery("extensions without an announcement", .malformedAuthenticatorData(.trailingBytes)) {
            $0.data.extensions = .map([])
        },
        PasskeyForgery("not a credential", .malformed("credential")) { $0.finish = { $0 = [] } },
        PasskeyForgery("text that is none", .malformed("credential")) { $0.finish = { $0 = "{" } },
        PasskeyForgery("no type", .malformed("type")) { $0.finish = { $0.set(.null, at: ["type"]) } },
        PasskeyForgery("password", .wrongCredentialType) { $0.finish = { $0.set("password", at: ["type"]) } },
        PasskeyForgery("no id", .malformed("id")) { $0.finish = { $0.set(.null, at: ["id"]) } },
        PasskeyForgery("number for an id", .malformed("rawId")) { $0.finish = { $0.set(.number("1"), at: ["rawId"]) } },
        PasskeyForgery("two ids", .differentIDs) { $0.finish = { $0.set("AAAA", at: ["id"]) } },
        PasskeyForgery("empty id", .badCredentialID) { $0.responseID = [] },
        PasskeyForgery("id of 1024 bytes", .badCredentialID) { $0.responseID = [UInt8](repeating: 1, count: 1024) },
        PasskeyForgery("no response", .malformed("clientDataJSON")) { $0.finish = { $0.set(.null, at: ["response"]) } },
        PasskeyForgery("client data that is no base64", .malformed("clientDataJSON")) {
            $0.finish = { $0.set("A", at: ["response", "clientDataJSON"]) }
        },
        PasskeyForgery("client data that is no JSON", .malformed("clientDataJSON")) {
            $0.finish = { $0.set("AAAA", at: ["response", "clientDataJSON"]) }
        },
    ]

    /// What is wrong with registrations alone.
    static let registrations: [PasskeyForgery] = [
        PasskeyForgery("assertion", .wrongCeremony) { $0.client.type = "webauthn.get" },
        PasskeyForgery("no credential", .noCredential) {
            $0.data.credential = nil
            $0.data.flags.remove(.attestedCredential)
        },
        PasskeyForgery("other credential inside", .differentIDs) { $0.data.credential?.id[0] ^= 1 },
        PasskeyForgery("cut within the id", .malformedAuthenticatorData(.truncated)) {
            $0.change = { Array($0.prefix(37 + 18 + 3)) }
        },
        PasskeyForgery("id of 65535 bytes", .malformedAuthenticatorData(.truncated)) {
            $0.change = { $0[..<53] + [0xFF, 0xFF] + $0[55...] }
        },
        PasskeyForgery("cut within the key", .malformedAuthenticatorData(.malformedCBOR(.truncated))) {
            $0.change = { $0.dropLast(1) }
        },
        PasskeyForgery("RSA", .badKey(.unsupportedAlgorithm)) { $0.setKey(3, .integer(-257)) },
        PasskeyForgery("ES256 with one coordinate", .badKey(.unsupportedAlgorithm)) { $0.setKey(1, .integer(1)) },
        PasskeyForgery("P-384", .badKey(.unsupportedCurve)) { $0.setKey(-1, .integer(2)) },
        PasskeyForgery("off the curve", .badKey(.notOnCurve)) {
            $0.setKey(-3, .bytes([UInt8](repeating: 1, count: 32)))
        },
        PasskeyForgery("infinity", .badKey(.notOnCurve)) {
            $0.setKey(-2, .bytes([UInt8](repeating: 0, count: 32)))
            $0.setKey(-3, .bytes([UInt8](repeating: 0, count: 32)))
        },
        PasskeyForgery("short coordinate", .badKey(.malformed)) { $0.setKey(-2, .bytes([1])) },
        PasskeyForgery("compressed point", .badKey(.malformed)) { $0.setKey(-3, .bool(true)) },
        PasskeyForgery("further label", .badKey(.malformed)) { $0.setKey(2, .bytes([1])) },
        PasskeyForgery("no algorithm", .badKey(.malformed)) { $0.setKey(3, nil) },
        PasskeyForgery("no curve", .badKey(.malformed)) { $0.setKey(-1, nil) },
        PasskeyForgery("key that is no map", .badKey(.malformed)) { $0.data.credential?.key = .null },
        PasskeyForgery("attestation with a statement", .wrongAttestation) {
            $0.statement = { _ in .map([CBORMember(.text("alg"), .integer(-7))]) }
        },
        PasskeyForgery("statement that is no map", .malformed("attestationObject")) { $0.statement = { _ in .null } },
        PasskeyForgery("attestation of a phone", .unsupportedAttestation) { $0.format = "android-safetynet" },
        PasskeyForgery("attestation by a maker", .unsupportedAttestation) {
            $0.attestItself { $0 + [CBORMember(.text("x5c"), .array([]))] }
        },
        PasskeyForgery("attesting itself without a signature", .wrongAttestation) {
            $0.attestItself { $0.filter { $0.key != .text("sig") } }
        },
        PasskeyForgery("attesting itself by another algorithm", .wrongAttestation) {
            $0.attestItself { [$0[1], CBORMember(.text("alg"), .integer(-257))] }
        },
        PasskeyForgery("attesting itself wrongly", .wrongAttestation) {
            $0.attestItself { [$0[0], CBORMember(.text("sig"), .bytes([0x30, 0x00]))] }
        },
    ]

    /// What is wrong with assertions alone.
    static let assertions: [PasskeyForgery] = [
        PasskeyForgery("registration", .wrongCeremony) { $0.client.type = "webauthn.create" },
        PasskeyForgery("unknown credential", .unknownCredential) { $0.responseID[0] ^= 1 },
        PasskeyForgery("other user", .wrongUserHandle) { $0.userHandle = "AAAA" },
        PasskeyForgery("empty user", .wrongUserHandle) { $0.userHandle = "" },
        PasskeyForgery("user that is no base64", .malformed("userHandle")) { $0.userHandle = .number("1") },
        PasskeyForgery("may be copied at once", .inconsistentBackup) { $0.data.flags.insert(.backupEligible) },
        PasskeyForgery("same counter", .staleCounter) { $0.data.signCount = 5 },
        PasskeyForgery("lower counter", .staleCounter) { $0.data.signCount = 4 },
        PasskeyForgery("counter back at zero", .staleCounter) { $0.data.signCount = 0 },
        PasskeyForgery("no signature", .malformed("signature")) {
            $0.finish = { $0.set(.null, at: ["response", "signature"]) }
        },
        PasskeyForgery("empty signature", .wrongSignature) {
            $0.finish = { $0.set("", at: ["response", "signature"]) }
        },
        PasskeyForgery("signature of zeros", .wrongSignature) {
            $0.finish = { $0.set("MAYCAQACAQA", at: ["response", "signature"]) }
        },
        PasskeyForgery("other client data than signed", .wrongSignature) {
            let bytes = PasskeyJSON.bytes($0.client.json + [0x20])
            $0.finish = { $0.set(bytes, at: ["response", "clientDataJSON"]) }
        },
        PasskeyForgery("no data of an authenticator", .malformed("authenticatorData")) {
            $0.finish = { $0.set(.null, at: ["response", "authenticatorData"]) }
        },
    ]
}

extension PasskeyForge {
    /// Sets, or leaves out, what stands under a label of the key.
    fileprivate mutating func setKey(_ label: Int, _ value: CBORValue?) {
        let others = (data.credential?.key.members ?? []).filter { $0.key != .integer(label) }
        data.credential?.key = .map(others + (value.map { [CBORMember(.integer(label), $0)] } ?? []))
    }

    /// Has the credential attest itself, with another statement: of the members `alg` and `sig`.
    mutating func attestItself(_ change: @escaping @Sendable ([CBORMember]) -> [CBORMember] = { $0 }) {
        format = "packed"
        statement = { signature in
            .map(change([CBORMember(.text("alg"), .integer(-7)), CBORMember(.text("sig"), .bytes(signature))]))
        }
    }
}
