/// What a software authenticator can do.
public struct SoftwareAuthenticatorTraits: Sendable, Equatable {
    /// Whether it verifies the user, as with a PIN or a finger, where the relying party does not discourage it.
    public var verifiesUser: Bool
    /// Whether its passkeys are copied to the user's other devices, as those of Apple's and Google's accounts are.
    public var isBackedUp: Bool
    /// Whether it counts signatures; those whose passkeys are copied do not.
    public var countsSignatures: Bool

    /// Traits; by default those of a device that keeps its passkeys to itself.
    public init(verifiesUser: Bool = true, isBackedUp: Bool = false, countsSignatures: Bool = true) {
        self.verifiesUser = verifiesUser
        self.isBackedUp = isBackedUp
        self.countsSignatures = countsSignatures
    }
}
