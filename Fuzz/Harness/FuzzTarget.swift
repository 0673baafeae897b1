import CognitoClient
import CognitoHandlers
import FlowCompiler
import FlowCore
import FlowRuntime
import FlowSealing
import FlowSyntax
import FlowTable
import FlowTool
import TestSupport
import UserPool

/// What reads bytes that others wrote. Each is given an input, must come back, and keeps what it promises.
enum FuzzTarget: String, CaseIterable {
    /// The verifier of tables; what it lets through runs.
    case table
    /// JSON: what was read is written so that it reads the same.
    case json
    /// CBOR: what was read is written and reads the same.
    case cbor
    /// Base64 and hexadecimal digits: what was read is written and reads the same.
    case base64
    /// XML, and the whole compiler behind it.
    case xml
    /// Snapshots, sealed and not.
    case snapshot
    /// Maps between versions of a flow.
    case migration
    /// The configuration files of the SDKs.
    case configuration
    /// The user pool's seed.
    case seed
    /// The line protocol.
    case lines
    /// The heads of HTTP answers.
    case heads

    func run(_ bytes: [UInt8]) {
        switch self {
        case .table: Self.table(bytes)
        case .json: Self.json(bytes)
        case .cbor: Self.cbor(bytes)
        case .base64: Self.base64(bytes)
        case .xml: Self.xml(bytes)
        case .snapshot: Self.snapshot(bytes)
        case .migration: _ = try? FlowMigration(parsing: bytes)
        case .configuration: _ = try? CognitoConfiguration(bytes)
        case .seed: _ = try? PoolSeed(json: bytes)
        case .lines: _ = try? ProtocolLine(InputLine.text(bytes))
        case .heads: Self.heads(bytes)
        }
    }

    /// Writes inputs for the corpus, if the target has some that no other tool writes.
    func writeSeeds(to folder: String) {
        if self == .snapshot, let sealer = Self.sealer { Seeds.write(to: folder, sealer) }
    }

    private static func table(_ bytes: [UInt8]) {
        guard let table = try? TransitionTable(verifying: bytes) else { return }
        var random = Seeded(UInt64(table.checksum))
        RandomWalk.walk(table, events: 24, &random)
        if TableIdentity(of: table).bytes.count != TableIdentity.byteCount { fail("a table without an identity") }
    }

    private static func json(_ bytes: [UInt8]) {
        guard let value = WireValue(json: bytes) else { return }
        guard let again = WireValue(json: Array(value.jsonText.utf8)) else { fail("what was written cannot be read") }
        if again.jsonText != value.jsonText { fail("what was written reads otherwise") }
    }

    private static func cbor(_ bytes: [UInt8]) {
        guard let value = try? CBORReader.value(bytes) else { return }
        let written = value.encoded
        guard let again = try? CBORReader.value(written) else { fail("what was written cannot be read") }
        if again.encoded != written { fail("what was written reads otherwise") }
    }

    private static func base64(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if Base64.bytes(Base64.text(bytes)) != bytes { fail("Base64 reads otherwise") }
        if Base64.bytes(Base64.urlText(bytes)) != bytes { fail("Base64 for URLs reads otherwise") }
        if let read = Base64.bytes(text), Base64.bytes(Base64.text(read)) != read { fail("Base64 writes otherwise") }
        if !bytes.isEmpty, Hex.bytes(Hex.text(bytes)) != bytes { fail("hexadecimal digits read otherwise") }
        _ = Hex.bytes(text)
        if let identity = TableIdentity(hexadecimal: text), TableIdentity(hexadecimal: identity.hexadecimal) != identity
        {
            fail("an identity reads otherwise")
        }
    }

    private static func xml(_ bytes: [UInt8]) {
        let loader = MemoryLoader(files: KeptFiles.services).replacing("input.flow.xml", with: bytes)
            .replacing("case.flow.xml", with: KeptFiles.flow)
        let compilation = FlowCompiler.scenarios(path: "input.flow.xml", loader: loader).compilation
        if let written = try? compilation.table(), (try? TransitionTable(verifying: written)) == nil {
            fail("the verifier refuses what the compiler wrote")
        }
    }

    private static func heads(_ bytes: [UInt8]) {
        var head = AnswerHead()
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard head.take(line) else { break }
            _ = AnswerHead.isEnd(line)
        }
        if head.fields.contains(where: { $0.name.contains("\n") || $0.value.contains("\n") }) {
            fail("a field of several lines")
        }
    }

    private static func snapshot(_ bytes: [UInt8]) {
        guard let sealer else { fail("no sealer") }
        _ = try? sealer.open(bytes, now: 0)
        guard let read = try? sealer.read(unsealed: bytes, expiry: 1) else { return }
        if let table = try? SampleFlow.table(), let session = try? FlowSession(restoring: read.state, table) {
            _ = (session.presentation, session.request(), session.work(), session.outcome)
        }
        guard let written = try? sealer.unsealed(read) else { fail("what was read cannot be written") }
        if written != bytes { fail("what was read is written otherwise") }
    }

    private static let sealer: SnapshotSealer? = {
        guard let table = try? SampleFlow.table(),
            let key = SnapshotKeyring.Key(id: "k", secret: [UInt8](repeating: 7, count: 32))
        else { return nil }
        return SnapshotSealer(
            table, binding: SnapshotBinding(poolID: "p", clientID: "c"), seal: SnapshotKeyring(key))
    }()
}
