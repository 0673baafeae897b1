import CognitoHandlers
import Testing

/// `clientDataJSON`: what is none, and the one form of what is written.
struct ClientDataTests {
    @Test(arguments: [
        "", "{", "[]", "null", "{}", #"{"type":"webauthn.get","challenge":"AA"}"#,
        #"{"type":1,"challenge":"AA","origin":"https://a.example"}"#,
        #"{"type":"webauthn.get","challenge":"AA","origin":"https://a.example","crossOrigin":"false"}"#,
        #"{"type":"webauthn.get","challenge":"AA","origin":"https://a.example"} x"#,
    ])
    func notClientData(json: String) { #expect(ClientData(json: Array(json.utf8)) == nil) }

    @Test func writtenAsTheSpecificationHasIt() {
        let data = ClientData(.registration, challenge: [0xFB, 0xEF, 0xFF], origin: "https://a.example")
        let text = #"{"type":"webauthn.create","challenge":"--__","origin":"https://a.example","crossOrigin":false}"#
        #expect(String(decoding: data.json, as: UTF8.self) == text)
        #expect(ClientData(json: data.json) == data)
    }

    @Test func framesAndOddCharacters() {
        let data = ClientData(
            .assertion, challenge: [0], origin: "a\"b\\c\u{1F}\n\u{7F}é/", isCrossOrigin: true, topOrigin: "t")
        let text =
            "{\"type\":\"webauthn.get\",\"challenge\":\"AA\",\"origin\":\"a\\\"b\\\\c\\u001f\\u000a\u{7F}é/\""
            + ",\"crossOrigin\":true,\"topOrigin\":\"t\"}"
        #expect(String(decoding: data.json, as: UTF8.self) == text)
        #expect(ClientData(json: data.json) == data)
    }

    @Test func blanksFurtherMembersAndAByteOrderMarkAreTaken() {
        let text = "\u{FEFF}{ \"origin\": \"o\",\n \"x\": [1], \"challenge\": \"AA\", \"type\": \"webauthn.get\" }"
        let data = ClientData(json: Array(text.utf8))
        #expect(data == ClientData(.assertion, challenge: [0], origin: "o"))
    }
}
