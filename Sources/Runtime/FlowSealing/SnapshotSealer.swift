internal import Crypto
public import FlowCore
public import FlowTable

/// A sealer, which seals and opens snapshots of one flow for one pool, app client and user.
///
/// A sealer authenticates all data. Anyone who has the sealed bytes can read the format version, the key id, the salt
/// and the expiry. A sealer encrypts all other data, including the table's identity and the digests of the binding. No
/// error names a part of the binding before the tag has been verified.
public struct SnapshotSealer: Sendable, Redacted {
    private let table: TransitionTable
    private let identity: TableIdentity
    private var binding: SnapshotBinding
    private let seal: any SnapshotSeal

    /// Creates a sealer for the snapshots of one flow.
    /// - Parameters:
    ///   - table: the table of the flow.
    ///   - binding: the pool, app client and user that the snapshots belong to.
    ///   - seal: encrypts and decrypts with the host's keys, such as a ``SnapshotKeyring``.
    public init(_ table: TransitionTable, binding: SnapshotBinding, seal: any SnapshotSeal) {
        self.table = table
        self.binding = binding
        self.seal = seal
        identity = TableIdentity(of: table)
    }

    /// Returns a sealer for the same flow, pool and app client, and another user.
    ///
    /// This method does not compute the table's identity or the digests of the pool and the app client again.
    public func bound(toUser user: [UInt8]) -> SnapshotSealer {
        var sealer = self
        sealer.binding = SnapshotBinding(binding, user: user)
        return sealer
    }

    /// Encrypts a snapshot with the current key of the seal.
    /// - Returns: the header, followed by the encrypted snapshot with its tag.
    /// - Throws: ``FlowSnapshotError/anotherTable`` if the snapshot belongs to another table;
    ///   ``FlowSnapshotError/notKept`` if the snapshot or the id of the key is too large; errors of the seal.
    public func seal(_ snapshot: FlowSnapshot) throws(FlowSnapshotError) -> [UInt8] {
        guard snapshot.state.checksum == table.checksum else { throw .anotherTable }
        let keyID = seal.keyID
        // The header has one byte for the length of the id.
        guard keyID.count <= UInt8.max else { throw .notKept }
        let salt = SystemBytes.random(SnapshotHeader.saltSize)
        let header = SnapshotHeader.bytes(keyID: keyID, salt: salt, expiry: snapshot.expiry)
        let sealed = try seal.seal(plaintext(of: snapshot), authenticating: header, salt: salt)
        guard header.count + sealed.count <= FlowSnapshot.maximumSize else { throw .notKept }
        return header + sealed
    }

    /// Returns the bytes to encrypt: the table's identity, the binding, the snapshot's ids and phase, and the session.
    private func plaintext(of snapshot: FlowSnapshot) throws(FlowSnapshotError) -> [UInt8] {
        var writer = SnapshotWriter()
        writer.append(identity.bytes)
        for digest in binding.digests { writer.append(digest) }
        writer.append(snapshot.signIn.bytes)
        writer.append(snapshot.generation.bytes)
        writer.append([snapshot.phase.rawValue])
        try SnapshotSession(snapshot.state).write(to: &writer)
        return writer.bytes
    }

    /// Decrypts sealed bytes, and checks that they belong to this table and binding.
    /// - Parameters:
    ///   - bytes: the result of ``seal(_:)``.
    ///   - now: the current time, in seconds since 1970.
    /// - Returns: the decrypted snapshot.
    /// - Throws: ``FlowSnapshotError``: `broken` or `unknownKey`; `anotherBinding`, `anotherTable` or `expired` only
    ///   after the tag has been verified.
    public func open(_ bytes: [UInt8], now: UInt64) throws(FlowSnapshotError) -> FlowSnapshot {
        guard bytes.count <= FlowSnapshot.maximumSize else { throw .broken }
        let header = try SnapshotHeader(of: bytes)
        let plaintext = try seal.open(
            Array(bytes[header.end...]), authenticating: Array(bytes[..<header.end]), salt: header.salt,
            keyID: header.keyID)
        return try decode(plaintext, expiry: header.expiry, now: now)
    }

    /// Returns the snapshot in decrypted bytes, after checks of its binding, its table and its expiry.
    /// - Throws: ``FlowSnapshotError/anotherBinding(_:)``, ``FlowSnapshotError/anotherTable`` or
    ///   ``FlowSnapshotError/expired``, in this order; ``FlowSnapshotError/broken``.
    private func decode(_ plaintext: [UInt8], expiry: UInt64, now: UInt64) throws(FlowSnapshotError) -> FlowSnapshot {
        var reader = SnapshotReader(plaintext)
        let storedIdentity = TableIdentity(bytes: try reader.readBytes(TableIdentity.byteCount))
        let difference = try bindingError(&reader)
        let signIn = try reader.readID()
        let generation = try reader.readID()
        guard let phase = FlowSnapshot.Phase(rawValue: try reader.readByte()) else { throw .broken }
        // The binding is reported first, so that another user learns nothing about the table.
        if let difference { throw difference }
        guard storedIdentity == identity else { throw .anotherTable }
        guard now < expiry else { throw .expired }
        let session = try SnapshotSession(&reader, of: table)
        try reader.requireEnd()
        return FlowSnapshot(signIn, generation, phase, expiry, session.state)
    }

    /// Reads a binding, and returns the error for its first part that differs from this sealer's binding.
    ///
    /// The result is nil if the bindings are the same. Throws ``FlowSnapshotError/broken`` if bytes are missing.
    private func bindingError(_ reader: inout SnapshotReader) throws(FlowSnapshotError) -> FlowSnapshotError? {
        var difference: FlowSnapshotError?
        for (part, digest) in zip(SnapshotBinding.Part.allCases, binding.digests) {
            let isSame = ConstantTime.isSame(try reader.readBytes(digest.count), digest)
            if !isSame, difference == nil { difference = .anotherBinding(part) }
        }
        return difference
    }

    /// Returns the bytes of a snapshot before encryption. Only tests of the decoder use them.
    package func unsealed(_ snapshot: FlowSnapshot) throws(FlowSnapshotError) -> [UInt8] { try plaintext(of: snapshot) }

    /// Returns the snapshot in bytes that ``unsealed(_:)`` returned. Only tests of the decoder call this.
    package func read(unsealed plaintext: [UInt8], expiry: UInt64) throws(FlowSnapshotError) -> FlowSnapshot {
        try decode(plaintext, expiry: expiry, now: 0)
    }
}

/// The pool, app client and user that a snapshot belongs to. The snapshot opens only for the same three.
public struct SnapshotBinding: Sendable, Redacted {
    /// A part of a binding.
    public enum Part: Sendable, Hashable, CaseIterable {
        /// The user pool.
        case pool
        /// The app client.
        case client
        /// The user or device, as the host identifies it.
        case user
    }

    /// SHA-256 of each part, in the order of ``Part``.
    let digests: [[UInt8]]

    /// Creates a binding to a pool, an app client and a user.
    /// - Parameters:
    ///   - poolID: the id of the user pool.
    ///   - clientID: the id of the app client.
    ///   - user: how the host identifies the user or the device, such as the id of a web session. It may be empty.
    public init(poolID: String, clientID: String, user: [UInt8] = []) {
        digests = [Array(poolID.utf8), Array(clientID.utf8), user].map(Self.digest)
    }

    /// Creates a binding to the same pool and app client as another one, and to a user.
    init(_ binding: SnapshotBinding, user: [UInt8]) {
        digests = binding.digests.dropLast() + [Self.digest(user)]
    }

    private static func digest(_ part: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: part)) }
}

/// A hash that identifies the flow of a stored sign-in.
///
/// The hash is the SHA-256 of the flow's table without state names, which only traces and diagrams use. The table does
/// not contain the hash: the library computes it from the loaded table.
public struct TableIdentity: Sendable, Equatable {
    /// The length of the hash in bytes.
    public static let byteCount = 32
    /// The hash.
    public let bytes: [UInt8]

    /// Creates the identity of a loaded table, which it computes from the table's bytes.
    public init(of table: TransitionTable) {
        bytes = withExtendedLifetime(table) {
            var hash = SHA256()
            for part in table.bytesWithoutNames { hash.update(bufferPointer: part) }
            return Array(hash.finalize())
        }
    }

    /// Creates an identity from the bytes of a hash that was computed before.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Returns whether two identities are equal. The comparison takes constant time.
    public static func == (left: TableIdentity, right: TableIdentity) -> Bool {
        ConstantTime.isSame(left.bytes, right.bytes)
    }
}
