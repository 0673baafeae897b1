import CognitoHandlers
import Foundation
import Security
import Testing

/// The items that the SDKs left in the key chain.
struct SDKKeychainTests {
    private let chain = FakeKeychain()
    private let legacy = LegacyKeychain(bundleID: "com.example.app")
    private let amplify = AmplifyKeychain()
    private static let legacyService = "com.example.app.AWSCognitoIdentityUserPool"
    private static let amplifyService = "com.amplify.awsCognitoAuthPlugin"
    private static let locked = SecretStoreFailure.unavailable("the Keychain returned the status -25308")

    private func run(_ body: () throws -> Void) rethrows { try FakeKeychain.$current.withValue(chain, operation: body) }

    private func put(_ service: String, _ account: String, _ content: String, group: String = FakeKeychain.ownGroup) {
        chain.put([
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
            kSecAttrAccessGroup: group, kSecValueData: Data(content.utf8), kSecUseDataProtectionKeychain: true,
        ])
    }

    private var accounts: [String] { chain.items.compactMap { $0[kSecAttrAccount] as? String }.sorted() }

    private func putLegacy(client: String = "client", user: String = "jane.doe") {
        let user = "\(client).\(user)"
        put(Self.legacyService, "\(client).currentUser", "jane.doe")
        for token in ["accessToken", "idToken", "refreshToken"] {
            put(Self.legacyService, "\(user).\(token)", "an \(token)")
        }
        put(Self.legacyService, "\(user).tokenExpiration", "2026-01-01T00:00:00Z")
    }

    private func putLegacyDevice(_ user: String) {
        for name in ["id", "group", "secret"] {
            put(Self.legacyService, "pool.\(user).device.\(name)", "\(user) \(name)")
        }
        put(Self.legacyService, "pool.\(user).asf.device.id", "other")
    }

    @Test func theLegacySignInIsFoundWithAllDevices() throws {
        try run { () throws in
            putLegacy()
            putLegacyDevice("jane.doe")
            putLegacyDevice("é")
            putLegacyDevice("e\u{301}")
            let found = try #require(try legacy.find(poolID: "pool", clientID: "client"))
            #expect(found.username == "jane.doe")
            #expect(found.accessToken == "an accessToken")
            #expect(found.idToken == "an idToken")
            #expect(found.refreshToken == "an refreshToken")
            #expect(
                found.devices.map { Array($0.username.utf8) } == ["e\u{301}", "jane.doe", "é"].map { Array($0.utf8) })
            #expect(
                found.devices[1].device
                    == CognitoDevice(key: "jane.doe id", groupKey: "jane.doe group", secret: "jane.doe secret"))
        }
    }

    @Test func aLegacyRefreshTokenAloneIsASignIn() throws {
        try run { () throws in
            put(Self.legacyService, "client.currentUser", "jane")
            put(Self.legacyService, "client.jane.refreshToken", "again")
            let found = try #require(try legacy.find(poolID: "pool", clientID: "client"))
            #expect(found.accessToken.isEmpty && found.idToken == nil)
            #expect(found.refreshToken == "again")
        }
    }

    @Test func aLegacyUserWithoutTokensIsSignedOut() throws {
        try run { () throws in
            var found = try legacy.find(poolID: "pool", clientID: "client")
            #expect(found == nil)
            put(Self.legacyService, "client.currentUser", "jane")
            putLegacyDevice("jane")
            found = try legacy.find(poolID: "pool", clientID: "client")
            #expect(found == nil)
        }
    }

    @Test func aLegacyNameThatIsNoTextIsNil() throws {
        try run { () throws in
            putLegacy()
            chain.change { item in
                var item = item
                if item[kSecAttrAccount] as? String == "client.currentUser" { item[kSecValueData] = Data([0xFF]) }
                return item
            }
            let found = try legacy.find(poolID: "pool", clientID: "client")
            #expect(found == nil)
        }
    }

    @Test func aLegacyDeviceWithoutSecretIsLeftOut() throws {
        try run { () throws in
            putLegacy()
            put(Self.legacyService, "pool.jane.doe.device.id", "a")
            put(Self.legacyService, "pool.jane.doe.device.group", "b")
            var found = try legacy.find(poolID: "pool", clientID: "client")
            #expect(found?.devices == [])
            put(Self.legacyService, "pool.jane.doe.device.secret", "")
            found = try legacy.find(poolID: "pool", clientID: "client")
            #expect(found?.devices == [])
        }
    }

    @Test func nothingOfTheSDKsIsChanged() throws {
        try run { () throws in
            putLegacy()
            putLegacyDevice("jane.doe")
            put(Self.amplifyService, "amplify.pool.session", Self.session("userPoolOnly"))
            put(Self.amplifyService, "amplify.pool.jane.deviceMetadata", Self.device)
            let before = accounts
            for former in [legacy, amplify] as [any LegacySignIns] {
                #expect(try former.find(poolID: "pool", clientID: "client") != nil)
            }
            #expect(accounts == before)
            #expect(chain.calls.allSatisfy { $0[kSecMatchLimit] != nil }, "only searches name a limit")
        }
    }

    @Test func aLockedKeyChainIsNoSignedOutUser() {
        run {
            putLegacy()
            chain.isLocked = true
            for former in [legacy, amplify] as [any LegacySignIns] {
                #expect(throws: Self.locked) { try former.find(poolID: "pool", clientID: "client") }
            }
        }
    }

    private static func tokens(client: String = "client") -> String {
        let claims = Data(#"{"client_id":"\#(client)","username":"jane"}"#.utf8).base64EncodedString()
        return #"{"idToken":"id","accessToken":"e30.\#(claims).sig","refreshToken":"refresh","expiration":7.25}"#
    }

    private static func session(_ kind: String, user: String = "jane", client: String = "client") -> String {
        let rest = kind == "userPoolOnly" ? "" : #","identityID":"i","credentials":{"accessKeyId":"a"}"#
        return """
            {"\(kind)":{"signedInData":{"userId":"1","username":"\(user)","signedInDate":7.5,"signInMethod":{},
            "deviceMetadata":{"noData":{}},"cognitoUserPoolTokens":\(tokens(client: client))}\(rest)}}
            """
    }

    private static let device =
        #"{"metadata":{"_0":{"deviceKey":"key","deviceGroupKey":"group","deviceSecret":"secret"}}}"#

    @Test(arguments: [("userPoolOnly", "amplify.pool"), ("userPoolAndIdentityPool", "amplify.pool.eu-west-1:1-2")])
    func theAmplifySignInIsFoundWithAllDevices(kind: String, name: String) throws {
        try run { () throws in
            put(Self.amplifyService, "authConfiguration", "{}")
            put(Self.amplifyService, "\(name).session", Self.session(kind))
            put(Self.amplifyService, "\(name).jane.deviceMetadata", Self.device)
            put(Self.amplifyService, "\(name).joe.x.deviceMetadata", #"{"noData":{}}"#)
            let unnamed = #"{"metadata":{"_0":{"deviceKey":"","deviceGroupKey":"group","deviceSecret":"secret"}}}"#
            put(Self.amplifyService, "\(name).jim.deviceMetadata", unnamed)
            put(Self.amplifyService, "\(name).jane.deviceASF", #""asf""#)
            let found = try #require(try amplify.find(poolID: "pool", clientID: "client"))
            #expect(found.username == "jane" && found.idToken == "id" && found.refreshToken == "refresh")
            #expect(found.accessToken.hasPrefix("e30."))
            #expect(found.devices.map(\.username) == ["jane"])
            #expect(found.devices.first?.device == CognitoDevice(key: "key", groupKey: "group", secret: "secret"))
        }
    }

    @Test(arguments: [
        "", "{", "[]", "null", "7", #""text""#, #"{"noCredentials":{}}"#, #"{"identityPoolOnly":{"identityID":"i"}}"#,
        #"{"userPoolOnly":{}}"#, #"{"userPoolOnly":{"signedInData":null}}"#, #"{"userPoolOnly":{"signedInData":[]}}"#,
        #"{"userPoolOnly":{"signedInData":{"username":"jane"}}}"#,
        #"{"userPoolOnly":{"signedInData":{"username":"jane","cognitoUserPoolTokens":{"accessToken":7}}}}"#,
        #"{"userPoolOnly":{"signedInData":{"username":7,"cognitoUserPoolTokens":{"accessToken":"a"}}}}"#,
        #"{"userPoolOnly":{"signedInData":{"cognitoUserPoolTokens":{"accessToken":"a"}}}}"#,
        #"{"userPoolOnly":{"signedInData":{"username":"","cognitoUserPoolTokens":{"accessToken":"a"}}}}"#,
    ])
    func damagedSessionsAreNil(json: String) throws {
        try run { () throws in
            put(Self.amplifyService, "amplify.pool.session", json)
            #expect(try amplify.find(poolID: "pool", clientID: "client") == nil)
        }
    }

    @Test func aSessionCutAnywhereIsNil() throws {
        let whole = Array(Self.session("userPoolOnly").utf8)
        for length in 0..<whole.count {
            var items = LegacyItems()
            items["amplify.pool.session"] = Array(whole[..<length])
            #expect(LegacySignIn(amplify: items, poolID: "pool", clientID: "client") == nil)
        }
        var items = LegacyItems()
        items["amplify.pool.session"] = whole
        #expect(LegacySignIn(amplify: items, poolID: "pool", clientID: "client") != nil)
    }

    @Test func anotherClientsSessionIsNotFound() throws {
        try run { () throws in
            put(Self.amplifyService, "amplify.pool.session", Self.session("userPoolOnly", client: "client2"))
            #expect(try amplify.find(poolID: "pool", clientID: "client") == nil)
            #expect(try amplify.find(poolID: "pool", clientID: "client2") != nil)
        }
    }

    @Test func aPoolWhoseIdBeginsTheSameIsAnother() throws {
        try run { () throws in
            put(Self.amplifyService, "amplify.pool2.session", Self.session("userPoolOnly"))
            #expect(try amplify.find(poolID: "pool", clientID: "client") == nil)
        }
    }

    @Test func theReaderItselfTellsPoolsApart() {
        var items = LegacyItems()
        items["amplify.pool2.session"] = Array(Self.session("userPoolOnly").utf8)
        #expect(LegacySignIn(amplify: items, poolID: "pool", clientID: "client") == nil)
        #expect(LegacySignIn(amplify: items, poolID: "pool2", clientID: "client") != nil)
    }

    @Test func amplifysAccessGroupHasItsOwnService() throws {
        try run { () throws in
            let shared = AmplifyKeychain(accessGroup: "group")
            put(Self.amplifyService + "Shared", "amplify.pool.session", Self.session("userPoolOnly"), group: "group")
            #expect(try amplify.find(poolID: "pool", clientID: "client") == nil)
            #expect(try shared.find(poolID: "pool", clientID: "client")?.username == "jane")
        }
    }

    @Test func allCallsAreOfTheDataProtectionKeyChain() throws {
        try run { () throws in
            putLegacy()
            put(Self.amplifyService, "amplify.pool.session", Self.session("userPoolOnly"))
            for former in [legacy, amplify] as [any LegacySignIns] {
                #expect(try former.find(poolID: "pool", clientID: "client") != nil)
            }
            #expect(chain.calls.allSatisfy { $0[kSecUseDataProtectionKeychain] as? Bool == true })
        }
    }

    @Test func noSecretIsPrinted() throws {
        try run { () throws in
            putLegacy()
            putLegacyDevice("jane.doe")
            let found = try #require(try legacy.find(poolID: "pool", clientID: "client"))
            var dumped = ""
            dump(found, to: &dumped)
            dump(found.devices, to: &dumped)
            #expect(!(dumped + "\(found)" + "\(found.devices)").contains("an accessToken"))
            #expect(!dumped.contains("jane.doe secret"))
        }
    }
}
