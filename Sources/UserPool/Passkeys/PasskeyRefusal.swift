package import CognitoHandlers

/// The reason why a passkey's registration or assertion is rejected.
package enum PasskeyRefusal: Error, Sendable, Equatable {
    /// A member of the credential is missing, not base64url, or invalid; its name.
    case malformed(String)
    /// The credential's type is not `public-key`.
    case wrongCredentialType
    /// `id` and `rawId` differ.
    case differentIDs
    /// The client performed the other ceremony.
    case wrongCeremony
    /// The response answers another challenge.
    case wrongChallenge
    /// The client's origin is not the relying party's.
    case wrongOrigin
    /// The request came from a cross-origin iframe.
    case crossOrigin
    /// The authenticator answered for another relying party.
    case wrongRelyingParty
    /// The user was not present.
    case userNotPresent
    /// The user was not verified, although that is required.
    case userNotVerified
    /// The backup flags are inconsistent.
    ///
    /// The credential is backed up but not eligible, or its eligibility changed.
    case inconsistentBackup
    /// The authenticator data is truncated, or longer than its flags permit.
    case malformedAuthenticatorData(AuthenticatorData.Failure)
    /// The attestation object is not CBOR.
    case malformedCBOR(CBORFailure)
    /// The authenticator data contains no new credential.
    case noCredential
    /// The public key is invalid or of an unsupported type.
    case badKey(PasskeyPublicKey.Failure)
    /// The attestation is neither `none` nor `packed` self attestation.
    case unsupportedAttestation
    /// The attestation statement is malformed, or its signature is invalid.
    case wrongAttestation
    /// The credential's id is empty or longer than 1023 bytes.
    case badCredentialID
    /// The credential is already registered.
    case alreadyRegistered
    /// The user has no such credential.
    case unknownCredential
    /// The credential belongs to another user.
    case wrongUserHandle
    /// The signature is invalid.
    case wrongSignature
    /// The signature counter did not increase: the credential may be cloned.
    case staleCounter
}

extension PasskeyRefusal {
    /// The error type that `CompleteWebAuthnRegistration` returns.
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

    /// The error type that a sign-in returns.
    ///
    /// A malformed credential is an invalid parameter. All other reasons look the same, so that an attacker learns
    /// nothing.
    package var assertionErrorType: String {
        switch self {
        case .malformed, .malformedCBOR, .malformedAuthenticatorData: "InvalidParameterException"
        default: "NotAuthorizedException"
        }
    }

    /// A message for users, without values of the credential.
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
