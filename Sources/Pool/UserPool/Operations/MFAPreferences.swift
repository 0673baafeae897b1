import FlowCore
import FlowRuntime

/// Enables and disables the second factors of users.
enum MFAPreferences {
    static let all: [String: PoolOperation] = [
        "SetUserMFAPreference": .signedIn(setPreferences),
        "AdminSetUserMFAPreference": .administered(setPreferences),
        "SetUserSettings": .signedIn(setSettings),
    ]

    /// The request members that configure second factors, and the factor of each.
    private static let factorSettings: [(name: String, factor: MFAFactor)] = [
        ("SMSMfaSettings", .sms), ("SoftwareTokenMfaSettings", .softwareToken), ("EmailMfaSettings", .email),
    ]

    /// Implements `SetUserMFAPreference` and `AdminSetUserMFAPreference`: sets which second factors of a user are
    /// enabled, and which one is preferred. Factors that the request omits stay as they are. A factor that the request
    /// contains without preferring it is no longer preferred.
    private static func setPreferences(
        _ user: PoolUser, _ input: PoolInput, _ pool: inout Pool
    ) throws(PoolError) -> JSONValue {
        var factors = user.mfa
        var preferred = user.preferredMFA
        var preferredCount = 0
        for (name, factor) in factorSettings where input.json[name] != nil {
            let setting = try input.object(name)
            let isEnabled = try setting.flag("Enabled")
            if isEnabled { try checkCanEnable(factor, user, pool.configuration) }
            if isEnabled { factors.insert(factor) } else { factors.remove(factor) }
            if try setting.flag("PreferredMfa") {
                guard isEnabled else { throw .invalidParameter("Only an enabled factor can be preferred") }
                preferred = factor
                preferredCount += 1
            } else if preferred == factor {
                preferred = nil
            }
        }
        // In this pool, a passkey counts as a second factor for all users or for none.
        let passkeySetting = try input.object("WebAuthnMfaSettings")
        if passkeySetting.json["Enabled"] != nil {
            guard try passkeySetting.flag("Enabled") == pool.configuration.requiresUserVerification else {
                throw .invalidParameter("Only requiresUserVerification of the pool changes passkey MFA")
            }
        }
        guard preferredCount <= 1 else { throw .invalidParameter("Only one factor can be set as preferred") }
        pool.state.accounts.change(user.id) { user in
            user.mfa = factors
            // In older files, the preferred factor may be disabled.
            user.preferredMFA = preferred.flatMap { factors.contains($0) ? $0 : nil }
        }
        return [:]
    }

    /// Implements `SetUserSettings`: enables text messages as a second factor, or disables them for an empty list.
    static func setSettings(_ user: PoolUser, _ input: PoolInput, _ pool: inout Pool) throws(PoolError) -> JSONValue {
        let options = try input.list("MFAOptions")
        for option in options where option.members == nil { throw PoolInput.wrongType("MFAOptions") }
        let isOn = !options.isEmpty
        if isOn { try checkCanEnable(.sms, user, pool.configuration) }
        pool.state.accounts.change(user.id) { user in
            if isOn { user.mfa.insert(.sms) } else { user.disable(.sms) }
        }
        return [:]
    }

    /// Checks that the pool offers a factor and that the user has set it up.
    private static func checkCanEnable(
        _ factor: MFAFactor, _ user: PoolUser, _ configuration: PoolConfiguration
    ) throws(PoolError) {
        guard configuration.mfa != .off, configuration.mfaFactors.contains(factor) else {
            throw .invalidParameter("This MFA type is not enabled for the pool")
        }
        switch factor {
        case .sms:
            guard user.attributes["phone_number"] != nil else {
                throw .invalidParameter("User does not have delivery config set to turn on SMS_MFA")
            }
        case .email:
            guard user.attributes["email"] != nil else {
                throw .invalidParameter("User does not have delivery config set to turn on EMAIL_OTP")
            }
        case .softwareToken:
            guard user.softwareToken != nil else {
                throw .invalidParameter("User has not verified software token mfa")
            }
        }
    }
}
