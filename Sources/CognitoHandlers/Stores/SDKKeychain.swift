#if canImport(Security)
    import Foundation
    import Security

    /// The sign-in that the AWS SDK for iOS and `AWSMobileClient` left in the key chain.
    package struct LegacyKeychain: LegacySignIns {
        private let items: KeychainItems

        /// The SDK's items.
        /// - Parameter bundleID: the id of the app, `Bundle.main.bundleIdentifier`; the SDK's service has its name.
        package init(bundleID: String) {
            items = KeychainItems(service: "\(bundleID).AWSCognitoIdentityUserPool", accessGroup: nil)
        }

        /// The sign-in of the SDK's current user.
        package func find(poolID: String, clientID: String) throws(SecretStoreFailure) -> LegacySignIn? {
            LegacySignIn(
                legacy: try items.former(["\(clientID).", "\(poolID)."]), poolID: poolID, clientID: clientID)
        }
    }

    /// The sign-in that Amplify for Swift left in the key chain.
    package struct AmplifyKeychain: LegacySignIns {
        private let items: KeychainItems

        /// Amplify's items.
        /// - Parameter accessGroup: the access group that Amplify was configured with; its service is another then.
        package init(accessGroup: String? = nil) {
            let service = "com.amplify.awsCognitoAuthPlugin"
            items = KeychainItems(service: accessGroup == nil ? service : "\(service)Shared", accessGroup: accessGroup)
        }

        /// The sign-in of a pool, unless it is of another app client.
        package func find(poolID: String, clientID: String) throws(SecretStoreFailure) -> LegacySignIn? {
            LegacySignIn(amplify: try items.former(["amplify.\(poolID)."]), poolID: poolID, clientID: clientID)
        }
    }

    extension KeychainItems {
        /// The contents of the accounts that begin with one of some texts, byte for byte. An item without data is left out.
        fileprivate func former(_ prefixes: [String]) throws(SecretStoreFailure) -> LegacyItems {
            var former = LegacyItems()
            for account in try accounts() where prefixes.contains(where: { account.utf8.starts(with: $0.utf8) }) {
                let data = try item(account)?[kSecValueData as String] as? Data
                former[account] = data.map { Array($0) }
            }
            return former
        }
    }
#endif
