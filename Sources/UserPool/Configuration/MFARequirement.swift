/// Whether a sign-in needs a second factor.
public enum MFARequirement: String, Sendable, CaseIterable {
    /// Never.
    case off = "OFF"
    /// For users who enabled one.
    case optional = "OPTIONAL"
    /// Always. Users without one set one up at sign-in.
    case on = "ON"
}
