#if !hasFeature(Embedded)
    extension TransitionTable {
        /// Creates a table from base64 (RFC 4648, section 4), as generated Swift contains it.
        ///
        /// Text that is no base64 fails the verification like any other damage.
        /// - Parameters:
        ///   - base64: the bytes of a compiled table.
        ///   - identify: computes the identity, such as `TableIdentity` of FlowSealing; by default there is none.
        /// - Throws: ``TableError`` with the byte offset of the first fault.
        public convenience init(
            base64: StaticString, identifiedBy identify: (TransitionTable) -> [UInt8] = { _ in [] }
        ) throws(TableError) {
            try self.init(verifying: base64.withUTF8Buffer(Self.decoded), identifiedBy: identify)
        }

        /// Decodes base64. Skips the padding, and stops at any other character.
        private static func decoded(_ digits: UnsafeBufferPointer<UInt8>) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(digits.count / 4 * 3)
            var (pending, bits): (UInt32, UInt32) = (0, 0)
            for digit in digits {
                guard let value = value(of: digit) else { break }
                pending = pending << 6 | value
                bits += 6
                guard bits >= 8 else { continue }
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
            return bytes
        }

        /// Returns the value of a digit, or nil for any other character.
        private static func value(of digit: UInt8) -> UInt32? {
            switch digit {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
            case UInt8(ascii: "+"): 62
            case UInt8(ascii: "/"): 63
            default: nil
            }
        }
    }
#endif
