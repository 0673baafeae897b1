import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Seeds: what is wrong in one is named by the way to it, and never repeated.
struct SeedTests {
    private static func failure(_ json: String) -> String? {
        do throws(PoolSeedFailure) {
            _ = try PoolSeed(json: Array(json.utf8))
            return nil
        } catch {
            return error.message
        }
    }

    private static let long = String(repeating: "x", count: 129)

    /// Members of `pool`, of its first client and of the first user, each with what cannot be read, and where that is.
    private static let wrong: [(String, String)] = [
        (#"{"pool":7}"#, "pool must be"), (#"{"users":{}}"#, "users must be a list"),
        (#"{"users":[7]}"#, "users[0] must be"), (#"{"pools":{}}"#, "pools is not a valid member"),
        (#"{"pool":{"poolID":7}}"#, "pool.poolID"), (#"{"pool":{"poolID":"x"}}"#, "pool.poolID"),
        (#"{"pool":{"poolID":"us-east-1_"}}"#, "pool.poolID"), (#"{"pool":{"poolID":"us-east-1_a?b"}}"#, "pool.poolID"),
        (#"{"pool":{"poolID":"us/east_A"}}"#, "pool.poolID"), (#"{"pool":{"poolID":"us-east-1_A_b"}}"#, "pool.poolID"),
        (#"{"pool":{"mfa":"MAYBE"}}"#, "pool.mfa must be one of OFF, OPTIONAL, ON"),
        (#"{"pool":{"mfaFactors":["SMS"]}}"#, "pool.mfaFactors[0]"),
        (#"{"pool":{"mfaFactors":"SMS"}}"#, "pool.mfaFactors"),
        (#"{"pool":{"firstFactors":["PASSWORD","X"]}}"#, "pool.firstFactors[1]"),
        (#"{"pool":{"devices":true}}"#, "pool.devices"),
        (#"{"pool":{"aliasAttributes":["e-mail"]}}"#, "pool.aliasAttributes[0]"),
        (#"{"pool":{"usernameAttributes":["name"]}}"#, "pool.usernameAttributes[0]"),
        (#"{"pool":{"verifiedAttributes":["email","fax"]}}"#, "pool.verifiedAttributes[1]"),
        (#"{"pool":{"requiredAttributes":[1]}}"#, "pool.requiredAttributes"),
        (#"{"pool":{"requiredAttributes":["name","nickname_"]}}"#, "pool.requiredAttributes"),
        (#"{"pool":{"requiredAttributes":["email_verified"]}}"#, "pool.requiredAttributes"),
        (#"{"pool":{"mfa":"ON","mfaFactors":[]}}"#, "pool.mfaFactors"),
        (#"{"pool":{"poolID":"us-east-1_\#(long)"}}"#, "pool.poolID"),
        (#"{"pool":{"clients":[{"id":"\#(long)"}]}}"#, "pool.clients[0].id"),
        (#"{"users":[{"username":"\#(long)"}]}"#, "users[0].username"),
        (#"{"users":[{"username":"a","attributes":{"cognito:groups":"x"}}]}"#, "users[0].attributes: "),
        (#"{"users":[{"username":"a","attributes":{"nonce":"x"}}]}"#, "users[0].attributes: "),
        (#"{"users":[{"username":"a"},{"username":"b","attributes":{"phone_number":"0123"}}]}"#, "users[1].attributes"),
        (
            #"{"pool":{"passwordPolicy":{"minimumLength":5}}}"#,
            "pool.passwordPolicy.minimumLength must be a whole number from 6 to 99"
        ),
        (#"{"pool":{"passwordPolicy":{"needsSymbol":"no"}}}"#, "pool.passwordPolicy.needsSymbol"),
        (#"{"pool":{"passwordPolicy":{"length":9}}}"#, "pool.passwordPolicy.length is not a valid member"),
        (#"{"pool":{"proofSeconds":0}}"#, "pool.proofSeconds"), (#"{"pool":{"codeMinutes":1.5}}"#, "pool.codeMinutes"),
        (#"{"pool":{"codeAttempts":1e2}}"#, "pool.codeAttempts"),
        (#"{"pool":{"passwordAttempts":"5"}}"#, "pool.passwordAttempts"),
        (#"{"pool":{"relyingPartyID":[]}}"#, "pool.relyingPartyID"), (#"{"pool":{"origins":[null]}}"#, "pool.origins"),
        (#"{"pool":{"requiresUserVerification":1}}"#, "pool.requiresUserVerification"),
        (#"{"pool":{"customAuth":"captcha"}}"#, "pool.customAuth must be one of email-code, password-then-word"),
        (#"{"pool":{"clients":[]}}"#, "pool.clients"), (#"{"pool":{"clients":[{"id":""}]}}"#, "pool.clients[0].id"),
        (#"{"pool":{"clients":[{"id":"a"},{"id":"a"}]}}"#, "pool.clients: two clients"),
        (#"{"pool":{"clients":[{"secret":""}]}}"#, "pool.clients[0].secret"),
        (#"{"pool":{"clients":[{"authFlows":["SRP"]}]}}"#, "pool.clients[0].authFlows[0]"),
        (#"{"pool":{"clients":[{"sessionMinutes":16}]}}"#, "pool.clients[0].sessionMinutes"),
        (#"{"pool":{"clients":[{},{"tokenMinutes":4}]}}"#, "pool.clients[1].tokenMinutes"),
        (#"{"pool":{"clients":[{"refreshTokenDays":0}]}}"#, "pool.clients[0].refreshTokenDays"),
        (#"{"pool":{"clients":[{"rotatesRefreshTokens":0}]}}"#, "pool.clients[0].rotatesRefreshTokens"),
        (#"{"pool":{"clients":[{"rotationGraceSeconds":61}]}}"#, "pool.clients[0].rotationGraceSeconds"),
        (#"{"pool":{"clients":[{"hideUserExistence":true}]}}"#, "pool.clients[0].hideUserExistence is not a valid"),
        (#"{"users":[{}]}"#, "users[0].username"), (#"{"users":[{"username":""}]}"#, "users[0].username"),
        (#"{"users":[{"username":"a"},{"username":"a"}]}"#, "users: two users have the name 'a'"),
        (
            #"{"users":[{"username":"a","attributes":{"sub":"s"}},{"username":"b","attributes":{"sub":"s"}}]}"#,
            "users: two users have the name 's'"
        ),
        (#"{"users":[{"username":"a","attributes":{"sub":"b"}},{"username":"b"}]}"#, "users: two users"),
        (
            #"{"users":[{"username":"a","attributes":{"email":"x@y"}},{"username":"b","attributes":{"email":"x@y"}}]}"#,
            "users: two users have the name 'x@y'"
        ),
        (#"{"users":[{"username":"a","attributes":{"email":"x@y"}},{"username":"x@y"}]}"#, "users: two users"),
        (#"{"users":[{"username":"a","attributes":{"sub":""}}]}"#, "users[0].attributes.sub"),
        (#"{"users":[{"username":"a","attributes":{"sub":"\#(long)"}}]}"#, "users[0].attributes.sub"),
        (#"{"users":[{"username":"a","password":7}]}"#, "users[0].password"),
        (#"{"users":[{"username":"a","isTemporary":"no"}]}"#, "users[0].isTemporary"),
        (#"{"users":[{"username":"a","attributes":{"email":7}}]}"#, "users[0].attributes.email"),
        (#"{"users":[{"username":"a"},{"username":"b","status":"DONE"}]}"#, "users[1].status must be one of CONFIRMED"),
        (#"{"users":[{"username":"a","isEnabled":null}]}"#, "users[0].isEnabled"),
        (#"{"users":[{"username":"a","mfa":["TOTP"]}]}"#, "users[0].mfa[0]"),
        (#"{"users":[{"username":"a","mfa":["SOFTWARE_TOKEN_MFA"]}]}"#, "users[0].softwareTokenSecret"),
        (#"{"users":[{"username":"a","preferredMFA":"SMS_MFA"}]}"#, "users[0].preferredMFA"),
        (#"{"users":[{"username":"a","mfa":["SMS_MFA"]}]}"#, "users[0].attributes.phone_number"),
        (#"{"users":[{"username":"a","mfa":["EMAIL_OTP"],"attributes":{"email":""}}]}"#, "users[0].attributes.email"),
        (
            #"{"pool":{"mfaFactors":["SMS_MFA"]},"users":[{"username":"a","softwareTokenSecret":"GEZDGNBVGY3TQOJQ"}]}"#,
            "users[0].mfa contains SOFTWARE_TOKEN_MFA"
        ),
        (
            #"{"users":[{"username":"a","softwareTokenSecret":"s3cret!"}]}"#,
            "users[0].softwareTokenSecret must be base32"
        ),
        (#"{"users":[{"username":"a","passwort":"s3cret!"}]}"#, "users[0].passwort is not a valid member"),
        ("", "the seed is not JSON"), ("[]", "must be an object"), ("{", "the seed is not JSON"),
    ]

    @Test(arguments: wrong) func wrongMemberIsNamedByItsPath(_ json: String, _ place: String) {
        let message = Self.failure(json)
        #expect(message?.contains(place) == true, "\(json): \(message ?? "no failure")")
        #expect(message?.contains("s3cret!") != true)
    }

    /// A name may be the user's own in several ways, and an address that nobody signs in with may be that of several.
    @Test(arguments: [
        #"{"users":[{"username":"a","attributes":{"sub":"a","email":"a@b"}},{"username":"b"}]}"#,
        #"{"users":[{"username":"a@b","attributes":{"email":"a@b"}}]}"#,
        #"""
        {"users":[{"username":"a","attributes":{"email":"x@y"}},
                  {"username":"b","attributes":{"email":"x@y","email_verified":"false"}}]}
        """#,
        #"""
        {"pool":{"aliasAttributes":[]},
         "users":[{"username":"a","attributes":{"email":"x@y"}},{"username":"b","attributes":{"email":"x@y"}}]}
        """#,
    ]) func sharedTextIsGoodWhereNobodyIsMeantByIt(_ json: String) { #expect(Self.failure(json) == nil) }

    @Test func documentedExampleWorks() async throws {
        let json = """
            {"pool": {"mfa": "ON", "clients": [{"id": "app-client"}]},
             "users": [{"username": "ana", "password": "Passw0rd!", "attributes": {"email": "ana@example.com"}}]}
            """
        let seed = try PoolSeed(json: Array(json.utf8))
        let pool = CognitoUserPool(seed.configuration, environment: PoolBench.environment(PoolBench.Desk()))
        for user in seed.users { try await pool.add(user) }
        let body = PoolBench.body(
            ["AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "app-client"],
            ["USERNAME": "ana@example.com", "PASSWORD": "Passw0rd!"])
        let reply = await pool.respond(to: "InitiateAuth", Array(body.jsonText.utf8))
        #expect(reply.challenge == "MFA_SETUP", "\(reply)")
    }

    @Test func allMembersAreTaken() throws {
        let json = """
            {"pool": {"poolID": "eu-west-1_Abc", "mfa": "OPTIONAL", "mfaFactors": ["EMAIL_OTP", "SOFTWARE_TOKEN_MFA"],
              "firstFactors": ["PASSWORD"], "devices": "optional", "aliasAttributes": ["preferred_username"], "requiredAttributes": ["name", "custom:team"],
              "verifiedAttributes": ["email"], "passwordPolicy": {"minimumLength": 12, "needsSymbol": true},
              "proofSeconds": 9, "codeMinutes": 8, "codeAttempts": 7, "passwordAttempts": 6, "customAuth": "email-code",
              "relyingPartyID": "example.com", "origins": ["https://example.com"], "requiresUserVerification": true,
              "clients": [{"id": "a", "secret": "b", "authFlows": ["USER_AUTH"], "hidesUserExistence": false,
                "sessionMinutes": 15, "tokenMinutes": 5, "refreshTokenDays": 1, "rotatesRefreshTokens": true,
                "rotationGraceSeconds": 60}]},
             "users": [{"username": "u", "isTemporary": true, "status": "UNCONFIRMED", "isEnabled": false,
              "attributes": {"email": "u@example.com"}, "mfa": ["EMAIL_OTP"], "preferredMFA": "SOFTWARE_TOKEN_MFA",
              "softwareTokenSecret": "GEZDGNBVGY3TQOJQ"}]}
            """
        let seed = try PoolSeed(json: Array(json.utf8))
        var client = PoolClient(id: "a", secret: "b")
        client.authFlows = [.user]
        client.hidesUserExistence = false
        (client.sessionMinutes, client.tokenMinutes, client.refreshTokenDays) = (15, 5, 1)
        (client.rotatesRefreshTokens, client.rotationGraceSeconds) = (true, 60)
        #expect(seed.configuration.clients == [client])
        #expect(seed.configuration.poolID == "eu-west-1_Abc" && seed.configuration.devices == .optional)
        #expect(seed.configuration.proofSeconds == 9 && seed.configuration.codeAttempts == 7)
        #expect(seed.configuration.passwordPolicy.minimumLength == 12 && seed.configuration.passwordPolicy.needsSymbol)
        #expect(seed.triggers != nil)
        #expect(seed.users.count == 1 && seed.users[0].preferredMFA == .softwareToken && !seed.users[0].isEnabled)
    }
}
