extension PoolConfiguration {
    /// Returns the second factors that a user can use after a first factor.
    ///
    /// If every sign-in needs a second factor, a verified phone number counts even if the user has enabled none. An
    /// enabled factor also counts while its new address is not verified yet.
    func secondFactors(of user: PoolUser, excluding first: FirstFactor?) -> [MFAFactor] {
        mfaFactors.filter { factor in
            switch factor {
            case .sms:
                first != .smsCode
                    && (user.mfa.contains(.sms) && user.hasValue(for: "phone_number")
                        || mfa == .on && user.mfa.isEmpty && user.verifiedValue(of: "phone_number") != nil)
            case .email: first != .emailCode && user.hasValue(for: "email") && user.mfa.contains(.email)
            case .softwareToken: user.softwareToken != nil && user.mfa.contains(.softwareToken)
            }
        }
    }
}
