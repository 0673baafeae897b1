import CognitoClient
import FlowCore
import FlowRuntime
import Testing

/// Where requests go, and where they do not.
struct EndpointTests {
    @Test(
        arguments: [
            ("", .malformedAddress), ("auth.example.com", .malformedAddress), ("ftp://a", .malformedAddress),
            ("https://", .malformedAddress), ("https:///path", .malformedAddress), ("https://a b", .malformedAddress),
            ("https://a:0", .malformedAddress), ("https://a:65536", .malformedAddress),
            ("https://a:", .malformedAddress),
            ("https://a:b", .malformedAddress), ("https://user:pa55@a", .malformedAddress),
            ("https://ä", .malformedAddress),
            ("https://a?b=c", .malformedAddress), ("https://a/#b", .malformedAddress),
            ("https://a//b", .malformedAddress),
            ("https://a/../b", .malformedAddress), ("https://a/%2e", .malformedAddress),
            ("https://a\r\nb", .malformedAddress),
            ("https://[::1", .malformedAddress), ("https://[]", .malformedAddress), ("https://[x]", .malformedAddress),
            ("http://example.com", .notEncrypted), ("http://10.0.0.1", .notEncrypted),
            ("http://127.0.0.1.evil.com", .notEncrypted),
            ("http://localhost.evil.com", .notEncrypted), ("HTTP://example.com", .notEncrypted),
            ("http://127.0.0.256", .notEncrypted), ("http://localhost.", .notEncrypted),
            ("http://[0:0:0:0:0:0:0:1]", .notEncrypted),
        ] as [(String, CognitoEndpointFailure)])
    func wrongAddressIsAnError(address: String, failure: CognitoEndpointFailure) {
        #expect(throws: failure) { try CognitoClient(endpoint: address) }
        #expect(!"\(failure)".contains("pa55"))
    }

    @Test(arguments: ["", "eu west", "EU-WEST-1", "evil.com/", "eu-west-1\n", "-", String(repeating: "a", count: 64)])
    func wrongRegionIsAnError(region: String) {
        #expect(throws: CognitoEndpointFailure.malformedRegion) { try CognitoClient(region: region) }
        #expect(throws: CognitoEndpointFailure.malformedRegion) {
            try CognitoClient(endpoint: "https://a", region: region)
        }
    }

    @Test(arguments: [
        ("https://auth.example.com", "https://auth.example.com/"),
        ("HTTPS://Auth.Example.com:443/", "https://auth.example.com/"),
        ("https://a:8443/pool/x", "https://a:8443/pool/x"), ("http://localhost:5055", "http://localhost:5055/"),
        ("http://127.1.2.3:80", "http://127.1.2.3/"), ("http://[::1]:9", "http://[::1]:9/"),
        ("https://a/b/", "https://a/b/"),
    ]) func addressIsWrittenOneWay(address: String, url: String) async throws {
        let transport = ScriptedTransport([.response(200)])
        _ = await (try CognitoClient(endpoint: address, transport: transport)).call("GetUser", [:])
        #expect(await transport.requests.map(\.url) == [url])
    }

    @Test func plainHTTPIsTheHostsDecision() async throws {
        let transport = ScriptedTransport([.response(200)])
        let client = try CognitoClient(endpoint: "http://cognito:9229", allowsPlainHTTP: true, transport: transport)
        _ = await client.call("GetUser", [:])
        #expect(await transport.requests.map(\.url) == ["http://cognito:9229/"])
    }

    @Test(arguments: [
        ("eu-west-1", "https://cognito-idp.eu-west-1.amazonaws.com/"),
        ("us-gov-west-1", "https://cognito-idp.us-gov-west-1.amazonaws.com/"),
        ("cn-north-1", "https://cognito-idp.cn-north-1.amazonaws.com.cn/"),
        ("eusc-de-east-1", "https://cognito-idp.eusc-de-east-1.amazonaws.eu/"),
        ("us-iso-east-1", "https://cognito-idp.us-iso-east-1.c2s.ic.gov/"),
        ("us-isob-east-1", "https://cognito-idp.us-isob-east-1.sc2s.sgov.gov/"),
    ]) func regionHasAnAddress(region: String, url: String) async throws {
        let transport = ScriptedTransport([.response(200)])
        _ = await (try CognitoClient(region: region, transport: transport)).call("GetUser", [:])
        #expect(await transport.requests.map(\.url) == [url])
    }

    @Test(arguments: [
        ("https://cognito-idp.eu-west-1.amazonaws.com", "/eu-west-1/"),
        ("https://cognito-idp-fips.us-gov-west-1.amazonaws.com", "/us-gov-west-1/"),
        ("https://cognito-idp.us-iso-east-1.c2s.ic.gov", "/us-iso-east-1/"),
    ]) func addressOfAWSTellsTheRegion(address: String, scope: String) async throws {
        let transport = ScriptedTransport([.response(200)])
        let credentials = StaticAWSCredentials(AWSCredentials(accessKeyID: "a", secretAccessKey: "b"))
        let client = try CognitoClient(
            endpoint: address, settings: CognitoClientSettings(credentials: credentials), transport: transport)
        _ = await client.call("AdminGetUser", [:])
        #expect(await transport.requests.first?["Authorization"]?.contains(scope) == true)
    }
}
