/// A compiled flow, verified and ready to run.
///
/// The initializer verifies the bytes once, in linear time. After that, each step trusts them. A table is immutable, so
/// any number of sessions and tasks can share it.
public final class TransitionTable: @unchecked Sendable {
    private let bytes: UnsafeRawBufferPointer
    /// The memory to deallocate with the table, or nil if the caller owns the bytes.
    private let owned: UnsafeMutableRawBufferPointer?
    private let stringOffsets: UnsafeMutablePointer<UInt32>
    /// The addresses and counts of the table's sections. They are valid while the table lives.
    package let view: UnsafeMutablePointer<TableView>

    #if !hasFeature(Embedded)
        /// A hash that identifies the flow. It is empty if you created the table without an identity.
        public private(set) var identity: [UInt8] = []

        /// Creates a table from a verified copy of `bytes`, and computes its identity.
        /// - Parameters:
        ///   - bytes: the bytes of a compiled table.
        ///   - identify: computes the identity, such as `TableIdentity` of FlowSealing.
        /// - Throws: ``TableError`` with the byte offset of the first fault.
        public convenience init(
            verifying bytes: [UInt8], identifiedBy identify: (TransitionTable) -> [UInt8]
        ) throws(TableError) {
            try self.init(verifying: bytes)
            identity = identify(self)
        }
    #endif

    /// Creates a table from a verified copy of `bytes`.
    /// - Throws: ``TableError`` with the byte offset of the first fault.
    public convenience init(verifying bytes: [UInt8]) throws(TableError) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        copy.copyBytes(from: bytes)
        try self.init(bytes: UnsafeRawBufferPointer(copy), owned: copy)
    }

    /// Creates a table that verifies `bytes` and uses them in place, such as a mapped file or a static array.
    /// - Parameter bytes: the bytes of a compiled table, which must stay valid and unchanged while this object exists.
    /// - Throws: ``TableError`` with the byte offset of the first fault.
    public convenience init(verifyingInPlace bytes: UnsafeRawBufferPointer) throws(TableError) {
        try self.init(bytes: bytes, owned: nil)
    }

    /// Creates a table that verifies `bytes` and takes ownership of `owned`.
    ///
    /// If the bytes are not valid, the initializer deallocates `owned`, and throws the first fault.
    private init(bytes: UnsafeRawBufferPointer, owned: UnsafeMutableRawBufferPointer?) throws(TableError) {
        let layout: TableLayout
        do throws(TableError) {
            layout = try TableLayout(bytes)
        } catch {
            owned?.deallocate()
            throw error
        }
        self.bytes = bytes
        self.owned = owned
        self.stringOffsets = layout.stringOffsets
        self.view = .allocate(capacity: 1)
        self.view.initialize(to: layout.view)
        // All members are set, so if the verifier throws, `deinit` deallocates the memory.
        view.pointee.longestList = try TableVerifier(
            view: layout.view, bytes: bytes, codeStart: layout.codeStart, recordStart: layout.recordStart
        ).verify()
    }

    deinit {
        view.deallocate()
        stringOffsets.deallocate()
        owned?.deallocate()
    }

    /// The name of the flow.
    public var name: String { string(view.pointee.name) }

    /// The version of the flow, as its author wrote it; empty if the flow has none.
    public var version: String { string(view.pointee.version) }

    /// The checksum of the table, which detects damage.
    ///
    /// To find out whether two tables contain the same flow, compare their ``identity``.
    public var checksum: UInt32 {
        withExtendedLifetime(self) {
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: TableFormat.checksumOffset, as: UInt32.self))
        }
    }

    /// The size of the table in bytes.
    public var byteCount: Int { bytes.count }

    /// The bytes of the table. They are valid while the table lives.
    package var rawBytes: UnsafeRawBufferPointer { bytes }

    /// Returns the UTF-8 bytes of string `index`. They are valid while the table lives.
    package func utf8(_ index: Int) -> UnsafeRawBufferPointer {
        let start = Int(view.pointee.stringOffsets[index])
        let end = Int(view.pointee.stringOffsets[index + 1])
        return UnsafeRawBufferPointer(start: view.pointee.stringBytes + start, count: end - start)
    }

    /// Returns a copy of string `index`.
    package func string(_ index: Int) -> String {
        withExtendedLifetime(self) { String(decoding: utf8(index), as: UTF8.self) }
    }

    /// Returns the name of `state`, or nil if the table has no names. In Embedded Swift, the result is always nil.
    package func stateName(_ state: Int) -> String? {
        #if hasFeature(Embedded)
            nil
        #else
            guard state < view.pointee.namedStates else { return nil }
            let number = view.pointee.stateName[state]
            return number < view.pointee.strings ? string(number) : ownName(number - view.pointee.strings)
        #endif
    }

    #if !hasFeature(Embedded)
        /// Returns own name `number`, which is a state name that equals no other string.
        ///
        /// The function adds up the lengths of the names before it. Own names are few, and only traces need them.
        private func ownName(_ number: Int) -> String {
            withExtendedLifetime(self) {
                var lengths = TrustedReader(view.pointee.ownNames)
                var (start, count) = (0, 0)
                for index in 0..<view.pointee.ownNameCount {
                    let length = lengths.readVarint()
                    if index < number { start += length }
                    if index == number { count = length }
                }
                let name = UnsafeRawBufferPointer(start: lengths.pointer + start, count: count)
                return String(decoding: name, as: UTF8.self)
            }
        }
    #endif

    /// Returns the name of an event that the table defines, or an empty text for any other number.
    package func eventName(_ event: Int) -> String {
        let own = event - TableFormat.firstOwnEvent
        return own >= 0 && event < view.pointee.events ? string(view.pointee.eventName[own]) : ""
    }

    /// Returns a reader that starts at the record at `offset`. The reader is valid while the table lives.
    package func record(_ offset: Int) -> TrustedReader {
        TrustedReader(view.pointee.records + offset)
    }

    /// The bytes that define the flow. They are the same with and without state names, and valid while the table lives.
    ///
    /// They are the format version, the directory up to the number of names, and all sections before the names. The
    /// other bytes of the header depend only on these and on the names.
    package var bytesWithoutNames: [UnsafeRawBufferPointer] {
        let bytes = rawBytes
        guard let base = bytes.baseAddress else { return [] }
        // The directory is verified, so no read fails.
        var reader = ByteReader(bytes, from: TableFormat.headerSize, to: bytes.count)
        for _ in 0..<DirectoryField.ownNames.rawValue { _ = try? reader.readVarint(.badDirectory) }
        let directoryEnd = reader.offset
        _ = try? reader.readVarint(.badDirectory)
        let namesStart = view.pointee.stateName.base - base
        let formatVersion = TableFormat.versionOffset..<TableFormat.flagsOffset
        let sections = reader.offset..<namesStart
        return [formatVersion, TableFormat.headerSize..<directoryEnd, sections].map {
            UnsafeRawBufferPointer(rebasing: bytes[$0])
        }
    }
}

#if !hasFeature(Embedded)
    extension TransitionTable {
        /// Creates a table from base64 (RFC 4648, section 4), as generated Swift contains it.
        ///
        /// The text ends at its padding, or at the first character that is not a base64 digit. If bytes of the table
        /// are missing then, the verification fails.
        /// - Parameters:
        ///   - base64: the bytes of a compiled table.
        ///   - identify: computes the identity, such as `TableIdentity` of FlowSealing; by default there is none.
        /// - Throws: ``TableError`` with the byte offset of the first fault.
        public convenience init(
            base64: StaticString, identifiedBy identify: (TransitionTable) -> [UInt8] = { _ in [] }
        ) throws(TableError) {
            try self.init(verifying: base64.withUTF8Buffer(Self.decoded), identifiedBy: identify)
        }

        /// Decodes base64 up to the padding, or up to any other character that is not a digit.
        private static func decoded(_ digits: UnsafeBufferPointer<UInt8>) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(digits.count / 4 * 3)
            var pending: UInt32 = 0
            var bits: UInt32 = 0
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

/// The first fault of an invalid table.
public struct TableError: Error, Sendable, Equatable {
    /// The kinds of faults.
    public enum Code: String, Sendable, CaseIterable {
        /// The bytes do not start with the magic number.
        case notATable = "not-a-table"
        /// This reader does not support the table's format version. Use a newer reader or recompile the flow.
        case unsupportedVersion = "unsupported-table-version"
        /// The table is shorter than a header, or its length differs from the length in its header.
        case wrongLength = "wrong-table-length"
        /// The checksum does not match, so the bytes have changed.
        case wrongChecksum = "wrong-table-checksum"
        /// A count, a size or a flag at the start of the table is not possible.
        case badDirectory = "bad-table-directory"
        /// A text is not UTF-8, or its length is not possible.
        case badText = "bad-table-text"
        /// A number refers to an element that does not exist or has the wrong type.
        case badReference = "bad-table-reference"
        /// An instruction is unknown, truncated or not possible for its slots, or the block's code does not end.
        case badCode = "bad-table-code"
        /// A record or a pattern is truncated or malformed, or two records overlap.
        case badRecord = "bad-table-record"
        /// States that do not wait form a cycle, or the code for an invalid reply can find the reply invalid again.
        case endlessLoop = "endless-table-loop"
    }

    /// The kind of fault.
    public let code: Code
    /// The position of the fault, in bytes from the start of the table.
    public let byteOffset: Int

    /// Creates the error for a fault at an offset from the start of the table, in bytes.
    package init(_ code: Code, at byteOffset: Int) {
        self.code = code
        self.byteOffset = byteOffset
    }
}
