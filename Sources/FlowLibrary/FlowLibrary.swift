package import FlowSyntax

/// The files that ship with the compiler. Flows of other packages refer to them by paths that begin with `flowc:/`.
///
/// The folders `services` and `library` are links to those in `flows`. A file is created when it is requested.
package enum FlowLibrary {
    /// Returns the bytes of a shipped file, or that there is none; nil if the path is that of another file.
    package static func load(_ path: String) -> Result<[UInt8], LoadFailure>? {
        guard path.hasPrefix(SourcePath.libraryRoot) else { return nil }
        return files[path.dropFirst(SourcePath.libraryRoot.count).description].map { .success($0()) } ?? .failure(.notFound)
    }

    /// Returns the names of the shipped files in a folder; nil if the folder is that of other files.
    package static func names(in folder: String) -> [String]? {
        guard (folder + "/").hasPrefix(SourcePath.libraryRoot) else { return nil }
        let prefix = String((folder + "/").dropFirst(SourcePath.libraryRoot.count))
        return files.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }.sorted()
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
