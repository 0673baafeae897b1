/// Why an SRP exchange cannot go on. Names what is wrong, never its value.
package enum SRPFailure: Error, Sendable, Equatable {
    /// A number is not hexadecimal, or it is longer than any number of the exchange.
    case malformedNumber(SRPNumberName)
    /// A parameter of the challenge is empty.
    case empty(SRPNumberName)
    /// The secret block, the salt or the verifier is not base64.
    case malformedBase64
    /// A number that came in as signed bytes is negative.
    case negativeNumber
    /// A public value is zero mod N: it would make the secret that both share known (RFC 5054 section 2.5.4).
    case zeroPublicValue(SRPNumberName)
    /// The hash of both public values is zero: the password would not matter (RFC 2945 section 3.2).
    case zeroScrambler
    /// The random number is no good: empty, longer than N, or zero.
    case badSecret
}

/// The numbers of an exchange, as Cognito names them.
package enum SRPNumberName: String, Sendable {
    /// The public value of the client.
    case clientValue = "SRP_A"
    /// The public value of the server.
    case serverValue = "SRP_B"
    /// The salt of the password.
    case salt = "SALT"
}
