import FlowCore

/// An error that the service returned.
struct ServiceError: Sendable, Equatable {
    /// The error's name without namespace and address, such as `NotAuthorizedException`.
    let type: String
    /// The service's message; empty if it has none.
    let message: String
    /// Whether the service itself sent the error, since its name is in the header or in `__type`. An intermediary may
    /// also write `code`.
    let isOwn: Bool

    /// Parses the error of a response.
    ///
    /// The header `x-amzn-errortype` names the error, or else `__type` or `code` in the body (AWS JSON 1.1, "operation
    /// error serialization" in Smithy's specification). Older services and emulators write `code` and `Message`.
    /// - Returns: nil if the response names no error.
    init?(_ response: HTTPResponse) {
        let body = JSONValue(json: response.body)
        let headerName = response["x-amzn-errortype"].flatMap(Self.name)
        let ownName = headerName ?? body?["__type"]?.string.flatMap(Self.name)
        guard let type = ownName ?? body?["code"]?.string.flatMap(Self.name) else { return nil }
        self.type = type
        isOwn = ownName != nil
        message = (body?["message"] ?? body?["Message"])?.string ?? ""
    }

    /// Returns the name in `namespace#Name:http://address`, where namespace and address are optional; nil if the text
    /// contains no name.
    private static func name(in text: String) -> String? {
        let head = text.prefix { $0 != ":" }
        let name = head.split(separator: "#", omittingEmptySubsequences: false).last ?? head
        let trimmed = name.drop { $0 == " " }.prefix { $0 != " " }
        guard !trimmed.isEmpty, trimmed.utf8.count <= 128, trimmed.allSatisfy(isNameCharacter) else { return nil }
        return String(trimmed)
    }

    /// Returns whether a character may occur in the name of an error.
    private static func isNameCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
    }
}
