import Testing

import CognitoHandlers
import CognitoWire
import FlowRuntime

/// What must not pass: values that give the secret away, texts that are no numbers, wrong passwords.
struct SRPRefusalTests {
    private static let identity = SRPIdentity(realm: "AbC", user: "ana")
    private static let salt: [UInt8] = [7, 7, 7]
    private static let block = "c2VjcmV0"
    private static let modulus = Hex.text(Group.modulusBytes)

    private static func proof(serverValue: String, salt: String = "0707", block: String = block) throws -> String {
        let challenge = try SRPChallenge(salt: salt, serverValue: serverValue, secretBlock: block)
        return try SRPClient(secret: [3]).proof(of: identity, password: FlowSecret("p"), for: challenge, at: "now").text
    }

    @Test(arguments: ["0", "00", "0000", modulus, modulus.uppercased(), "00" + modulus])
    func serverValueThatIsAMultipleOfN(value: String) {
        #expect(throws: SRPFailure.zeroPublicValue(.serverValue)) { try Self.proof(serverValue: value) }
    }

    @Test func serverValueThatIsTwiceN() throws {
        let shifted = zip(Group.modulusBytes, Group.modulusBytes.dropFirst() + [0]).map { $0 << 1 | $1 >> 7 }
        let doubled = "1" + Hex.text(shifted)
        #expect(throws: SRPFailure.zeroPublicValue(.serverValue)) { try Self.proof(serverValue: doubled) }
    }

    @Test(arguments: ["", "-1", "+1", "0x12", "12 ", "1g", "１２", "\u{0}", String(repeating: "1", count: 1537)])
    func textThatIsNoNumber(text: String) {
        #expect(throws: SRPFailure.malformedNumber(.serverValue)) { try Self.proof(serverValue: text) }
        #expect(throws: text.isEmpty ? SRPFailure.empty(.salt) : .malformedNumber(.salt)) {
            try Self.proof(serverValue: "2", salt: text)
        }
    }

    @Test(arguments: ["", "=", "a", "====", "c2VjcmV0!", "c2Vj cmV0", "c2VjcmV0=", "é", "c2VjcmV1d", "AB=="])
    func secretBlockThatIsNoBase64(text: String) {
        #expect(throws: SRPFailure.malformedBase64) { try Self.proof(serverValue: "2", block: text) }
    }

    /// In the order in which Amplify meets them; it takes a secret block of no bytes, which proves nothing.
    @Test func firstOfSeveralFaultsCounts() {
        #expect(throws: SRPFailure.empty(.salt)) { try Self.proof(serverValue: "za", salt: "", block: "*") }
        #expect(throws: SRPFailure.malformedBase64) { try Self.proof(serverValue: "za", salt: "za", block: "*") }
        #expect(throws: SRPFailure.malformedNumber(.serverValue)) { try Self.proof(serverValue: "za", block: "") }
    }

    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"), ("\u{7f}~>?", "f34+Pw=="),
    ])
    func base64(plain: String, text: String) {
        #expect(Base64.text(plain.utf8) == text)
        #expect(Base64.bytes(text) == Array(plain.utf8))
        #expect(Base64.bytes(text.filter { $0 != "=" }) == Array(plain.utf8))
    }

    @Test func base64ForURLsIsTaken() throws {
        let plain = try Self.proof(serverValue: "2", block: "+/+/AA==")
        #expect(try Self.proof(serverValue: "2", block: "-_-_AA") == plain)
    }

    @Test func caseAndLengthOfDigitsDoNotMatter() throws {
        let plain = try Self.proof(serverValue: "abcdef")
        #expect(try Self.proof(serverValue: "ABCDEF") == plain)
        #expect(try Self.proof(serverValue: "000abcdef") == plain)
        #expect(try Self.proof(serverValue: "abcdef", salt: "707") == plain)
        #expect(try Self.proof(serverValue: "abcdee") != plain)
    }

    @Test(arguments: [[], [0], [UInt8](repeating: 0, count: 40), [UInt8](repeating: 1, count: 385)] as [[UInt8]])
    func randomNumberThatIsNone(secret: [UInt8]) {
        #expect(throws: SRPFailure.badSecret) { try SRPClient(secret: secret) }
        #expect(throws: SRPFailure.badSecret) { try SRPClient(random: CognitoRandom { _ in secret }) }
        let verifier = SRPVerifier(of: Self.identity, password: "p", salt: Self.salt)
        #expect(throws: SRPFailure.badSecret) { try SRPServer(verifier: verifier, secret: secret) }
    }

    @Test func scramblerThatIsZero() {
        // No two values are known whose hash is zero, so that the check is seen to be made by what it checks.
        #expect(throws: SRPFailure.zeroScrambler) { try SRPHashes.checked(scrambler: [UInt8](repeating: 0, count: 32)) }
        #expect(throws: Never.self) { try SRPHashes.checked(scrambler: [UInt8](repeating: 0, count: 31) + [1]) }
    }

    @Test(arguments: ["0", modulus, "00" + modulus]) func clientValueThatIsAMultipleOfN(value: String) throws {
        let verifier = SRPVerifier(of: Self.identity, password: "p", salt: Self.salt)
        let server = try SRPServer(verifier: verifier, secret: [5])
        #expect(throws: SRPFailure.zeroPublicValue(.clientValue)) {
            try server.accepts(
                Self.block, of: Self.identity, clientValue: value, secretBlock: Self.block, timestamp: "now")
        }
    }

    @Test(arguments: [("", ""), ("p", "p"), ("p", "P"), ("p", ""), ("", "p"), ("pässword", "pässword"), ("p", "p ")])
    func onlyTheRightPasswordIsAccepted(right: String, given: String) throws {
        let verifier = SRPVerifier(of: Self.identity, password: right, salt: Self.salt)
        let server = try SRPServer(verifier: verifier, random: .system)
        let client = try SRPClient(random: .system)
        let challenge = try SRPChallenge(
            salt: verifier.saltDigits, serverValue: server.publicValue, secretBlock: Self.block)
        let signature = try client.proof(of: Self.identity, password: FlowSecret(given), for: challenge, at: "now").text
        let isAccepted = try server.accepts(
            signature, of: Self.identity, clientValue: client.publicValue, secretBlock: Self.block, timestamp: "now")
        #expect(isAccepted == (right == given))
    }

    @Test func deviceVerifiersThatAreNone() {
        #expect(throws: SRPFailure.negativeNumber) { try SRPVerifier(passwordVerifier: "gA==", salt: "AQ==") }
        #expect(throws: SRPFailure.negativeNumber) { try SRPVerifier(passwordVerifier: "AQ==", salt: "gA==") }
        #expect(throws: SRPFailure.malformedBase64) { try SRPVerifier(passwordVerifier: "", salt: "AQ==") }
        #expect(throws: SRPFailure.malformedBase64) { try SRPVerifier(passwordVerifier: "AQ==", salt: "?") }
        #expect(throws: SRPFailure.zeroPublicValue(.clientValue)) {
            try SRPVerifier(passwordVerifier: "AA==", salt: "AQ==")
        }
    }

    @Test(arguments: [
        ("eu-west-1_AbC", "AbC"), ("a_b_c", "b_c"), ("eu-west-1", nil), ("eu-west-1_", nil), ("", nil),
        ("eu-west-1_AbC ", nil), ("eu-west-1_Ab-C", nil), ("eu-west-1_AbÇ", nil), ("eu-west-1_AbC\r\n", nil),
    ]) func poolNames(id: String, name: String?) {
        #expect(PoolName.name(ofPoolID: id) == name)
    }

    @Test(arguments: [("2026", true), ("+2026", false), ("002026", false), ("0", false), ("10000", false)])
    func yearsOfTimestamps(year: String, isRight: Bool) {
        #expect(CognitoTimestamp.isWellFormed("Tue Nov 3 09:05:00 UTC " + year) == isRight)
    }

    @Test func secretsAreNotShown() throws {
        let client = try SRPClient(secret: Array("top secret".utf8))
        let verifier = SRPVerifier(of: Self.identity, password: "p", salt: Array("top secret".utf8))
        let server = try SRPServer(verifier: verifier, secret: Array("top secret".utf8))
        let device = CognitoDevice(key: "k", groupKey: "g", secret: "top secret")
        let codes = try OneTimePassword(secret: Array("top secret".utf8))
        for value in [client, verifier, server, device, codes, FlowSecret([116, 111])] as [any Sendable] {
            var dumped = ""
            dump(value, to: &dumped)
            let shown = "\(value) \(String(reflecting: value)) \(dumped)"
            #expect(!shown.contains("top secret") && !shown.contains("116") && shown.contains("(secret)"))
            #expect(Mirror(reflecting: value).children.isEmpty)
        }
    }
}
