import CognitoHandlers
import Crypto
import FlowCore

// The checks that both ceremonies share: steps 5 to 18 of WebAuthn level 3, section 7.1, and steps 8 to 19 of section
// 7.2.
extension PasskeyRelyingParty {
    /// Returns the hash of the client data, which the authenticator has signed.
    /// - Throws: a refusal if the client data is for another ceremony, challenge or relying party.
    func verifiedClientDataHash(
        _ response: PasskeyResponse, _ ceremony: ClientData.Ceremony, challenge: [UInt8]
    ) throws(PasskeyRefusal) -> [UInt8] {
        let bytes = try response.bytes("clientDataJSON")
        guard let data = ClientData(json: bytes) else { throw .malformed("clientDataJSON") }
        guard data.type == ceremony.rawValue else { throw .wrongCeremony }
        guard let answeredChallenge = Base64.bytes(data.challenge) else { throw .malformed("challenge") }
        guard !challenge.isEmpty, answeredChallenge == challenge else { throw .wrongChallenge }
        guard origins.contains(where: { $0.utf8.elementsEqual(data.origin.utf8) }) else { throw .wrongOrigin }
        guard !data.isCrossOrigin, data.topOrigin == nil else { throw .crossOrigin }
        return Array(SHA256.hash(data: bytes))
    }

    /// Returns the parsed authenticator data, after verifying its relying party and flags.
    /// - Throws: a refusal if the data is malformed, for another relying party, or has unacceptable flags.
    func verifiedAuthenticatorData(_ bytes: [UInt8]) throws(PasskeyRefusal) -> AuthenticatorData {
        let data: AuthenticatorData
        do throws(AuthenticatorData.Failure) { data = try AuthenticatorData(bytes) } catch {
            throw .malformedAuthenticatorData(error)
        }
        guard data.relyingPartyHash == Array(SHA256.hash(data: Array(id.utf8))) else { throw .wrongRelyingParty }
        guard data.flags.contains(.userPresent) else { throw .userNotPresent }
        guard data.flags.contains(.userVerified) || !requiresUserVerification else { throw .userNotVerified }
        guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
            throw .inconsistentBackup
        }
        return data
    }
}
