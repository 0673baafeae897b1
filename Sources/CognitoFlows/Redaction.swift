public import FlowCore

// The types of this module whose values may be secret.

extension SecretStoreGuard: Redacted {}
extension SignInSealing: Redacted {}
