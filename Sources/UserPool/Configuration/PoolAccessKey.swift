import FlowCore

/// A key that signs administrators' requests to a pool server.
public struct PoolAccessKey: Sendable, Equatable {
    /// The access key's id, as AWS calls it.
    public var id: String
    /// The secret access key.
    public var secret: String

    /// Creates a key.
    public init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }

    /// Reads the key of a seed.
    init(_ reader: SeedReader) throws(PoolSeedFailure) {
        self.init(id: "", secret: "")
        try reader.allow(["id", "secret"])
        try reader.readName("id", &id)
        try reader.readName("secret", &secret)
        guard reader.has("id"), reader.has("secret") else {
            throw reader.wrong(reader.has("id") ? "secret" : "id", "a text that is not empty")
        }
        // A signature puts a slash after its key, and separates its parts by commas.
        guard id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x2F && $0 != 0x2C }) else {
            throw reader.wrong("id", "a text of ASCII without blanks, '/' and ','")
        }
    }
}

extension PoolAccessKey: CustomStringConvertible, CustomReflectable {
    /// The id; the secret is redacted.
    public var description: String { "PoolAccessKey(\(id))" }
    /// A mirror of the id alone, so that reflection shows no secret.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
