/// Whether a sign-in needs a second factor.
public enum MFARequirement: String, Sendable, CaseIterable {
    /// A sign-in never needs a second factor.
    case off = "OFF"
    /// A sign-in needs a second factor if the user has enabled one.
    case optional = "OPTIONAL"
    /// Every sign-in needs a second factor, and users without one set one up.
    case on = "ON"
}
