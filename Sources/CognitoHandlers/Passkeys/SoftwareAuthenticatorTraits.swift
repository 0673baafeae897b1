/// The capabilities of a software authenticator.
public struct SoftwareAuthenticatorTraits: Sendable, Equatable {
    /// Whether it verifies the user, as by PIN or biometrics. It does not if the relying party discourages that.
    public var verifiesUser: Bool
    /// Whether its passkeys sync to the user's other devices. Those of Apple and Google accounts do.
    public var isBackedUp: Bool
    /// Whether it counts signatures. Authenticators with synced passkeys do not.
    public var countsSignatures: Bool

    /// Creates the traits of an authenticator. The defaults are those of a device whose passkeys do not sync.
    public init(verifiesUser: Bool = true, isBackedUp: Bool = false, countsSignatures: Bool = true) {
        self.verifiesUser = verifiesUser
        self.isBackedUp = isBackedUp
        self.countsSignatures = countsSignatures
    }
}
