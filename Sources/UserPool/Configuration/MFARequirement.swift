/// Whether a sign-in needs a second factor.
public enum MFARequirement: String, Sendable, CaseIterable {
    /// Never.
    case off = "OFF"
    /// For users who turned one on.
    case optional = "OPTIONAL"
    /// Always; who has none sets one up at sign-in.
    case on = "ON"
}
