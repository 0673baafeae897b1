package import FlowRuntime

/// What is wrong with the configuration. It names the key, and never contains a value that may be a secret.
package struct SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The key, such as `redis.host`.
    package let key: String
    /// The error, and how to correct it.
    package let message: String

    /// The key and the error.
    package var description: String { "\(key): \(message)" }

    init(_ key: String, _ message: String) {
        self.key = key
        self.message = message
    }
}

/// Reads settings by key from a JSON file and from the environment, which takes precedence.
///
/// The variable of the key `redis.host` is `GATEWAY_REDIS_HOST`.
package struct SettingsReader {
    private var file: [String: String] = [:]
    private let environment: [String: String]
    private var known: Set<String> = []

    /// Creates a reader.
    /// - Parameters:
    ///   - file: the file, whose objects group keys: `{"redis": {"host": "…"}}`.
    ///   - environment: the variables of the process.
    /// - Throws: an error that names the key of a null.
    package init(file: JSONValue, environment: [String: String]) throws(SettingsError) {
        self.environment = environment
        try flatten(file, "")
    }

    private mutating func flatten(_ value: JSONValue, _ key: String) throws(SettingsError) {
        switch value {
        case .object(let members):
            for member in members { try flatten(member.value, key.isEmpty ? member.name : key + "." + member.name) }
        case .string(let text), .number(let text): file[key] = text
        case .bool(let value): file[key] = String(value)
        case .array(let items):
            for (index, item) in items.enumerated() { try flatten(item, "\(key).\(index)") }
        case .null: throw SettingsError(key, "null is no value; remove the key")
        }
    }

    /// The variable with which a key is set.
    static func variable(_ key: String) -> String {
        "GATEWAY_" + String(key.map { $0 == "." ? "_" : $0 }).uppercased()
    }

    private mutating func value(_ key: String) -> String? {
        known.insert(key)
        return environment[Self.variable(key)] ?? file[key]
    }

    /// Returns the text of a key, or nil if it is not set.
    package mutating func optionalText(_ key: String) -> String? { value(key) }

    /// Returns the text of a key.
    /// - Throws: an error if the key is not set and has no default.
    package mutating func text(_ key: String, default fallback: String? = nil) throws(SettingsError) -> String {
        guard let text = value(key) ?? fallback else {
            throw SettingsError(key, "is missing; set it in the file, or as \(Self.variable(key))")
        }
        return text
    }

    /// Returns the number of a key, which must be in a range.
    package mutating func number(
        _ key: String, default fallback: Int, in range: ClosedRange<Int>
    ) throws(SettingsError) -> Int {
        guard let text = value(key) else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw SettingsError(key, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Returns the word of a key, which must be one of several.
    package mutating func word(
        _ key: String, default fallback: String, of words: [String]
    ) throws(SettingsError) -> String {
        let word = value(key) ?? fallback
        guard words.contains(word) else {
            throw SettingsError(key, "must be one of \(words.joined(separator: ", "))")
        }
        return word
    }

    /// Returns the names of the members of an object in the file, sorted.
    package func names(under key: String) -> [String] {
        let prefix = key + "."
        return Set(file.keys.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count).prefix { $0 != "." } })
            .map(String.init).sorted()
    }

    /// Returns the items of a list, in order, which variables such as `GATEWAY_FLOWS_AMPLIFY_ASKS_0` can replace.
    package mutating func list(_ key: String) -> [String] {
        var items: [String] = []
        while let item = value("\(key).\(items.count)") { items.append(item) }
        return items
    }

    /// Checks that the reader has read every key of the file, and every variable that begins with `GATEWAY_`.
    /// - Throws: an error for a key or a variable that does not exist, such as a misspelled one.
    package func requireAllRead() throws(SettingsError) {
        if let key = file.keys.filter({ !known.contains($0) }).min() {
            throw SettingsError(key, "there is no such key")
        }
        let variables = Set(known.map(Self.variable))
        if let name = environment.keys.filter({ $0.hasPrefix("GATEWAY_") && !variables.contains($0) }).min() {
            throw SettingsError(name, "there is no such variable")
        }
    }
}
