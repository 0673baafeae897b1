#if canImport(Security)
    import Foundation
    import Security

    /// Finds the sign-in that the AWS SDK for iOS and `AWSMobileClient` left in the keychain.
    package struct LegacyKeychain: LegacySignIns {
        private let items: KeychainItems

        /// Creates a finder for an app's items. Does not access the keychain yet.
        /// - Parameter bundleID: the app's `Bundle.main.bundleIdentifier`, which is part of the SDK's service name.
        package init(bundleID: String) {
            items = KeychainItems(service: "\(bundleID).AWSCognitoIdentityUserPool", accessGroup: nil)
        }

        /// Returns the sign-in of the SDK's current user, or nil if nobody is signed in.
        package func find(poolID: String, clientID: String) throws(SecretStoreFailure) -> LegacySignIn? {
            let contents = try items.contents(withPrefixes: ["\(clientID).", "\(poolID)."])
            return LegacySignIn(legacy: contents, poolID: poolID, clientID: clientID)
        }
    }

    /// Finds the sign-in that Amplify for Swift left in the keychain.
    package struct AmplifyKeychain: LegacySignIns {
        private let items: KeychainItems

        /// Creates a finder for Amplify's items. Does not access the keychain yet.
        /// - Parameter accessGroup: the access group that Amplify was configured with, which changes its service name.
        package init(accessGroup: String? = nil) {
            let service = "com.amplify.awsCognitoAuthPlugin"
            items = KeychainItems(service: accessGroup == nil ? service : "\(service)Shared", accessGroup: accessGroup)
        }

        /// Returns the sign-in to a pool, or nil if there is none or if it belongs to another app client.
        package func find(poolID: String, clientID: String) throws(SecretStoreFailure) -> LegacySignIn? {
            let contents = try items.contents(withPrefixes: ["amplify.\(poolID)."])
            return LegacySignIn(amplify: contents, poolID: poolID, clientID: clientID)
        }
    }

    extension KeychainItems {
        /// Returns the contents of the items whose accounts have one of the prefixes, compared by bytes. Items without
        /// data are skipped.
        fileprivate func contents(withPrefixes prefixes: [String]) throws(SecretStoreFailure) -> LegacyItems {
            var result = LegacyItems()
            for account in try accounts() where prefixes.contains(where: { account.utf8.starts(with: $0.utf8) }) {
                let data = try item(account)?[kSecValueData as String] as? Data
                result[account] = data.map { Array($0) }
            }
            return result
        }
    }
#endif
