package import CognitoHandlers

/// The reason why a passkey's registration or assertion is rejected.
package enum PasskeyRefusal: Error, Sendable, Equatable {
    /// The member of the credential with this name is missing, not base64url, or invalid.
    case malformed(String)
    case wrongCredentialType
    case differentIDs
    case wrongCeremony
    case wrongChallenge
    case wrongOrigin
    /// The request came from a cross-origin iframe.
    case crossOrigin
    case wrongRelyingParty
    case userNotPresent
    case userNotVerified
    /// The backup flags are inconsistent: backed up but not eligible, or the eligibility has changed.
    case inconsistentBackup
    /// The authenticator data is truncated, or longer than its flags permit.
    case malformedAuthenticatorData(AuthenticatorData.Failure)
    case malformedCBOR(CBORFailure)
    case noCredential
    /// The public key is invalid or of an unsupported type.
    case badKey(PasskeyPublicKey.Failure)
    /// The attestation is neither `none` nor `packed` self attestation.
    case unsupportedAttestation
    case wrongAttestation
    /// The credential's id is empty or longer than 1023 bytes.
    case badCredentialID
    case alreadyRegistered
    case unknownCredential
    case wrongUserHandle
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
    /// A malformed credential is an invalid parameter. All other reasons have the same type, and only the message
    /// distinguishes them.
    package var assertionErrorType: String {
        switch self {
        case .malformed, .malformedCBOR, .malformedAuthenticatorData: "InvalidParameterException"
        default: "NotAuthorizedException"
        }
    }

    /// The error's message, without values from the credential.
    package var message: String {
        switch self {
        case .malformed(let member): "The credential's member \(member) is missing or malformed"
        case .wrongCredentialType: "The credential's type is not public-key"
        case .differentIDs: "The credential's id and rawId differ"
        case .wrongCeremony: "The credential is for a different WebAuthn ceremony"
        case .wrongChallenge: "The credential answers another challenge"
        case .wrongOrigin: "The origin is not allowed"
        case .crossOrigin: "The credential was requested in a cross-origin frame"
        case .wrongRelyingParty: "The credential is for another relying party"
        case .userNotPresent: "The user was not present"
        case .userNotVerified: "The user was not verified"
        case .inconsistentBackup: "The credential's backup flags contradict each other"
        case .malformedAuthenticatorData: "The authenticator data is malformed"
        case .malformedCBOR: "The attestation object is malformed"
        case .noCredential: "The authenticator data contains no new credential"
        case .badKey: "The credential's key is invalid or not supported"
        case .unsupportedAttestation: "The attestation format is not supported"
        case .wrongAttestation: "The attestation is invalid"
        case .badCredentialID: "The credential's id is empty or too long"
        case .alreadyRegistered: "The credential is already registered"
        case .unknownCredential: "The credential was not found"
        case .wrongUserHandle: "The credential belongs to another user"
        case .wrongSignature: "The credential's signature is invalid"
        case .staleCounter: "The credential's signature counter did not increase"
        }
    }
}
