import CognitoHandlers
import FlowCore
import Testing

/// The parts of a token (RFC 7519), without a look at its signature.
struct TokenParts {
    let texts: [String]
    let header: JSONValue
    let claims: JSONValue

    init(_ token: String) throws {
        texts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try #require(texts.count == 3)
        header = try #require(Base64.bytes(texts[0]).flatMap { JSONValue(json: $0) })
        claims = try #require(Base64.bytes(texts[1]).flatMap { JSONValue(json: $0) })
    }
}
