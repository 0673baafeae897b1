extension PoolConfiguration {
    /// Returns a user's second factors.
    ///
    /// If the pool requires one, a verified phone number always counts. An enabled factor stays enabled when its
    /// address changes and is not yet verified.
    func factors(of user: PoolUser, besides first: FirstFactor?) -> [MFAFactor] {
        mfaFactors.filter { factor in
            switch factor {
            case .sms:
                first != .smsCode
                    && (user.mfa.contains(.sms) && user.has("phone_number")
                        || mfa == .on && user.mfa.isEmpty && user.verified("phone_number") != nil)
            case .email: first != .emailCode && user.has("email") && user.mfa.contains(.email)
            case .softwareToken: user.softwareToken != nil && user.mfa.contains(.softwareToken)
            }
        }
    }
}
