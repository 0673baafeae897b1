import FlowRuntime
import GatewayCore
import Testing

/// Errors of the configuration name the key, and contain no value.
@Suite struct SettingsTests {
    private let secret = String(repeating: "0f", count: 32)

    private func settings(_ json: String, _ environment: [String: String] = [:]) throws -> GatewaySettings {
        let file = try #require(JSONValue(json: Array(json.utf8)))
        return try GatewaySettings(SettingsReader(file: file, environment: environment))
    }

    private func failure(_ json: String, _ environment: [String: String] = [:]) -> String {
        do {
            _ = try settings(json, environment)
            return "no error"
        } catch { return "\(error)" }
    }

    private var good: String {
        #"""
        {"sealing": {"key": "k1:\#(secret)"}, "pool": {"id": "eu-west-1_A", "client": "app"},
         "flows": {"kiosk": {"table": "kiosk.flow", "asks": ["building"], "user": ["badge"], "inputs": {"x": "y"}}}}
        """#
    }

    @Test func fileAndEnvironment() throws {
        let settings = try settings(good, ["GATEWAY_LISTEN_PORT": "8181", "HOME": "/"])
        #expect(settings.port == 8181)
        #expect(settings.flows.map(\.name) == ["kiosk"])
        #expect(settings.flows[0].asks == ["building"])
        #expect(settings.flows[0].user == ["badge"])
        #expect(settings.flows[0].inputs == ["x": "y"])
        #expect(settings.sealingKeys[0].secret == Array(repeating: 15, count: 32))
    }

    @Test func stateOfTheAPI() throws {
        #expect(try settings(good).clientsStoreState)
        #expect(try !settings(good, ["GATEWAY_API_STATE": "redis"]).clientsStoreState)
        #expect(failure(good, ["GATEWAY_API_STATE": "planted"]).hasPrefix("api.state: "))
    }

    @Test func nextPageIsAPathOrAnAddress() throws {
        #expect(try settings(good, ["GATEWAY_PAGE_NEXT": "https://app.example/x"]).next == "https://app.example/x")
        #expect(try settings(good, ["GATEWAY_PAGE_NEXT": "/x"]).next == "/x")
        #expect(failure(good, ["GATEWAY_PAGE_NEXT": "app.example/x"]).hasPrefix("page.next: must be"))
        let message = "tokens.url: must be an address that begins with https:// or http://"
        #expect(failure(good, ["GATEWAY_TOKENS_URL": "htp:/planted"]) == message)
    }

    @Test func keysThatNeedAnotherAreRefusedWithoutIt() {
        #expect(failure(good, ["GATEWAY_TOKENS_URL": "http://a/b"]).hasPrefix("tokens.key: is missing"))
        #expect(failure(good, ["GATEWAY_TOKENS_KEY": "planted"]).hasPrefix("tokens.url: is missing"))
        #expect(failure(good, ["GATEWAY_REDIS_USER": "planted"]).hasPrefix("redis.password: is missing"))
    }

    @Test func eachSealingKeyHasAnIdOfItsOwn() throws {
        let other = String(repeating: "1e", count: 32)
        #expect(failure(good, ["GATEWAY_SEALING_OLDER": "k1:\(other)"]).hasPrefix("sealing.older: two keys"))
        let twice = failure(good, ["GATEWAY_SEALING_OLDER": "k0:\(other) k0:\(other)"])
        #expect(twice.hasPrefix("sealing.older: two keys"))
        #expect(try settings(good, ["GATEWAY_SEALING_OLDER": "k0:\(other)"]).sealingKeys.map(\.id) == ["k1", "k0"])
    }

    @Test func emptyListIsNoMissingList() throws {
        let flow = try settings(good.replacing("[\"building\"]", with: "[], \"shows\": [], \"signsIn\": []")).flows[0]
        #expect(flow.asks?.isEmpty == true && flow.shows.isEmpty && flow.signsIn.isEmpty)
        let other = try settings(good.replacing("\"asks\": [\"building\"], ", with: "")).flows[0]
        #expect(other.asks == nil && other.shows == ["username", "expiresIn"] && other.signsIn.contains("signedIn"))
    }

    @Test func emptyTextIsAMissingText() throws {
        let empty = try settings(good, ["GATEWAY_REDIS_PASSWORD": "", "GATEWAY_POOL_SECRET": ""])
        #expect(empty.redisPassword == nil && empty.clientSecret == nil)
        #expect(failure(good, ["GATEWAY_POOL_CLIENT": ""]).hasPrefix("pool.client: is missing"))
    }

    @Test func variablesOfKubernetesAreNoSettings() throws {
        let services = [
            "GATEWAY_SERVICE_HOST": "10.0.0.1", "GATEWAY_SERVICE_PORT_HTTP": "8080",
            "GATEWAY_PORT": "tcp://10.0.0.1:8080", "GATEWAY_PORT_8080_TCP_ADDR": "10.0.0.1",
            "GATEWAY_REDIS_SERVICE_HOST": "10.0.0.2", "GATEWAY_REDIS_SERVICE_PORT": "6379",
            "GATEWAY_REDIS_PORT": "tcp://10.0.0.2:6379",
        ]
        #expect(try settings(good, services).redisPort == 6379)
        #expect(try settings(good, services.merging(["GATEWAY_REDIS_PORT": "6380"]) { $1 }).redisPort == 6380)
        #expect(failure(good, ["GATEWAY_PORT": "8080"]) == "GATEWAY_PORT: there is no such variable")
    }

    @Test func flowsAreKnownApartWithoutCapitalsAndHyphens() {
        let both = good.replacing("\"kiosk\": {", with: "\"myFlow\": {\"table\": \"x\"}, \"my-flow\": {")
        #expect(failure(both).hasPrefix("flows.myFlow: another flow has this name"))
    }

    @Test func valueOfAnotherKindIsNamed() {
        let text = good.replacing("[\"building\"]", with: "\"building\"")
        #expect(failure(text) == "flows.kiosk.asks: must be a list")
        let map = good.replacing("\"x\": \"y\"", with: "\"x\": {\"a\": \"b\"}")
        #expect(failure(map) == "flows.kiosk.inputs.x: must be a single value, not a list or an object")
        let list = good.replacing("\"pool\"", with: "\"redis\": {\"host\": []}, \"pool\"")
        #expect(failure(list) == "redis.host: must be a single value, not a list or an object")
        let group = good.replacing("\"pool\"", with: "\"redis\": \"localhost\", \"pool\"")
        #expect(failure(group) == "redis: must be an object")
        #expect(failure(good, ["GATEWAY_OPERATIONS_PORT": "8080"]).hasPrefix("operations.port: must be another port"))
    }

    @Test func errorsNameTheKey() {
        #expect(failure("{}").hasPrefix("sealing.key: is missing; set it in the file, or as GATEWAY_SEALING_KEY"))
        let pool = #"{"sealing": {"key": "k1:\#(secret)"}, "pool": {"id": "eu-west-1_A", "client": "app"}"#
        #expect(failure(pool + "}") == "flows: must have at least one flow")
        #expect(failure(pool + #", "flows": {"a": {"texts": "x"}}}"#).hasPrefix("flows.a.table: is missing"))
        #expect(failure(good, ["GATEWAY_LISTEN_PORT": "http"]) == "listen.port: must be a whole number from 1 to 65535")
        #expect(failure(good, ["GATEWAY_REDIS_URL": "x"]) == "GATEWAY_REDIS_URL: there is no such variable")
        #expect(
            failure(good.replacing("\"pool\"", with: "\"redis\": {\"hots\": \"x\"}, \"pool\""))
                == "redis.hots: there is no such key")
        let long = String(repeating: "k", count: 65) + ":" + secret
        #expect(failure(good, ["GATEWAY_SEALING_KEY": long]).hasPrefix("sealing.key: an id must have"))
        #expect(failure(good, ["GATEWAY_SEALING_OLDER": long]).hasPrefix("sealing.older: an id must have"))
        let wrongKey = failure(good, ["GATEWAY_SEALING_KEY": "k1:planted"])
        #expect(wrongKey.hasPrefix("sealing.key: must be an id") && !wrongKey.contains("planted"))
    }
}
