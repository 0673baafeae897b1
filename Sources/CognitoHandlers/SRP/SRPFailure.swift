/// Reports why an SRP exchange failed. It names what is wrong, never its value.
package enum SRPFailure: Error, Sendable, Equatable {
    /// A number is not hexadecimal, or is longer than any number of the exchange.
    case malformedNumber(SRPNumberName)
    /// A parameter of the challenge is empty.
    case empty(SRPNumberName)
    /// The secret block, the salt or the verifier is not base64.
    case malformedBase64
    /// A signed number is negative.
    case negativeNumber
    /// A public value is zero mod N. The shared secret would then be known (RFC 5054 section 2.5.4).
    case zeroPublicValue(SRPNumberName)
    /// The hash of both public values is zero. The password would then not matter (RFC 2945 section 3.2).
    case zeroScrambler
    /// The random number is empty, longer than N, or zero.
    case badSecret
}

/// The numbers of an exchange, by Cognito's names.
package enum SRPNumberName: String, Sendable {
    /// The client's public value.
    case clientValue = "SRP_A"
    /// The server's public value.
    case serverValue = "SRP_B"
    /// The password's salt.
    case salt = "SALT"
}
