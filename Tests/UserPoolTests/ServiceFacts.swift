import TestSupport
import Testing

/// What the shipped description of the service says of its operations.
struct ServiceFacts: Sendable {
    struct Operation: Sendable {
        let name: String
        let errors: Set<String>
        /// Texts, lists and structures that each request must have, by their names in the body.
        let required: [String]
    }

    private static let read = Result { try readOperations() }

    /// All operations of the description.
    static func operations() throws -> [Operation] { try read.get() }

    private static func readOperations() throws -> [Operation] {
        let text = try PackageFiles.text("flows/services/cognito.service.xml")
        return text.components(between: "<operation ", and: "</operation>").map { body in
            let head = body.prefix { $0 != ">" }
            // What a variant of an operation needs is not needed by the others.
            let own = body.first(upTo: "<variant ")
            let inputs = own.components(between: "<input ", and: "/>").filter { $0.contains("required=\"true\"") }
            return Operation(
                name: head.attribute("name"),
                errors: Set(head.attribute("errors").split { $0.isWhitespace }.map(String.init)),
                required: inputs.map { input in
                    let path = input.attribute("at").isEmpty ? input.attribute("name") : input.attribute("at")
                    return String(path.prefix { $0 != "/" })
                })
        }
    }

    /// Errors of operations that the description does not have, from the same model (botocore 1.43.11, service-2.json).
    static let common: Set<String> = [
        "ResourceNotFoundException", "InvalidParameterException", "NotAuthorizedException", "UserNotFoundException",
        "TooManyRequestsException", "InternalErrorException",
    ]
    static let others: [String: Set<String>] = [
        "AdminConfirmSignUp": [], "AdminDeleteUser": [], "AdminDisableUser": [], "AdminEnableUser": [],
        "AdminGetUser": [],
        "AdminSetUserMFAPreference": ["PasswordResetRequiredException", "UserNotConfirmedException"],
        "AdminCreateUser": ["UsernameExistsException", "InvalidPasswordException", "UnsupportedUserStateException"],
        "AdminResetUserPassword": ["LimitExceededException"], "AdminSetUserPassword": ["InvalidPasswordException"],
        "AdminUpdateUserAttributes": ["AliasExistsException"], "AdminUserGlobalSignOut": [],
        "ListWebAuthnCredentials": [], "DeleteWebAuthnCredential": [], "AdminAddUserToGroup": [],
        "AdminRemoveUserFromGroup": [], "AdminListGroupsForUser": [], "AdminUpdateDeviceStatus": [],
        "AdminForgetDevice": [],
    ]
    /// Errors of operations that have no user to miss, or that do not say so.
    static let ofThePool: [String: Set<String>] = [
        "DescribeUserPool": [], "DescribeUserPoolClient": [], "ListUsers": [], "ListUsersInGroup": [],
        "CreateGroup": ["GroupExistsException", "LimitExceededException"], "GetGroup": [], "UpdateGroup": [],
        "DeleteGroup": [], "ListGroups": [], "AdminListDevices": [], "AdminGetDevice": [],
    ]

    /// What an operation may answer; what cannot be read at all is told apart from what cannot be carried out.
    static func errors(of operation: String) throws -> Set<String> {
        let listed = try operations().first { $0.name == operation }?.errors
        let other = others[operation].map { $0.union(common) }
        let whole = ofThePool[operation].map { $0.union(common.subtracting(["UserNotFoundException"])) }
        let own = try #require(listed ?? other ?? whole, "\(operation) is not known")
        return own.union(["InvalidParameterException", "SerializationException"])
    }
}

extension StringProtocol {
    fileprivate func components(between start: String, and end: String) -> [String] {
        split(separator: start).dropFirst().map { part in String(part).first(upTo: end) }
    }

    fileprivate func first(upTo end: String) -> String {
        String(split(separator: end, maxSplits: 1, omittingEmptySubsequences: false).first ?? "")
    }

    fileprivate func attribute(_ name: String) -> String {
        let parts = (" " + String(map { $0.isWhitespace ? " " : $0 }))
            .split(separator: " \(name)=\"", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count < 2 ? "" : String(parts[1].prefix { $0 != "\"" })
    }
}
