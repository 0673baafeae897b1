import FlowCore

/// The error that an answer of the service names.
struct ServiceError: Sendable, Equatable {
    /// The error's name, such as `NotAuthorizedException`, without namespace and address.
    let type: String
    /// What the service says about it, as it came; empty if it says nothing.
    let message: String
    /// Whether it is named where the service names it today, in the header or in `__type`; anything in between may write `code`.
    let isOwn: Bool

    /// Reads the error of an answer: the header names it, or `__type` or `code` of the body (AWS JSON 1.1, "operation error
    /// serialization" in Smithy's specification; older services and emulators write `code` and `Message`).
    /// - Returns: nothing if the answer names none.
    init?(_ response: HTTPResponse) {
        let body = JSONValue(json: response.body)
        let own = [response["x-amzn-errortype"], body?["__type"]?.string].lazy.compactMap { $0.flatMap(Self.name) }
            .first
        guard let type = own ?? body?["code"]?.string.flatMap(Self.name) else { return nil }
        self.type = type
        isOwn = own != nil
        message = (body?["message"] ?? body?["Message"])?.string ?? ""
    }

    /// `namespace#Name:http://address` without namespace and address.
    /// - Returns: nothing if what remains is no name.
    private static func name(in text: String) -> String? {
        let head = text.prefix { $0 != ":" }
        let name = head.split(separator: "#", omittingEmptySubsequences: false).last ?? head
        let trimmed = name.drop { $0 == " " }.prefix { $0 != " " }
        guard !trimmed.isEmpty, trimmed.utf8.count <= 128, trimmed.allSatisfy(isPartOfName) else { return nil }
        return String(trimmed)
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
    }
}
