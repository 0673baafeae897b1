import CognitoClient
public import CognitoFlows

/// The namespace for the app's sign-in, as in Amplify: `Amplify.Auth.signIn(…)`.
///
/// An app with several pools creates an ``AuthCategory`` for each.
public enum Amplify {
    /// The shared category. Its calls fail until you call ``configure()`` or ``configure(_:)``.
    public static let Auth = AuthCategory()

    /// Does nothing, since the Cognito plugin is always present. Amplify apps call this before ``configure()``.
    /// - Parameter plugin: ignored.
    /// - Throws: never. The signature matches Amplify's, so that callers can write `try`.
    public static func add(plugin: AWSCognitoAuthPlugin) throws {}

    /// Configures ``Auth`` from the app's configuration file.
    ///
    /// It reads `amplify_outputs.json` or, if that is missing, `amplifyconfiguration.json`. The file is in the app's
    /// bundle, or next to the executable of a program without a bundle.
    /// - Throws: ``AuthError/configuration(_:_:_:)`` if both files are missing or the file is invalid.
    public static func configure() throws {
        let names = ["amplify_outputs.json", "amplifyconfiguration.json"]
        guard let path = CognitoConfiguration.path(named: names) else {
            throw AuthError.configuration(
                "There is no \(names.joined(separator: " and no "))", "Add the file that Amplify's tools generate")
        }
        do {
            configure(try CognitoApp(CognitoConfiguration(file: path)))
        } catch {
            throw AuthError.configuration("\(path): \(error)", "Generate the file again with Amplify's tools", error)
        }
    }

    /// Configures ``Auth`` with an app client.
    /// - Parameter app: the app client and its transport.
    public static func configure(_ app: CognitoApp) { Auth.configure(app) }
}

/// The Cognito plugin, which is the only plugin.
public struct AWSCognitoAuthPlugin: Sendable {
    /// Creates the plugin.
    public init() {}
}
