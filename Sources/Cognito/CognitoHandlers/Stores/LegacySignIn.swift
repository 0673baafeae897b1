import FlowCore

/// A finder of the sign-in that an SDK left on the device, so that an app update does not sign its current user out. A
/// finder does not change the SDK's items.
package protocol LegacySignIns: Sendable {
    /// Returns the sign-in of an app client.
    /// - Returns: nil if there is none, or if it is not in the SDK's format.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` if the SDK's store cannot be read now;
    ///   ``SecretStoreFailure/broken(_:)`` if an item is damaged.
    func find(poolID: String, clientID: String) throws(SecretStoreFailure) -> LegacySignIn?
}

/// A sign-in that an SDK left on the device.
package struct LegacySignIn: Sendable, Equatable, Redacted {
    package let username: String
    /// The access token. It is empty if the SDK kept only the refresh token.
    package let accessToken: String
    package let idToken: String?
    package let refreshToken: String?
    /// The remembered devices of all users of the pool.
    package let devices: [LegacyDevice]

    /// Creates a sign-in from the texts that an SDK stored. Empty texts count as missing.
    /// - Returns: nil if the user name is missing, or if both the access token and the refresh token are missing.
    package init?(
        username: String?, accessToken: String?, idToken: String?, refreshToken: String?, devices: [LegacyDevice]
    ) {
        let access = accessToken ?? ""
        let refresh = refreshToken.flatMap { $0.isEmpty ? nil : $0 }
        guard let username, !username.isEmpty, !access.isEmpty || refresh != nil else { return nil }
        self.username = username
        self.accessToken = access
        self.idToken = idToken.flatMap { $0.isEmpty ? nil : $0 }
        self.refreshToken = refresh
        self.devices = devices
    }

    /// Returns whether the access token names another app client. The refresh token is then valid only for that client.
    /// A malformed access token names no app client.
    private func belongsToAnotherClient(than clientID: String) -> Bool {
        guard let client = TokenClaims(accessToken)?["client_id"] else { return false }
        return !client.utf8.elementsEqual(clientID.utf8)
    }
}

/// A device that an SDK remembered for a user.
package struct LegacyDevice: Sendable, Equatable, Redacted {
    package let username: String
    package let device: CognitoDevice

    package init(username: String, device: CognitoDevice) {
        self.username = username
        self.device = device
    }
}

/// The items of an SDK, by the bytes of their accounts. The keychain compares bytes, while Swift's `==` treats é and e´
/// as equal.
package struct LegacyItems: Sendable, Redacted {
    private var contents: [[UInt8]: [UInt8]] = [:]

    package init() {}

    /// The content of an account's item, or nil if there is none. Assign nil to remove the item.
    package subscript(account: String) -> [UInt8]? {
        get { contents[Array(account.utf8)] }
        set { contents[Array(account.utf8)] = newValue }
    }

    /// Returns the content of an account's item as text, or nil if there is none or it is not UTF-8.
    func text(_ account: String) -> String? { self[account].flatMap(Self.decoded) }

    /// Returns the parts of account names between a prefix and a suffix, sorted by bytes. Skips accounts that lack one
    /// of them, or whose part is not UTF-8.
    func accountParts(between prefix: String, and suffix: String) -> [String] {
        let parts = contents.keys.compactMap { Self.part(of: $0, between: prefix, and: suffix) }
        return parts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the part of an account between a prefix and a suffix; nil if the account lacks one of them, or if the
    /// part is not UTF-8.
    private static func part(of account: [UInt8], between prefix: String, and suffix: String) -> String? {
        let prefixBytes = Array(prefix.utf8)
        let suffixBytes = Array(suffix.utf8)
        guard account.count >= prefixBytes.count + suffixBytes.count, account.starts(with: prefixBytes),
            account.suffix(suffixBytes.count).elementsEqual(suffixBytes)
        else { return nil }
        return decoded(Array(account.dropFirst(prefixBytes.count).dropLast(suffixBytes.count)))
    }

    /// Returns the text that bytes encode in UTF-8, or nil if they are malformed.
    private static func decoded(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }
}

extension LegacySignIn {
    /// Reads the sign-in of `AWSCognitoIdentityProvider`, the SDK for iOS, which `AWSMobileClient` also uses.
    ///
    /// The item `<client>.currentUser` names the user. Tokens are in `<client>.<user>.…`, and devices in
    /// `<pool>.<user>.device.…`.
    /// - Returns: nil if there is no current user, or if the user has no tokens.
    package init?(legacy items: LegacyItems, poolID: String, clientID: String) {
        guard let username = items.text("\(clientID).currentUser") else { return nil }
        /// Returns the user's token with a name, or nil if there is none.
        func token(_ name: String) -> String? { items.text("\(clientID).\(username).\(name)") }
        self.init(
            username: username, accessToken: token("accessToken"), idToken: token("idToken"),
            refreshToken: token("refreshToken"), devices: Self.legacyDevices(in: items, ofPool: poolID))
    }

    /// Returns the remembered devices of all users of a pool. Devices without a key, a group or a secret are skipped.
    private static func legacyDevices(in items: LegacyItems, ofPool poolID: String) -> [LegacyDevice] {
        items.accountParts(between: "\(poolID).", and: ".device.id").compactMap { username in
            /// Returns the property of the user's device with a name, or nil if there is none.
            func property(_ name: String) -> String? { items.text("\(poolID).\(username).device.\(name)") }
            let device = CognitoDevice(
                storedKey: property("id"), groupKey: property("group"), secret: property("secret"))
            return device.map { LegacyDevice(username: username, device: $0) }
        }
    }
}

extension LegacySignIn {
    /// Reads the sign-in of Amplify for Swift. It is JSON in the item `amplify.<pool>.session`, or in
    /// `amplify.<pool>.<identity pool>.session`.
    /// - Returns: nil if there is no sign-in, or if the access token of each belongs to another app client. The names
    ///   of Amplify's items do not contain the app client.
    package init?(amplify items: LegacyItems, poolID: String, clientID: String) {
        let signIns = items.amplifySignIns(toPool: poolID)
        guard let signIn = signIns.first(where: { !$0.belongsToAnotherClient(than: clientID) }) else { return nil }
        self = signIn
    }

    /// Parses the sign-in in Amplify's credentials. Credentials of a user pool have the member `signedInData`.
    /// - Returns: nil if the credentials contain no tokens of a user pool, or no user name.
    fileprivate init?(credentials json: JSONValue, devices: [LegacyDevice]) {
        let data = ["userPoolOnly", "userPoolAndIdentityPool"].compactMap { json[$0]?["signedInData"] }.first
        guard let data, let tokens = data["cognitoUserPoolTokens"] else { return nil }
        self.init(
            username: data["username"]?.string, accessToken: tokens["accessToken"]?.string,
            idToken: tokens["idToken"]?.string, refreshToken: tokens["refreshToken"]?.string, devices: devices)
    }
}

extension LegacyItems {
    /// Returns Amplify's sign-ins to a user pool, first the one without an identity pool. Malformed ones are skipped.
    fileprivate func amplifySignIns(toPool poolID: String) -> [LegacySignIn] {
        let prefix = "amplify.\(poolID)"
        // Between the prefix and the suffix is either nothing, or a dot and the id of an identity pool.
        return accountParts(between: prefix, and: ".session").compactMap { identityPool in
            guard identityPool.isEmpty || identityPool.utf8.first == UInt8(ascii: "."),
                let json = self["\(prefix)\(identityPool).session"].flatMap(JSONValue.init(json:))
            else { return nil }
            return LegacySignIn(credentials: json, devices: amplifyDevices(withPrefix: "\(prefix)\(identityPool)."))
        }
    }

    /// Returns the devices that Amplify remembered under `<prefix><user>.deviceMetadata`. Malformed ones are skipped.
    private func amplifyDevices(withPrefix prefix: String) -> [LegacyDevice] {
        accountParts(between: prefix, and: ".deviceMetadata").compactMap { username in
            let json = self["\(prefix)\(username).deviceMetadata"].flatMap(JSONValue.init(json:))
            let data = json?["metadata"]?["_0"]
            let device = CognitoDevice(
                storedKey: data?["deviceKey"]?.string, groupKey: data?["deviceGroupKey"]?.string,
                secret: data?["deviceSecret"]?.string)
            return device.map { LegacyDevice(username: username, device: $0) }
        }
    }
}
