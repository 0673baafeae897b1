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
    /// The keys of the file's lists, which may be empty.
    private var lists: Set<String> = []
    private let environment: [String: String]
    private var known: Set<String> = []

    /// Creates a reader.
    /// - Parameters:
    ///   - file: the file, whose objects group keys: `{"redis": {"host": "…"}}`.
    ///   - environment: the variables of the process.
    /// - Throws: an error that names the key of a null.
    package init(file: JSONValue, environment: [String: String]) throws(SettingsError) {
        self.environment = Self.withoutServices(environment)
        try flatten(file, "")
    }

    /// Returns the variables without those by which Kubernetes describes services, such as `GATEWAY_SERVICE_HOST` and
    /// `GATEWAY_REDIS_PORT=tcp://…` for services with the names `gateway` and `gateway-redis`.
    private static func withoutServices(_ environment: [String: String]) -> [String: String] {
        let host = "SERVICE_HOST"
        let services = environment.keys.filter { $0.hasPrefix("GATEWAY_") && $0.hasSuffix("_" + host) }
            .map { String($0.dropLast(host.count)) }
        return environment.filter { name, value in
            !services.contains { service in
                let rest = name.hasPrefix(service) ? name.dropFirst(service.count) : ""
                return rest.hasPrefix("SERVICE_") || rest.hasPrefix("PORT_") || rest == "PORT" && value.contains(":")
            }
        }
    }

    private mutating func flatten(_ value: JSONValue, _ key: String) throws(SettingsError) {
        switch value {
        case .object(let members):
            for member in members { try flatten(member.value, key.isEmpty ? member.name : key + "." + member.name) }
        case .string(let text), .number(let text): file[key] = text
        case .bool(let value): file[key] = String(value)
        case .array(let items):
            lists.insert(key)
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

    /// Returns the text of a key, or nil if it is not set or empty.
    package mutating func optionalText(_ key: String) -> String? { value(key).flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the text of a key.
    /// - Throws: an error if the key is not set and has no default.
    package mutating func text(_ key: String, default fallback: String? = nil) throws(SettingsError) -> String {
        guard let text = optionalText(key) ?? fallback else {
            try requireNoMembers(key)
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
    /// Returns nil if the list is not set.
    package mutating func list(_ key: String) -> [String]? {
        var items: [String] = []
        while let item = value("\(key).\(items.count)") { items.append(item) }
        return items.isEmpty && !lists.contains(key) ? nil : items
    }

    /// Checks that the reader has read every key of the file, and every variable that begins with `GATEWAY_`.
    /// - Throws: an error for a key or a variable that does not exist, such as a misspelled one.
    package func requireAllRead() throws(SettingsError) {
        for key in known.sorted() { try requireNoMembers(key) }
        let unknownLists = lists.filter { !known.contains($0 + ".0") }
        if let key = unknownLists.union(file.keys.filter { !known.contains($0) }).min() {
            let isGroup = known.contains { $0.hasPrefix(key + ".") }
            let kind = known.contains(key + ".0") ? "must be a list" : isGroup ? "must be an object" : nil
            throw SettingsError(key, kind ?? "there is no such key")
        }
        let variables = Set(known.map(Self.variable))
        if let name = environment.keys.filter({ $0.hasPrefix("GATEWAY_") && !variables.contains($0) }).min() {
            throw SettingsError(name, "there is no such variable")
        }
    }

    /// Throws if the file has a list or an object for a key that has a single value.
    private func requireNoMembers(_ key: String) throws(SettingsError) {
        guard lists.contains(key) || file.keys.contains(where: { $0.hasPrefix(key + ".") }) else { return }
        throw SettingsError(key, "must be a single value, not a list or an object")
    }
}
