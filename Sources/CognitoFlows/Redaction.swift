import FlowCore

// The types of this module that hold values, and so may hold secrets.

extension SecretStoreGuard: Redacted {}
extension SignInSealing: Redacted {}
