/// Whether a user is confirmed, as the calls of an object have found out.
public enum AWSCognitoIdentityUserStatus: Int, Sendable {
    /// The status is unknown.
    case unknown = 0
    /// The user can sign in.
    case confirmed = -1000
    /// The sign-up must be confirmed with a code.
    case unconfirmed = -2000
}
