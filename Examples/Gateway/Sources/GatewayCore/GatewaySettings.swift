/// The configuration of a gateway. Each member names its key.
package struct GatewaySettings: Sendable {
    /// A flow that clients can start.
    package struct Flow: Sendable {
        /// The name in addresses: the name of the object in `flows`.
        package let name: String
        /// `table`: the file that `flowc compile` wrote.
        package let table: String
        /// `older`: tables whose pending sign-ins this node continues.
        package let older: [String]
        /// `schema`: the file that `flowc generate schema` wrote, for the OpenAPI document.
        package let schema: String?
        /// `texts`: the labels of pages.
        package let texts: String?
        /// `asks`: the inputs that a client sends; nil for the required ones that the gateway does not set.
        package let asks: [String]?
        /// `inputs`: the inputs that the gateway sets.
        package let inputs: [String: String]
        /// `shows`: what a client may see of an outcome. All else is a token.
        package let shows: [String]
        /// `signsIn`: the outcomes with which the user is signed in. Only these deliver tokens.
        package let signsIn: [String]
        /// `user`: the inputs and answers that name the user, in addition to those with a usual name.
        package let user: [String]
    }

    /// `listen.host`, `listen.port`
    package let host: String, port: Int
    /// `operations.host`, `operations.port`: where health, readiness and metrics are. Clients must not reach it.
    package let operationsHost: String, operationsPort: Int
    /// `redis.host`, `redis.port`, `redis.user`, `redis.password`. A host that begins with `/` is the path of a socket.
    package let redisHost: String, redisPort: Int, redisUser: String?, redisPassword: String?
    /// `sealing.key`, `sealing.older`: the keys that seal states, each as an id, a colon and 64 hexadecimal digits.
    package let sealingKeys: [(id: String, secret: [UInt8])]
    /// `pool.id`, `pool.client`, `pool.secret`, `pool.endpoint`
    package let poolID: String, clientID: String, clientSecret: String?, endpoint: String?
    /// `flows`
    package let flows: [Flow]
    /// `tokens.url`, `tokens.key`: where the host's own back end takes tokens; without them, tokens become cookies.
    /// With `http://`, the tokens are not encrypted: only for a back end on the same machine or in a private network.
    package let tokensURL: String?, tokensKey: String?
    /// `page.title`, `page.next`: the name in authenticator apps, and the address after a sign-in.
    package let title: String, next: String?
    /// `limits.addressPerMinute`, `limits.userPerMinute`: requests of one client, and starts and answers for one user.
    package let addressPerMinute: Int, userPerMinute: Int
    /// `limits.bodyBytes`, `limits.bodySeconds`, `limits.signInSeconds`
    package let bodyBytes: Int, bodySeconds: Int, signInSeconds: Int
    /// `api.state`: whether clients of the API store the sealed state, rather than an id of a state in Redis.
    package let clientsStoreState: Bool
    /// `proxies.count`: the trusted proxies before the gateway, which add to `X-Forwarded-For`.
    package let proxies: Int
    /// `log.level`, `log.spans`
    package let logLevel: String, logsSpans: Bool

    /// Reads the settings.
    /// - Throws: the first error, with its key.
    package init(_ reader: consuming SettingsReader) throws(SettingsError) {
        host = try reader.text("listen.host", default: "127.0.0.1")
        port = try reader.number("listen.port", default: 8080, in: 1...65535)
        operationsHost = try reader.text("operations.host", default: "127.0.0.1")
        operationsPort = try reader.number("operations.port", default: 9090, in: 1...65535)
        redisHost = try reader.text("redis.host", default: "127.0.0.1")
        redisPort = try reader.number("redis.port", default: 6379, in: 1...65535)
        redisUser = reader.optionalText("redis.user")
        redisPassword = reader.optionalText("redis.password")
        sealingKeys = try Self.keys(&reader)
        poolID = try reader.text("pool.id")
        clientID = try reader.text("pool.client")
        clientSecret = reader.optionalText("pool.secret")
        endpoint = reader.optionalText("pool.endpoint")
        flows = try Self.flows(&reader)
        tokensURL = reader.optionalText("tokens.url")
        tokensKey = reader.optionalText("tokens.key")
        title = try reader.text("page.title", default: "Sign-in")
        next = reader.optionalText("page.next")
        addressPerMinute = try reader.number("limits.addressPerMinute", default: 120, in: 0...1_000_000)
        userPerMinute = try reader.number("limits.userPerMinute", default: 10, in: 0...1_000_000)
        bodySeconds = try reader.number("limits.bodySeconds", default: 10, in: 1...300)
        signInSeconds = try reader.number("limits.signInSeconds", default: 900, in: 60...86400)
        clientsStoreState = try reader.word("api.state", default: "client", of: ["client", "redis"]) == "client"
        // A body contains the state, which has one to three kilobytes and more if the service's sessions are long.
        bodyBytes = try reader.number(
            "limits.bodyBytes", default: 16384, in: (clientsStoreState ? 8192 : 1024)...1_048_576)
        proxies = try reader.number("proxies.count", default: 0, in: 0...10)
        logLevel = try reader.word(
            "log.level", default: "info", of: ["trace", "debug", "info", "notice", "warning", "error", "critical"])
        logsSpans = try reader.word("log.spans", default: "false", of: ["true", "false"]) == "true"
        try reader.requireAllRead()
        try checkAll()
    }

    /// Checks what the settings must be together.
    private func checkAll() throws(SettingsError) {
        let schemes = ["https://", "http://"]
        if let next, !(["/"] + schemes).contains(where: next.hasPrefix) {
            throw SettingsError(
                "page.next", "must be a path that begins with /, or an address that begins with https:// or http://")
        }
        if let tokensURL, !schemes.contains(where: tokensURL.hasPrefix) {
            throw SettingsError("tokens.url", "must be an address that begins with https:// or http://")
        }
        if tokensURL != nil, tokensKey == nil {
            throw SettingsError("tokens.key", "is missing; your back end needs it to recognize the gateway")
        }
        if tokensKey != nil, tokensURL == nil {
            throw SettingsError("tokens.url", "is missing; without it, tokens.key has no effect")
        }
        if operationsHost == host, operationsPort == port {
            throw SettingsError("operations.port", "must be another port than listen.port")
        }
        if redisUser != nil, redisPassword == nil {
            throw SettingsError("redis.password", "is missing; without it, redis.user has no effect")
        }
    }

    /// Reads the keys, with the one that seals first.
    private static func keys(
        _ reader: inout SettingsReader
    ) throws(SettingsError) -> [(id: String, secret: [UInt8])] {
        var keys = [try key(try reader.text("sealing.key"), "sealing.key")]
        for text in reader.optionalText("sealing.older")?.split(separator: " ") ?? [] {
            let older = try key(String(text), "sealing.older")
            if keys.contains(where: { $0.id == older.id }) {
                throw SettingsError("sealing.older", "two keys have the same id; give each new key an id of its own")
            }
            keys.append(older)
        }
        return keys
    }

    private static func key(_ text: String, _ name: String) throws(SettingsError) -> (id: String, secret: [UInt8]) {
        let parts = text.split(separator: ":", maxSplits: 1)
        let digits = parts.count == 2 ? Array(parts[1].utf8) : []
        let secret = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
        }
        guard digits.count == 64, secret.count == 32 else {
            throw SettingsError(name, "must be an id, a colon and 64 hexadecimal digits (openssl rand -hex 32)")
        }
        guard parts[0].utf8.count <= 64 else { throw SettingsError(name, "an id must have at most 64 bytes") }
        return (String(parts[0]), secret)
    }

    private static func flows(_ reader: inout SettingsReader) throws(SettingsError) -> [Flow] {
        let names = reader.names(under: "flows")
        if names.isEmpty { throw SettingsError("flows", "must have at least one flow") }
        var flows: [Flow] = []
        var known: Set<String> = []
        for name in names {
            let key = "flows." + name
            // Otherwise, their schemas in the OpenAPI document could have the same name.
            guard known.insert(name.lowercased().filter { $0 != "-" }).inserted else {
                throw SettingsError(key, "another flow has this name, apart from capitals and hyphens")
            }
            guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
                throw SettingsError(key, "the name must consist of letters, digits and hyphens")
            }
            var inputs: [String: String] = [:]
            for input in reader.names(under: key + ".inputs") {
                inputs[input] = try reader.text("\(key).inputs.\(input)")
            }
            flows.append(
                Flow(
                    name: name, table: try reader.text(key + ".table"), older: reader.list(key + ".older") ?? [],
                    schema: reader.optionalText(key + ".schema"), texts: reader.optionalText(key + ".texts"),
                    asks: reader.list(key + ".asks"), inputs: inputs,
                    shows: reader.list(key + ".shows") ?? ["username", "expiresIn"],
                    signsIn: reader.list(key + ".signsIn") ?? ["signedIn", "signed-in"],
                    user: reader.list(key + ".user") ?? []))
        }
        return flows
    }
}
