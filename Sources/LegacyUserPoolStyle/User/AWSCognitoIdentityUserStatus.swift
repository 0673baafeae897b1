/// Whether a user is confirmed, as far as this object knows.
public enum AWSCognitoIdentityUserStatus: Int, Sendable {
    /// Nothing is known.
    case unknown = 0
    /// The user can sign in.
    case confirmed = -1000
    /// The code of the sign-up must be confirmed.
    case unconfirmed = -2000
}
