import CognitoHandlers
import TestSupport
import Testing

/// CBOR in canonical form: first what is none.
struct CBORTests {
    @Test(
        arguments: [
            ("", .truncated), ("18", .truncated), ("19 01", .truncated), ("1b ff ff ff ff ff ff ff", .truncated),
            ("41", .truncated), ("43 01 02", .truncated), ("62 61", .truncated), ("82 00", .truncated),
            ("a1 00", .truncated), ("a1", .truncated),
            // Lengths beyond all memory: they must not be reserved, nor overflow.
            ("5a ff ff ff ff", .truncated), ("5b ff ff ff ff ff ff ff ff", .truncated),
            ("7b 7f ff ff ff ff ff ff ff", .truncated), ("9b ff ff ff ff ff ff ff ff", .truncated),
            ("bb ff ff ff ff ff ff ff ff", .truncated), ("9a 7f ff ff ff 00 00", .truncated),
            ("00 00", .trailingBytes), ("a0 a0", .trailingBytes), ("f6 ff", .trailingBytes),
            ("5f 41 00 ff", .indefiniteLength), ("7f 61 61 ff", .indefiniteLength), ("9f ff", .indefiniteLength),
            ("bf ff", .indefiniteLength), ("ff", .indefiniteLength), ("1f", .indefiniteLength),
            ("18 17", .notShortest), ("19 00 ff", .notShortest), ("1a 00 00 ff ff", .notShortest),
            ("1b 00 00 00 00 ff ff ff ff", .notShortest), ("38 00", .notShortest), ("58 01 00", .notShortest),
            ("98 01 00", .notShortest), ("b8 00", .notShortest),
            ("81 81 81 81 81 00", .nestingTooDeep), ("a1 00 a1 00 a1 00 a1 00 a0", .nestingTooDeep),
            ("a1 81 81 81 80 00", .nestingTooDeep),
            ("a2 01 00 01 00", .unorderedKeys), ("a2 02 00 01 00", .unorderedKeys), ("a2 20 00 01 00", .unorderedKeys),
            ("a2 62 61 61 00 61 62 00", .unorderedKeys), ("a2 61 62 00 61 61 00", .unorderedKeys),
            ("61 ff", .malformedText), ("62 c0 80", .malformedText), ("63 ed a0 80", .malformedText),
            ("c0 00", .unsupportedItem), ("f9 00 00", .unsupportedItem),
            ("fb 00 00 00 00 00 00 00 00", .unsupportedItem),
            ("f7", .unsupportedItem), ("f0", .unsupportedItem), ("f8 20", .unsupportedItem), ("1c", .unsupportedItem),
            ("1e", .unsupportedItem),
        ] as [(String, CBORFailure)])
    func refused(hex: String, failure: CBORFailure) throws {
        let bytes = try bytesOfHex(hex.filter { $0 != " " })
        #expect(throws: failure) { try CBORReader.value(bytes) }
    }

    @Test func thousandLevelsAreRefusedBeforeTheyAreEntered() {
        let bytes = [UInt8](repeating: 0x81, count: 1_000_000)
        #expect(throws: CBORFailure.nestingTooDeep) { try CBORReader.value(bytes) }
    }

    /// Answers of RFC 8949, appendix A.
    @Test(
        arguments: [
            ("00", .unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("1903e8", .unsigned(1000)),
            ("1a000f4240", .unsigned(1_000_000)), ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)),
            ("1bffffffffffffffff", .unsigned(.max)), ("20", .negative(0)), ("3863", .integer(-100)),
            ("3bffffffffffffffff", .negative(.max)), ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null),
            ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("62c3bc", .text("ü")),
            ("80", .array([])), ("8301820203820405", .array([.integer(1), Self.pair(2, 3), Self.pair(4, 5)])),
            ("a0", .map([])),
            (
                "a26161016162820203",
                .map([CBORMember(.text("a"), .integer(1)), CBORMember(.text("b"), Self.pair(2, 3))])
            ),
        ] as [(String, CBORValue)])
    func knownAnswers(hex: String, value: CBORValue) throws {
        #expect(try CBORReader.value(try bytesOfHex(hex)) == value)
        #expect(value.encoded == (try bytesOfHex(hex)))
    }

    private static func pair(_ first: Int, _ second: Int) -> CBORValue { .array([.integer(first), .integer(second)]) }

    @Test func numbersThatDoNotFit() {
        #expect(CBORValue.unsigned(.max).integer == nil && CBORValue.negative(.max).integer == nil)
        #expect(CBORValue.integer(.min).integer == .min && CBORValue.integer(.max).integer == .max)
    }

    @Test func keysAreWrittenInOrder() throws {
        let keys: [CBORValue] = [.text("bb"), .text("a"), .integer(-1), .integer(300), .integer(3), .bytes([1])]
        let map = CBORValue.map(keys.map { CBORMember($0, .null) })
        let members = try CBORReader.value(map.encoded).members?.map(\.key)
        #expect(members == [.integer(3), .integer(300), .integer(-1), .bytes([1]), .text("a"), .text("bb")])
    }

    /// Whatever is read has one form only: written again, it is the same bytes.
    @Test(arguments: 0..<4 as Range<UInt64>) func randomBytes(seed: UInt64) {
        var random = Seeded(seed)
        var taken = 0
        for _ in 0..<5000 {
            // Bytes that mean something more often than any bytes would.
            let bytes = (0..<random.below(12)).map { _ in
                random.one(
                    of: UInt8(random.below(256)), 0x81, 0xA1, 0x41, 0x61, 0x20, 0x18, UInt8(random.below(24)))
            }
            guard let value = try? CBORReader.value(bytes) else { continue }
            taken += 1
            #expect(value.encoded == bytes)
        }
        #expect(taken > 200)
    }
}
