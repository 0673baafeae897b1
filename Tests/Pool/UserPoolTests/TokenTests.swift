import CognitoHandlers
import Crypto
import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool
import _CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The pool's tokens as somebody else checks them, and what the pool takes for one.
struct TokenTests {
    /// The public keys of a pool by their `kid`.
    private static func keys(_ bench: PoolBench) async throws -> [String: _RSA.Signing.PublicKey] {
        let set = try #require(JSONValue(json: await bench.pool.keySet()))
        guard case .array(let keys) = set["keys"] else { return [:] }
        return try Dictionary(
            keys.map { key in
                #expect(key["kty"] == "RSA" && key["alg"] == "RS256" && key["use"] == "sig")
                let numbers = ["n", "e"].compactMap { key[$0]?.string.flatMap(Base64.bytes) }
                try #require(numbers.count == 2)
                let name = try #require(key["kid"]?.string)
                return (name, try _RSA.Signing.PublicKey(n: Data(numbers[0]), e: Data(numbers[1])))
            }, uniquingKeysWith: { $1 })
    }

    @Test func anybodyCanCheckThemWithTheKeySet() async throws {
        let bench = try await PoolBench()
        let keys = try await Self.keys(bench)
        #expect(keys.count == 2)
        let first = try await bench.tokens()
        let refreshed = await bench.begin("REFRESH_TOKEN_AUTH", ["REFRESH_TOKEN": first.refresh])
        for tokens in [first, try bench.tokens(in: refreshed)] {
            let names = try [tokens.access, tokens.identity].map { try TokenParts($0).header["kid"]?.string }
            #expect(names[0] != names[1], "each kind has a key of its own")
            for token in [tokens.access, tokens.identity] { try Self.check(token, by: keys) }
        }
    }

    /// Checks a token by the key that its header names, and that no other key signed it.
    private static func check(_ token: String, by keys: [String: _RSA.Signing.PublicKey]) throws {
        let parts = try TokenParts(token)
        #expect(parts.header["alg"] == "RS256")
        for (name, key) in keys {
            let signature = _RSA.Signing.RSASignature(
                rawRepresentation: Data(try #require(Base64.bytes(parts.texts[2]))))
            let signed = Data("\(parts.texts[0]).\(parts.texts[1])".utf8)
            let isNamed = parts.header["kid"]?.string == name
            #expect(key.isValidSignature(signature, for: signed, padding: .insecurePKCS1v1_5) == isNamed)
            #expect(!key.isValidSignature(signature, for: signed + [0], padding: .insecurePKCS1v1_5))
        }
    }

    @Test func claimsSayWhoWhereAndUntilWhen() async throws {
        let bench = try await PoolBench()
        let tokens = try await bench.tokens()
        let user = await bench.call("GetUser", texts: ["AccessToken": tokens.access])
        let (access, identity) = (try TokenParts(tokens.access).claims, try TokenParts(tokens.identity).claims)
        for claims in [access, identity] {
            #expect(claims["sub"]?.string == user.attribute("sub"))
            #expect(claims["iss"] == "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Embedded1")
            #expect(claims["iat"] == .number(String(bench.desk.now)))
            #expect(claims["auth_time"] == .number(String(bench.desk.now)))
            #expect(claims["exp"] == .number(String(bench.desk.now + 3600)))
        }
        #expect(access["token_use"] == "access" && access["client_id"] == "app-client" && access["aud"] == nil)
        #expect(access["username"] == "ana" && access["scope"] == "aws.cognito.signin.user.admin")
        #expect(access["device_key"]?.string == tokens.device)
        #expect(identity["token_use"] == "id" && identity["aud"] == "app-client")
        #expect(identity["cognito:username"] == "ana" && identity["email"] == "ana@example.com")
        #expect(identity["email_verified"] == true)
        #expect(access["origin_jti"] == identity["origin_jti"] && access["jti"] != identity["jti"])
        let event = try #require(access["event_id"]?.string)
        #expect(event.utf8.count == 36 && identity["event_id"]?.string == event)
        let other = try TokenParts(try await bench.tokens().access).claims
        #expect(other["event_id"]?.string != event, "each sign-in is an event of its own")
        bench.desk.wait(100)
        let fresh = await bench.begin("REFRESH_TOKEN_AUTH", ["REFRESH_TOKEN": tokens.refresh])
        let later = try TokenParts(try bench.tokens(in: fresh).access).claims
        #expect(later["origin_jti"] == access["origin_jti"] && later["auth_time"] == access["auth_time"])
        #expect(later["iat"] == .number(String(bench.desk.now)) && later["event_id"] == access["event_id"])
    }

    @Test func keyOfIdTokensOpensNothing() async throws {
        let bench = try await PoolBench()
        let (access, identity) = (try await bench.tokens().access, try await bench.tokens().identity)
        let forger = CognitoUserPool(
            environment: PoolEnvironment(now: { bench.desk.now }, signingKey: SigningKey.identity))
        try await forger.add(PoolBench.ana)
        let forged = await forger.respond(
            to: "InitiateAuth",
            Array(
                PoolBench.body(
                    ["ClientId": "app-client", "AuthFlow": "USER_PASSWORD_AUTH"],
                    ["USERNAME": "ana", "PASSWORD": PoolBench.password]
                ).jsonText.utf8))
        for token in [identity, try bench.tokens(in: forged).access] {
            #expect(
                await bench.call("GetUser", texts: ["AccessToken": token]).errorType == "NotAuthorizedException")
        }
        for token in [access, identity] {
            let reply = await bench.call("RevokeToken", texts: ["ClientId": "app-client", "Token": token])
            #expect(reply.errorType == "UnsupportedTokenTypeException")
        }
    }

    @Test func noAttributeStandsForAClaim() async throws {
        var seed = PoolBench.ana
        seed.attributes["token_use"] = "access"
        seed.attributes["client_id"] = "app-client"
        seed.attributes["exp"] = "99999999999"
        let bench = try await PoolBench(users: [seed])
        let tokens = try await bench.tokens()
        let claims = try TokenParts(tokens.identity).claims
        #expect((claims.members ?? []).filter { $0.name == "token_use" || $0.name == "exp" }.count == 2)
        #expect(claims["token_use"] == "id")
        #expect(
            await bench.call("GetUser", texts: ["AccessToken": tokens.identity]).errorType == "NotAuthorizedException")
        for name in ["token_use", "aud", "cognito:groups", "iss"] {
            let reply = await bench.call(
                "UpdateUserAttributes",
                ["AccessToken": .string(tokens.access), "UserAttributes": [["Name": .string(name), "Value": "x"]]])
            #expect(reply.errorType == "InvalidParameterException", "\(name)")
        }
    }

    @Test func whatTheKeyDidNotSignIsNoToken() async throws {
        let bench = try await PoolBench()
        let tokens = try await bench.tokens()
        let parts = try TokenParts(tokens.access)
        let none = Base64.urlText(#"{"alg":"none","typ":"JWT"}"#.utf8)
        let symmetric = Base64.urlText(#"{"alg":"HS256","typ":"JWT"}"#.utf8)
        let other = Base64.urlText(parts.claims.jsonText.replacing("\"ana\"", with: "\"bob\"").utf8)
        let forgeries = [
            tokens.identity, tokens.refresh, "", ".", "..", "a.b.c", "\(none).\(parts.texts[1]).",
            "\(none).\(parts.texts[1]).\(parts.texts[2])", "\(symmetric).\(parts.texts[1]).\(parts.texts[2])",
            "\(parts.texts[0]).\(other).\(parts.texts[2])", "\(parts.texts[0]).\(parts.texts[1])",
            "\(parts.texts[0]).\(parts.texts[1]).AAAA", tokens.access + ".x", String(tokens.access.dropLast(4)),
        ]
        for token in forgeries {
            let reply = await bench.call("GetUser", texts: ["AccessToken": token])
            #expect(
                reply.errorType == (token.isEmpty ? "InvalidParameterException" : "NotAuthorizedException"), "\(token)")
        }
        let stranger = try await PoolBench(.with { $0.poolID = "us-east-1_Other" })
        let foreign = await stranger.call("GetUser", texts: ["AccessToken": tokens.access])
        #expect(foreign.errorType == "UserNotFoundException", "same key, other pool: \(foreign)")
        bench.desk.wait(3599)
        #expect(await bench.call("GetUser", texts: ["AccessToken": tokens.access]).errorType == nil)
        bench.desk.wait(1)
        let late = await bench.call("GetUser", texts: ["AccessToken": tokens.access])
        #expect(late.message == "Access Token has expired")
    }

    @Test func keyThatCannotBeReadIsAFaultOfThePoolAndChangesNothing() async throws {
        let desk = PoolBench.Desk()
        let environment = PoolEnvironment(now: { desk.now }, deliver: { desk.note($0) }, signingKey: "no key")
        let pool = CognitoUserPool(environment: environment)
        try await pool.add(PoolBench.ana.with { $0.mfa = [.email] })
        func send(_ operation: String, _ texts: [String: String?], _ map: [String: String], _ name: String) async
            -> PoolReply
        {
            await pool.respond(to: operation, Array(PoolBench.body(texts, map, named: name).jsonText.utf8))
        }
        let asked = await send(
            "InitiateAuth", ["ClientId": "app-client", "AuthFlow": "USER_PASSWORD_AUTH"],
            ["USERNAME": "ana", "PASSWORD": PoolBench.password], "AuthParameters")
        let answer = await send(
            "RespondToAuthChallenge",
            ["ClientId": "app-client", "ChallengeName": "EMAIL_OTP", "Session": asked.session],
            ["USERNAME": "ana", "EMAIL_OTP_CODE": desk.code], "ChallengeResponses")
        #expect(answer.errorType == "InternalErrorException")
        #expect(answer.status == 500)
        #expect(await pool.keySet() == Array(#"{"keys":[]}"#.utf8))
    }
}

/// The parts of a token (RFC 7519), without a look at its signature.
struct TokenParts {
    let texts: [String]
    let header: JSONValue
    let claims: JSONValue

    init(_ token: String) throws {
        texts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try #require(texts.count == 3)
        header = try #require(Base64.bytes(texts[0]).flatMap { JSONValue(json: $0) })
        claims = try #require(Base64.bytes(texts[1]).flatMap { JSONValue(json: $0) })
    }
}
