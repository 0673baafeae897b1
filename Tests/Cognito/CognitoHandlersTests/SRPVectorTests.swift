import BigInt
import Crypto
import FlowCore
import FlowRuntime
import Foundation
import Testing

import CognitoHandlers
import CognitoWire

/// Every known answer there is: of pycognito, of other clients' own tests, and of the rules in Python's integers.
struct SRPVectorTests {
    private static func known(_ kind: String) throws -> [JSONValue] {
        try Vectors.cases(try Vectors.read("srp-vectors")["publicKnownAnswers"]).filter { $0["kind"]?.string == kind }
    }

    private static func challenge(_ known: JSONValue) throws -> SRPChallenge {
        try SRPChallenge(
            salt: try known.text("salt"), serverValue: try known.text("SRP_B"),
            secretBlock: try known.text("secretBlock"))
    }

    /// Both sides of an exchange whose verifier and random numbers are known.
    private static func check(_ known: JSONValue, _ identity: SRPIdentity, password: String) throws {
        let (timestamp, block) = (try known.text("timestamp"), try known.text("secretBlock"))
        let client = try SRPClient(secret: try known.bytes("small_a"))
        #expect(client.publicValue == (try known.text("large_A")))
        let challenge = try challenge(known)
        #expect(try client.key(identity, password: FlowSecret(password), challenge: challenge).hex == hkdfKey(known))
        let signature = try client.proof(of: identity, password: FlowSecret(password), for: challenge, at: timestamp)
            .text
        #expect(signature == (try known.text("signature")))

        let side = try #require(known["server"])
        let verifier = SRPVerifier(of: identity, password: password, salt: try known.bytes("salt"))
        #expect(BigUInt(bytes: verifier.value) == BigUInt(try side.text("verifier"), radix: 16))
        let server = try SRPServer(verifier: verifier, secret: try side.bytes("small_b"))
        #expect(server.publicValue == (try known.text("SRP_B")))
        let clientValue = try known.text("large_A")
        #expect(
            try server.accepts(
                signature, of: identity, clientValue: clientValue, secretBlock: block, timestamp: timestamp))
        #expect(
            try !server.accepts(
                signature, of: identity, clientValue: clientValue, secretBlock: block, timestamp: timestamp + " "))
    }

    private static func hkdfKey(_ known: JSONValue) throws -> String {
        try known["hkdfKey"]?.string ?? #require(known["intermediate"]).text("hkdfKey")
    }

    @Test func users() throws {
        for known in try Vectors.cases(try Vectors.read("srp-vectors")["user"]) {
            let realm = try #require(PoolName.name(ofPoolID: try known.text("poolId")))
            #expect(realm == (try known.text("poolName")))
            let identity = SRPIdentity(realm: realm, user: try known.text("userIdForSRP"))
            try Self.check(known, identity, password: try known.text("password"))
        }
    }

    @Test func devices() throws {
        for known in try Vectors.cases(try Vectors.read("srp-vectors")["device"]) {
            let identity = SRPIdentity(realm: try known.text("deviceGroupKey"), user: try known.text("deviceKey"))
            try Self.check(known, identity, password: try known.text("devicePassword"))
        }
    }

    @Test func verifierOfADevice() throws {
        for known in try Vectors.cases(try Vectors.read("srp-vectors")["confirmDevice"]) {
            let identity = SRPIdentity(realm: try known.text("deviceGroupKey"), user: try known.text("deviceKey"))
            let salt = try SRPNumbers.bytes(signedBase64: try known.text("salt"))
            let verifier = SRPVerifier(of: identity, password: try known.text("devicePassword"), salt: salt)
            #expect(verifier.passwordVerifier == (try known.text("passwordVerifier")))
            #expect(verifier.saltText == (try known.text("salt")))
            let read = try SRPVerifier(passwordVerifier: verifier.passwordVerifier, salt: verifier.saltText)
            #expect(read.passwordVerifier == verifier.passwordVerifier && read.saltDigits == verifier.saltDigits)
        }
    }

    @Test func secretHashes() throws {
        var count = 0
        for known in try Vectors.cases(try Vectors.read("srp-vectors")["user"]) {
            guard let secret = known["clientSecret"]?.string else { continue }
            let hash = SecretHash.text(
                username: try known.text("username"), clientID: try known.text("clientId"), clientSecret: secret)
            #expect(hash == known["challengeResponses"]?["SECRET_HASH"]?.string)
            count += 1
        }
        let test = SecretHash.text(username: "test", clientID: "123abd", clientSecret: "clientSecret")
        #expect(test == "LoIX/oPJWZzFYv8liJYRo+CHv16FNDY10JlZEDjL3Vg=")
        #expect(count > 0)
    }

    @Test func othersSignatures() throws {
        let others = try Self.known("signature") + Self.known("deviceSignature")
        #expect(others.count >= 3)
        for known in others {
            let poolName = known["poolId"]?.string.flatMap { PoolName.name(ofPoolID: $0) }
            let realm = try #require(poolName ?? known["poolOrGroup"]?.string)
            let user = try #require(known["userIdForSRP"]?.string ?? known["userOrDeviceKey"]?.string)
            let client = try SRPClient(secret: try known.bytes("small_a"))
            // One of them proves with an A that is not that of its a.
            if let value = known["large_A"]?.string, known["A_reproduced"] != .bool(false) {
                #expect(client.publicValue == value)
            }
            let signature = try client.proof(
                of: SRPIdentity(realm: realm, user: user), password: FlowSecret(try known.text("password")),
                for: try Self.challenge(known), at: try known.text("timestamp")
            ).text
            #expect(signature == (try known.text("signature")), "\(known["source"]?.string ?? "")")
        }
    }

    @Test func othersScramblersAndKeys() throws {
        for known in try Self.known("u") {
            let (client, server) = (try known.bytes("A"), try known.bytes("B"))
            let scrambler = BigUInt(bytes: try SRPHashes.scrambler(client: client, server: server))
            let expected = known["u"]?.string.flatMap { BigUInt($0, radix: 16) }
            #expect(scrambler == expected ?? known["uDecimal"]?.string.flatMap { BigUInt($0) })
        }
        for known in try Self.known("k") {
            #expect(BigUInt(bytes: SRPHashes.multiplier) == BigUInt(try known.text("kDecimal")))
        }
        for known in try Self.known("hkdf") {
            let key = SRPHashes.key(shared: Residue(try known.bytes("ikm")), scrambler: try known.bytes("salt"))
            #expect(key.hex == (try known.text("key")))
        }
    }

    @Test func othersTimestampsAndNumbers() throws {
        for known in try Self.known("timestamp") {
            let date = try #require(ISO8601DateFormatter().date(from: try known.text("utc")))
            let seconds = Int64(date.timeIntervalSince1970)
            #expect(CognitoTimestamp.text(secondsSince1970: seconds) == (try known.text("timestamp")))
        }
        for known in try Self.known("padHex") {
            for sample in try Vectors.cases(known["samples"]) {
                guard case .array(let pair) = sample, case .number(let digits) = pair[0], let number = UInt16(digits)
                else { continue }
                let signed = SRPNumbers.twosComplement([0, UInt8(number >> 8), UInt8(number & 255)])
                #expect(signed == (try bytesOfHex(pair[1].string ?? "?")))
            }
        }
    }

    @Test func edges() throws {
        for known in try Vectors.cases(try Vectors.read("srp-edges")) {
            let identity = SRPIdentity(realm: try known.text("realm"), user: try known.text("user"))
            let (password, block, stamp) = (
                try known.text("password"), try known.text("block"), try known.text("stamp")
            )
            let client = try SRPClient(secret: try known.bytes("a"))
            #expect(client.publicValue == (try known.text("A")))
            let verifier = SRPVerifier(of: identity, password: password, salt: try known.bytes("salt"))
            #expect(verifier.saltDigits == (try known.text("salt")))
            let server = try SRPServer(verifier: verifier, secret: try known.bytes("b"))
            #expect(server.publicValue == (try known.text("B")))
            let challenge = try SRPChallenge(
                salt: verifier.saltDigits, serverValue: server.publicValue, secretBlock: block)
            let signature = try client.proof(of: identity, password: FlowSecret(password), for: challenge, at: stamp)
                .text
            #expect(signature == (try known.text("signature")), "\(known["name"]?.string ?? "")")
            #expect(
                try server.accepts(
                    signature, of: identity, clientValue: client.publicValue, secretBlock: block, timestamp: stamp))
        }
    }
}

extension SymmetricKey {
    /// The key's bytes as digits.
    var hex: String { withUnsafeBytes { Hex.text(Array($0)) } }
}
