extension PoolConfiguration {
    /// The second factors that a user has. A pool that asks for one always takes a verified number for it; a factor that
    /// was turned on stays on when its address is changed and not yet verified.
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
