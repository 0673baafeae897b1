/// A compiled flow, verified and ready to run.
///
/// The bytes are verified once, in time linear in their number; after that a step trusts them. Immutable, so it can be shared
/// by any number of sessions and tasks.
public final class TransitionTable: @unchecked Sendable {
    /// The bytes of the table.
    private let bytes: UnsafeRawBufferPointer
    private let owned: UnsafeMutableRawBufferPointer?
    private let stringOffsets: UnsafeMutablePointer<UInt32>
    /// Where everything lies. Valid as long as the table.
    package let view: UnsafeMutablePointer<TableView>

    /// Verifies and keeps a copy of `bytes`.
    /// - Throws: ``TableError`` with the byte offset of the first fault.
    public convenience init(verifying bytes: [UInt8]) throws(TableError) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        copy.copyBytes(from: bytes)
        try self.init(bytes: UnsafeRawBufferPointer(copy), owned: copy)
    }

    /// Verifies and uses bytes in place: a mapped file or a static array.
    /// - Parameter bytes: must stay valid and unchanged as long as the table is used.
    /// - Throws: ``TableError`` with the byte offset of the first fault.
    public convenience init(verifyingInPlace bytes: UnsafeRawBufferPointer) throws(TableError) {
        try self.init(bytes: bytes, owned: nil)
    }

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
        try TableVerifier(view: layout.view, bytes: bytes, codeStart: layout.codeStart, recordStart: layout.recordStart)
            .verify(layout)
    }

    deinit {
        view.deallocate()
        stringOffsets.deallocate()
        owned?.deallocate()
    }

    /// The name of the flow.
    public var name: String { string(view.pointee.name) }

    /// The version of the flow, as its author wrote it; empty if there is none.
    public var version: String { string(view.pointee.version) }

    /// The checksum of the table: two tables with the same one are taken to be the same flow.
    public var checksum: UInt32 {
        withExtendedLifetime(self) { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) }
    }

    /// Size of the table in bytes.
    public var byteCount: Int { bytes.count }

    /// The bytes of the table, valid as long as the table.
    package var rawBytes: UnsafeRawBufferPointer { bytes }

    /// The UTF-8 bytes of string `index`, valid as long as the table.
    package func utf8(_ index: Int) -> UnsafeRawBufferPointer {
        let start = Int(view.pointee.stringOffsets[index])
        let end = Int(view.pointee.stringOffsets[index + 1])
        return UnsafeRawBufferPointer(start: view.pointee.stringBytes + start, count: end - start)
    }

    /// String `index`.
    package func string(_ index: Int) -> String {
        withExtendedLifetime(self) { String(decoding: utf8(index), as: UTF8.self) }
    }

    /// The name of `state`, or nothing if the names were stripped.
    package func stateName(_ state: Int) -> String? {
        state < view.pointee.namedStates ? string(view.pointee.stateName[state]) : nil
    }

    /// The name of an event of the table's own.
    package func eventName(_ event: Int) -> String {
        let own = event - TableFormat.firstOwnEvent
        return own >= 0 && event < view.pointee.events ? string(view.pointee.eventName[own]) : ""
    }

    /// A reader of record `offset`, valid as long as the table.
    package func record(_ offset: Int) -> TrustedReader {
        TrustedReader(view.pointee.records + offset)
    }
}
