import FlowRuntime
import GatewayCore
import Testing

/// Limits, problems and the OpenAPI document.
@Suite struct LimitTests {
    @Test func limitRefillsAndForgets() {
        var limit = RateLimit(perMinute: 6, capacity: 3)
        for _ in 0..<6 { #expect(limit.count("a", now: 0) == nil) }
        #expect(limit.count("a", now: 0) == 10)
        #expect(limit.count("b", now: 0) == nil)
        #expect(limit.count("a", now: 10) == nil)
        for key in ["c", "d", "e", "f"] { #expect(limit.count(key, now: 200) == nil) }
    }

    @Test func limitKeepsNoNames() {
        var limit = RateLimit(perMinute: 1)
        #expect(limit.count("planted", now: 0) == nil)
        #expect(limit.count("planted", now: 0) == 60)
        #expect(!"\(limit)".contains("planted"))
    }

    @Test func userNameIsAStringOrANumber() {
        let answers: JSONValue = ["password": "x", "username": "Ana"]
        #expect(answers.users(namedBy: ["badge", "username"]) == ["ana"])
        #expect(answers.users(namedBy: ["badge"]).isEmpty)
        let number: JSONValue = ["username": .number("4930123")]
        #expect(number.users(namedBy: ["username"]) == ["4930123"])
        let list: JSONValue = ["username": ["ana"]]
        #expect(list.users(namedBy: ["username"]).isEmpty)
    }

    @Test func everyNameOfAUserCounts() {
        let answers: JSONValue = ["username": "r0", "email": "W@x.y", "attributes": ["email": "v@x.y", "name": "W"]]
        #expect(answers.users(namedBy: ["username", "email", "phone"]) == ["r0", "w@x.y", "v@x.y"])
    }

    @Test func problemHasTheMembersOfRFC9457() {
        var problem = Problem(422, "wrong-length", "'code' has the wrong length", parameter: "code")
        problem.request = "r1"
        #expect(
            problem.json == [
                "type": "urn:flowc:problem:wrong-length", "title": "Wrong length", "status": .number("422"),
                "detail": "'code' has the wrong length", "code": "wrong-length", "instance": "urn:flowc:request:r1",
                "parameter": "code",
            ])
    }

    @Test func documentHasASchemaForEachStep() throws {
        let json = #"""
            {"flow": "kiosk", "inputs": {"properties": {"building": {"type": "string"}, "clientId": {}}, "required": []},
             "steps": {"TYPE_THE_CODE": {"description": "", "parameters": {"type": "object"}, "commands": ["resend"],
               "answers": {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]}}},
             "outcomes": {"signedIn": {"description": "", "parameters": {"type": "object"}}}}
            """#
        let interface = try #require(JSONValue(json: Array(json.utf8)))
        let document = OpenAPI.document(
            [OpenAPI.Flow(name: "kiosk", interface: interface, asked: ["building"])], title: "T")
        let schemas = try #require(document["components"]?["schemas"])
        #expect(document["paths"]?["/v1/kiosk/answer"]?["post"]?["operationId"] == "answerKiosk")
        #expect(schemas["KioskTypeTheCodeStepAnswers"]?["required"] == ["code"])
        #expect(
            schemas["KioskReply"]?["oneOf"] == [
                ["$ref": "#/components/schemas/KioskTypeTheCodeStep"],
                ["$ref": "#/components/schemas/KioskSignedInOutcome"],
            ])
        #expect(schemas["KioskInputs"]?["properties"]?["clientId"] == nil)
        let responses = try #require(document["paths"]?["/v1/kiosk/answer"]?["post"]?["responses"])
        for status in ["404", "415", "502"] {
            #expect(responses[status]?["content"]?["application/problem+json"] != nil, "\(status)")
        }
    }

    @Test func documentOfAFlowWithoutAnswersAndCommandsHasNoEmptyList() throws {
        let json = #"{"inputs": {}, "steps": {"WAIT": {"parameters": {}, "commands": []}}, "outcomes": {}}"#
        let interface = try #require(JSONValue(json: Array(json.utf8)))
        let document = OpenAPI.document([OpenAPI.Flow(name: "kiosk", interface: interface, asked: [])], title: "T")
        #expect(!document.jsonText.contains("\"anyOf\":[]") && !document.jsonText.contains("\"enum\":[]"))
    }
}
