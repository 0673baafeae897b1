import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing

/// The handler `tokens.check`: which tokens are provably of another account, and which are not.
struct TokenCheckTests {
    /// The tokens, and what the conversation knows.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let inputs: [JSONMember]

        init(_ name: String, _ inputs: KeyValuePairs<String, String>) {
            testDescription = name
            self.inputs = inputs.map { JSONMember($0.key, .string($0.value)) }
        }
    }

    /// A token of claims; nobody signed it.
    private static func token(_ claims: JSONValue) -> String {
        [#"{"alg":"RS256"}"#, claims.jsonText, "none"].map { Base64.urlText($0.utf8) }.joined(separator: ".")
    }

    private static let ana = token([
        "sub": "id-of-ana", "cognito:username": "ana", "email": "Ana@Example.com", "phone_number": "+12065550100",
        "preferred_username": "Ana L.",
    ])
    private static let anasAccess = token(["sub": "id-of-ana", "username": "ana"])
    private static let anasNameAlone = token(["sub": "id-of-ana", "cognito:username": "ana"])
    private static let bob = token(["sub": "id-of-bob", "cognito:username": "bob", "email": "bob@example.com"])
    private static let bobsAccess = token(["sub": "id-of-bob", "username": "bob"])

    private static func failure(_ one: Case) async throws -> FlowHandlerFailure? {
        let handlers = FlowHandlers.cognito(try CognitoSettings(poolID: "eu-west-1_AbC"))
        let handler = try #require(handlers["tokens.check"])
        do throws(FlowHandlerFailure) {
            let outputs = try await handler.handle(FlowHandlerInputs(.object(one.inputs)))
            #expect(outputs.json == [:])
            return nil
        } catch {
            return error
        }
    }

    private static let refused: [Case] = [
        Case("named by its name", ["IdToken": bob, "AccessToken": bobsAccess, "namedUsername": "ana"]),
        Case("named by its id", ["IdToken": bob, "AccessToken": bobsAccess, "namedUserId": "id-of-ana"]),
        Case("named by both", ["IdToken": bob, "namedUsername": "ana", "namedUserId": "id-of-ana"]),
        Case("no id token", ["AccessToken": bobsAccess, "namedUsername": "ana"]),
        Case("an id token that cannot be read", ["IdToken": "I", "AccessToken": bobsAccess, "namedUsername": "ana"]),
        Case(
            "named by another id for SRP, whatever a later challenge calls it",
            ["IdToken": bob, "namedUserId": "ana", "namedUsername": "bob"]),
        Case("the number of another", ["IdToken": ana, "namedUsername": "+12065550199"]),
        Case(
            "a name that only looks alike",
            [
                "IdToken": token(["sub": "1", "cognito:username": "jos\u{e9}"]),
                "namedUsername": "jose\u{301}",
            ]),
        Case("the start of a name", ["IdToken": ana, "namedUsername": "an"]),
        Case("the address of another", ["IdToken": bob, "namedUsername": "ana@example.com"]),
        Case(
            "a name that is another claim",
            [
                "IdToken": token(["sub": "1", "cognito:username": "b", "name": "ana"]),
                "namedUsername": "ana",
            ]),
        Case("two accounts", ["IdToken": ana, "AccessToken": bobsAccess]),
        Case(
            "two accounts, one of which is named", ["IdToken": ana, "AccessToken": bobsAccess, "namedUsername": "ana"]),
        Case("in place of another's", ["IdToken": bob, "AccessToken": bobsAccess, "formerAccessToken": anasAccess]),
        Case(
            "in place of another's without an id token", ["AccessToken": bobsAccess, "formerAccessToken": anasAccess]),
        Case("an id token in place of another's access token", ["IdToken": bob, "formerAccessToken": anasAccess]),
        Case(
            "named rightly, in place of another's",
            ["IdToken": bob, "namedUsername": "bob", "formerAccessToken": anasAccess]),
    ]

    private static let taken: [Case] = [
        Case("nothing at all", [:]),
        Case("nobody named", ["IdToken": bob, "AccessToken": bobsAccess]),
        Case("names of no length", ["IdToken": bob, "namedUsername": "", "namedUserId": ""]),
        Case("tokens that cannot be read", ["IdToken": "I", "AccessToken": "A", "namedUsername": "ana"]),
        Case("two parts", ["IdToken": "e30.e30", "namedUsername": "ana"]),
        Case("a list for claims", ["IdToken": token(["ana"]), "namedUsername": "ana"]),
        Case("no claims", ["IdToken": token([:]), "AccessToken": token([:]), "namedUsername": "ana"]),
        Case("no id among the claims", ["IdToken": token(["cognito:username": "bob"]), "namedUsername": "ana"]),
        Case("no name among the claims", ["IdToken": token(["sub": "id-of-bob"]), "namedUsername": "ana"]),
        Case(
            "claims that are no texts",
            [
                "IdToken": token(["sub": .number("1"), "cognito:username": true]),
                "namedUsername": "ana",
            ]),
        Case("its name", ["IdToken": ana, "AccessToken": anasAccess, "namedUsername": "ana"]),
        Case("its id for a name, as moto has it", ["IdToken": ana, "namedUserId": "id-of-ana"]),
        Case("its name and its id", ["IdToken": ana, "namedUsername": "ana", "namedUserId": "id-of-ana"]),
        Case(
            "its name, and a name that is not its own",
            ["IdToken": ana, "namedUsername": "alias", "namedUserId": "ana"]),
        Case("its name in the access token", ["AccessToken": anasAccess, "namedUsername": "ana"]),
        Case("its id in the access token", ["AccessToken": anasAccess, "namedUserId": "id-of-ana"]),
        Case("its e-mail address in another case", ["IdToken": ana, "namedUsername": "ana@example.COM"]),
        Case("its telephone number", ["IdToken": ana, "namedUsername": "+12065550100"]),
        Case("its name in another case", ["IdToken": ana, "namedUsername": "Ana"]),
        Case("its id in another case", ["IdToken": ana, "namedUserId": "ID-of-ana"]),
        Case(
            "an address that the token does not tell", ["IdToken": anasNameAlone, "namedUsername": "ana@example.com"]),
        Case("a number that the token does not tell", ["IdToken": anasNameAlone, "namedUsername": "+12065550100"]),
        Case(
            "an address beside a number in the token",
            [
                "IdToken": token(["sub": "1", "cognito:username": "a", "phone_number": "+12065550100"]),
                "namedUsername": "ana@example.com",
            ]),
        Case("its preferred name in another case", ["IdToken": ana, "namedUsername": "ana l."]),
        Case("in place of its own", ["IdToken": ana, "AccessToken": anasAccess, "formerAccessToken": anasAccess]),
        Case("in place of what cannot be read", ["IdToken": ana, "formerAccessToken": ""]),
        Case("in place of what has no id", ["IdToken": ana, "formerAccessToken": token(["username": "bob"])]),
        Case("without an id, in place of another's", ["AccessToken": token([:]), "formerAccessToken": anasAccess]),
    ]

    @Test(arguments: refused) func provablyAnothers(_ one: Case) async throws {
        let failure = try #require(await Self.failure(one))
        #expect(failure.name == "another-user")
        for part in ["ana", "bob", "eyJ", "id-of"] { #expect(!failure.message.contains(part)) }
    }

    @Test(arguments: taken) func ownOrUnknown(_ one: Case) async throws {
        #expect(try await Self.failure(one) == nil)
    }
}
