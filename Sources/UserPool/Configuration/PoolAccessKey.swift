public import FlowCore

/// A key that signs administrators' requests to a pool server.
public struct PoolAccessKey: Sendable, Equatable, Redacted {
    /// The access key id.
    public var id: String
    /// The secret access key.
    public var secret: String

    /// Creates a key from its id and secret.
    public init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }

    /// Reads a key from a seed.
    init(_ reader: SeedReader) throws(PoolSeedFailure) {
        self.init(id: "", secret: "")
        try reader.rejectMembers(otherThan: ["id", "secret"])
        try reader.readNonempty("id", &id)
        try reader.readNonempty("secret", &secret)
        guard reader.hasMember("id"), reader.hasMember("secret") else {
            throw reader.failure(reader.hasMember("id") ? "secret" : "id", mustBe: SeedReader.nonemptyString)
        }
        let printableASCII = UInt8(ascii: "!")...UInt8(ascii: "~")
        // In the Authorization header, a slash follows the id, and commas separate the parts.
        guard id.utf8.allSatisfy({ printableASCII.contains($0) && !"/,".utf8.contains($0) }) else {
            throw reader.failure("id", mustBe: "printable ASCII without spaces, '/' or ','")
        }
    }

    /// The key's id, without its secret.
    public var description: String { "PoolAccessKey(\(id))" }
    /// A mirror with only the key's id, so that reflection shows no secret.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
