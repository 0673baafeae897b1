package import CognitoHandlers

/// Why a passkey's registration or assertion is refused.
package enum PasskeyRefusal: Error, Sendable, Equatable {
    /// A member of the credential lacks, is no base64url, or is not what it should be; its name.
    case malformed(String)
    /// The credential's type is not `public-key`.
    case wrongCredentialType
    /// `id` and `rawId` differ.
    case differentIDs
    /// The client was asked for the other ceremony.
    case wrongCeremony
    /// The answer is to another challenge.
    case wrongChallenge
    /// The client was asked at an origin that is not the relying party's.
    case wrongOrigin
    /// The one who asked stood in another origin's frame.
    case crossOrigin
    /// The authenticator was asked for another relying party.
    case wrongRelyingParty
    /// Nobody was there.
    case userNotPresent
    /// The user was not verified, and must be.
    case userNotVerified
    /// The credential is said to be copied but not to be one that may be, or changed from one to the other.
    case inconsistentBackup
    /// The authenticator's data is cut off, or more than its flags announce.
    case malformedAuthenticatorData(AuthenticatorData.Failure)
    /// The attestation object is not CBOR.
    case malformedCBOR(CBORFailure)
    /// The authenticator's data has no new credential.
    case noCredential
    /// The public key is no good, or of a kind that is not taken.
    case badKey(PasskeyPublicKey.Failure)
    /// The attestation is neither `none` nor a `packed` one by the credential itself.
    case unsupportedAttestation
    /// The attestation's statement is not what its format asks for, or its signature is wrong.
    case wrongAttestation
    /// The credential's id is empty or longer than 1023 bytes.
    case badCredentialID
    /// There is such a credential already.
    case alreadyRegistered
    /// The user has no such credential.
    case unknownCredential
    /// The credential is another user's.
    case wrongUserHandle
    /// The signature is not the credential's.
    case wrongSignature
    /// The counter did not go on: there may be a copy of the credential.
    case staleCounter
}

extension PasskeyRefusal {
    /// What CompleteWebAuthnRegistration answers.
    package var registrationErrorType: String {
        switch self {
        case .wrongChallenge: "WebAuthnChallengeNotFoundException"
        case .wrongOrigin, .crossOrigin: "WebAuthnOriginNotAllowedException"
        case .wrongRelyingParty: "WebAuthnRelyingPartyMismatchException"
        case .userNotPresent, .userNotVerified, .unsupportedAttestation, .wrongAttestation,
            .badKey(.unsupportedAlgorithm), .badKey(.unsupportedCurve):
            "WebAuthnCredentialNotSupportedException"
        default: "InvalidParameterException"
        }
    }

    /// What a sign-in answers: a credential that cannot be read is a bad parameter, any other refusal is all the same to
    /// whoever tries to get in.
    package var assertionErrorType: String {
        switch self {
        case .malformed, .malformedCBOR, .malformedAuthenticatorData: "InvalidParameterException"
        default: "NotAuthorizedException"
        }
    }

    /// A text for users, without a value of the credential.
    package var message: String {
        switch self {
        case .malformed(let member): "The credential is malformed at \(member)"
        case .wrongCredentialType: "The credential is not a public key"
        case .differentIDs: "The credential has two ids"
        case .wrongCeremony: "The credential is of another ceremony"
        case .wrongChallenge: "The challenge is not known"
        case .wrongOrigin: "The origin is not allowed"
        case .crossOrigin: "The credential was asked for in a frame of another origin"
        case .wrongRelyingParty: "The credential is of another relying party"
        case .userNotPresent: "Nobody was present"
        case .userNotVerified: "The user was not verified"
        case .inconsistentBackup: "The credential's backup flags contradict each other"
        case .malformedAuthenticatorData: "The authenticator's data is malformed"
        case .malformedCBOR: "The attestation object is malformed"
        case .noCredential: "There is no new credential"
        case .badKey: "The credential's key is not supported"
        case .unsupportedAttestation: "The attestation's format is not supported"
        case .wrongAttestation: "The attestation is wrong"
        case .badCredentialID: "The credential's id is too long"
        case .alreadyRegistered: "The credential is registered already"
        case .unknownCredential: "The credential is not known"
        case .wrongUserHandle: "The credential is another user's"
        case .wrongSignature: "The credential's signature is wrong"
        case .staleCounter: "The credential's counter did not go on"
        }
    }
}
