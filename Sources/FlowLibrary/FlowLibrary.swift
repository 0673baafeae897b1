package import FlowSyntax

/// The files that ship with the compiler. Flows of other packages refer to them by paths that begin with `flowc:/`.
///
/// The folders `services` and `library` are links to those in `flows`. A file is created when it is requested.
package enum FlowLibrary {
    /// Returns the bytes of a shipped file, or the reason why they cannot be read; nil if the path does not name a
    /// shipped file.
    package static func load(_ path: String) -> Result<[UInt8], LoadFailure>? {
        guard let path = relativePath(of: path) else { return nil }
        guard let file = files[path] else { return .failure(.notFound) }
        return .success(file())
    }

    /// Returns the names of the shipped files in a folder, whose path ends in a slash; nil for another folder.
    package static func names(in folder: String) -> [String]? {
        guard let folder = relativePath(of: folder) else { return nil }
        let paths = files.keys.filter { $0.hasPrefix(folder) }
        return paths.map { String($0.dropFirst(folder.count)) }.sorted()
    }

    /// Returns the path of a shipped file in this module; nil if the path does not name a shipped file.
    private static func relativePath(of path: String) -> String? {
        path.hasPrefix(SourcePath.libraryRoot) ? String(path.dropFirst(SourcePath.libraryRoot.count)) : nil
    }

    /// A function for each path that returns the file.
    private static let files: [String: @Sendable () -> [UInt8]] = [
        "services/cognito.service.xml": { PackageResources.cognito_service_xml },
        "library/account-codes.flow.xml": { PackageResources.account_codes_flow_xml },
        "library/account.flow.xml": { PackageResources.account_flow_xml },
        "library/answers.flow.xml": { PackageResources.answers_flow_xml },
        "library/auth-errors.flow.xml": { PackageResources.auth_errors_flow_xml },
        "library/cognito.flow.xml": { PackageResources.cognito_flow_xml },
        "library/passwordless.flow.xml": { PackageResources.passwordless_flow_xml },
        "library/passwords.flow.xml": { PackageResources.passwords_flow_xml },
    ]
}
