import FlowCore
import Testing

import CognitoHandlers

/// Codes of authenticator apps, held against the RFCs' tables and against pyotp.
struct OneTimeCodeTests {
    private static func secret(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(48 + ($0 + 1) % 10) } }

    /// RFC 4226, appendix D.
    @Test func codesOfCounters() throws {
        let codes = try OneTimePassword(secret: Self.secret(20))
        let expected = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]
        #expect((0..<10).map { codes.code(counter: $0) } == expected)
    }

    /// RFC 6238, appendix B.
    @Test(
        arguments: [
            (59, "94287082", "46119246", "90693936"), (1_111_111_109, "07081804", "68084774", "25091201"),
            (1_111_111_111, "14050471", "67062674", "99943326"), (1_234_567_890, "89005924", "91819424", "93441116"),
            (2_000_000_000, "69279037", "90698825", "38618901"), (20_000_000_000, "65353130", "77737706", "47863826"),
        ] as [(Int64, String, String, String)])
    func codesOfInstants(time: Int64, sha1: String, sha256: String, sha512: String) throws {
        #expect(try OneTimePassword(secret: Self.secret(20), digits: 8).code(at: time) == sha1)
        let longer = try OneTimePassword(secret: Self.secret(32), algorithm: .sha256, digits: 8)
        #expect(longer.code(at: time) == sha256)
        let longest = try OneTimePassword(secret: Self.secret(64), algorithm: .sha512, digits: 8)
        #expect(longest.code(at: time) == sha512)
    }

    @Test func codesOfAnotherProgram() throws {
        for known in try Vectors.cases(try Vectors.read("codes")["codes"]) {
            let algorithm = try #require(OneTimePassword.Algorithm(rawValue: try known.text("algorithm")))
            let codes = try OneTimePassword(
                secret: try #require(Base32.bytes(try known.text("secret"))), algorithm: algorithm,
                digits: try known.number("digits"), period: try known.number("period"))
            #expect(codes.code(at: Int64(try known.number("time"))) == (try known.text("code")))
        }
    }

    @Test func addressesOfAnotherProgram() throws {
        for known in try Vectors.cases(try Vectors.read("codes")["uris"]) {
            let codes = try OneTimePassword(base32: try known.text("secret"))
            let uri = codes.uri(account: try known.text("account"), issuer: known["issuer"]?.string)
            #expect(uri == (try known.text("uri")))
        }
        let other = try OneTimePassword(secret: [0], algorithm: .sha512, digits: 8, period: 60)
        #expect(other.uri(account: "a") == "otpauth://totp/a?secret=AA&algorithm=SHA512&digits=8&period=60")
    }

    @Test func whatMakesNoCodes() {
        #expect(throws: OneTimePassword.Failure.malformedSecret) { try OneTimePassword(secret: []) }
        #expect(throws: OneTimePassword.Failure.malformedSecret) { try OneTimePassword(base32: "") }
        #expect(throws: OneTimePassword.Failure.malformedSecret) { try OneTimePassword(base32: "A1") }
        for digits in [Int.min, 0, 5, 9, 10, Int.max] {
            #expect(throws: OneTimePassword.Failure.badDigitCount) { try OneTimePassword(secret: [1], digits: digits) }
        }
        for period in [Int.min, 0] {
            #expect(throws: OneTimePassword.Failure.badPeriod) { try OneTimePassword(secret: [1], period: period) }
        }
    }

    @Test func drift() throws {
        let codes = try OneTimePassword(secret: Self.secret(20))
        let accepted = (-4...4).map { codes.accepts(codes.code(at: 1000 + 30 * $0), at: 1000, drift: 2) }
        #expect(accepted == [false, false, true, true, true, true, true, false, false])
        #expect(codes.accepts("755224", at: 0) && codes.accepts("755224", at: -5))
        for wrong in ["", "75522", "7552244", "755225", "٧٥٥٢٢٤"] { #expect(!codes.accepts(wrong, at: 0)) }
        #expect(!codes.accepts("755224", at: Int64.max))
        #expect(codes.code(at: Int64.min) == "755224")
        let fastCodes = try OneTimePassword(secret: Self.secret(20), period: 1)
        #expect(fastCodes.accepts(fastCodes.code(at: .max), at: .max, drift: 10))
    }

    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "MY======"), ("fo", "MZXQ===="), ("foo", "MZXW6==="), ("foob", "MZXW6YQ="),
        ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI======"),
    ])
    func base32(plain: String, text: String) {
        #expect(Base32.text(Array(plain.utf8), isPadded: true) == text)
        let unpadded = text.filter { $0 != "=" }
        #expect(Base32.text(Array(plain.utf8)) == unpadded)
        for form in [text, unpadded, text.lowercased(), unpadded.map { "\($0) " }.joined()] {
            #expect(Base32.bytes(form) == Array(plain.utf8))
        }
    }

    @Test(arguments: [
        "A", "ABC", "ABCDEF", "AB", "MY=", "MY=======", "M=Y=====", "========", "0A", "8A", "ÄÄ", "MZ", "==",
    ])
    func noBase32(text: String) {
        #expect(Base32.bytes(text) == nil)
    }
}
