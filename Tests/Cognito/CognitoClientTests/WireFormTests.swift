import CognitoClient
import FlowCore
import FlowRuntime
import Testing

/// Where the values of a flow and the API's JSON differ.
struct WireFormTests {
    private static func sent(_ operation: String, _ body: String) async throws -> JSONValue? {
        let transport = ScriptedTransport([.response(200)])
        let value = try #require(JSONValue(json: Array(body.utf8)))
        let credentials = StaticAWSCredentials(AWSCredentials(accessKeyID: "a", secretAccessKey: "b"))
        _ = try await CognitoClient(transport, credentials: credentials).call(operation, value)
        return await transport.requests.first.flatMap { JSONValue(json: $0.body) }
    }

    @Test(arguments: [
        (
            #"{"UserAttributes":{"email":"a@b","name":"A"},"ValidationData":{}}"#,
            #"{"UserAttributes":[{"Name":"email","Value":"a@b"},{"Name":"name","Value":"A"}],"ValidationData":[]}"#
        ),
        (
            #"{"ContextData":{"HttpHeaders":{"a":"b"},"IpAddress":"::1"}}"#,
            #"{"ContextData":{"HttpHeaders":[{"headerName":"a","headerValue":"b"}],"IpAddress":"::1"}}"#
        ),
        (#"{"MFAOptions":["{\"DeliveryMedium\":\"SMS\"}"]}"#, #"{"MFAOptions":[{"DeliveryMedium":"SMS"}]}"#),
        (
            #"{"Credential":{"id":"x","type":"public-key","response":"{\"a\":[1]}"}}"#,
            #"{"Credential":{"id":"x","type":"public-key","response":{"a":[1]}}}"#
        ),
        (#"{"Credential":{"id":"12","rawId":"true"}}"#, #"{"Credential":{"id":"12","rawId":"true"}}"#),
        (
            #"{"ClientMetadata":{"a":"{\"b\":1}"},"UserAttributes":[{"Name":"a","Value":"b"}]}"#,
            #"{"ClientMetadata":{"a":"{\"b\":1}"},"UserAttributes":[{"Name":"a","Value":"b"}]}"#
        ),
        (
            #"{"ForceAliasCreation":"yes","SMSMfaSettings":{"Enabled":"TRUE"},"WebAuthnMfaSettings":"true"}"#,
            #"{"ForceAliasCreation":"yes","SMSMfaSettings":{"Enabled":"TRUE"},"WebAuthnMfaSettings":"true"}"#
        ),
        (
            #"{"ForceAliasCreation":"true","Code":"true","EmailMfaSettings":{"Enabled":"false"}}"#,
            #"{"ForceAliasCreation":true,"Code":"true","EmailMfaSettings":{"Enabled":false}}"#
        ),
        (
            #"{"SMSMfaSettings":{"Enabled":"true","PreferredMfa":"false"},"SoftwareTokenMfaSettings":{"Enabled":true}}"#,
            #"{"SMSMfaSettings":{"Enabled":true,"PreferredMfa":false},"SoftwareTokenMfaSettings":{"Enabled":true}}"#
        ),
        (
            #"{"AuthParameters":{"USERNAME":"ana","PASSWORD":"[1]"}}"#,
            #"{"AuthParameters":{"USERNAME":"ana","PASSWORD":"[1]"}}"#
        ),
    ]) func requestTakesTheApisForm(flow: String, api: String) async throws {
        #expect(try await Self.sent("SignUp", flow) == JSONValue(json: Array(api.utf8)))
    }

    @Test(arguments: [
        (
            #"{"UserAttributes":[{"Name":"email","Value":"a@b"},{"Name":"none"}],"Username":"u"}"#,
            #"{"UserAttributes":{"email":"a@b","none":null},"Username":"u"}"#
        ),
        (#"{"UserAttributes":[{"name":"email"}]}"#, #"{"UserAttributes":[{"name":"email"}]}"#),
        (#"{"MFAOptions":[{"DeliveryMedium":"SMS"}]}"#, #"{"MFAOptions":["{\"DeliveryMedium\":\"SMS\"}"]}"#),
        (
            #"{"CodeDeliveryDetailsList":[{"Destination":"a"},{}]}"#,
            #"{"CodeDeliveryDetailsList":["{\"Destination\":\"a\"}","{}"]}"#
        ),
        (#"{"Device":"none","Devices":{}}"#, #"{"Device":"none","Devices":{}}"#),
        (
            #"{"Device":{"DeviceKey":"k","DeviceAttributes":[{"Name":"device_name","Value":"phone"}]}}"#,
            #"{"Device":{"DeviceKey":"k","DeviceAttributes":{"device_name":"phone"}}}"#
        ),
        (
            #"{"Devices":[{"DeviceKey":"k","DeviceCreateDate":1.5}],"PaginationToken":"p"}"#,
            #"{"Devices":["{\"DeviceKey\":\"k\",\"DeviceCreateDate\":1.5}"],"PaginationToken":"p"}"#
        ),
        (
            #"{"Devices":[{"DeviceAttributes":[{"Value":"phone"}]},{"DeviceAttributes":"none"},7]}"#,
            #"{"Devices":["{\"DeviceAttributes\":[{\"Value\":\"phone\"}]}","{\"DeviceAttributes\":\"none\"}",7]}"#
        ),
        (
            #"{"Devices":[{"DeviceKey":"k","DeviceAttributes":[{"Name":"device_name","Value":"phone"}]}]}"#,
            #"{"Devices":["{\"DeviceKey\":\"k\",\"DeviceAttributes\":{\"device_name\":\"phone\"}}"]}"#
        ),
        (
            #"{"ChallengeParameters":{"a":["b"],"c":{"d":1},"e":"f"}}"#,
            #"{"ChallengeParameters":{"a":"[\"b\"]","c":"{\"d\":1}","e":"f"}}"#
        ),
        (
            #"{"AvailableChallenges":["PASSWORD"],"ChallengeParameters":[]}"#,
            #"{"AvailableChallenges":["PASSWORD"],"ChallengeParameters":[]}"#
        ),
    ]) func answerTakesTheFlowsForm(api: String, flow: String) async throws {
        let reply = try await CognitoClient(ScriptedTransport([.response(200, [], api)])).call("GetUser", [:])
        #expect(reply.text.flatMap { JSONValue(json: Array($0.utf8)) } == JSONValue(json: Array(flow.utf8)))
    }
}
