import CognitoClient
public import CognitoFlows

/// The app's sign-in under Amplify's name: `Amplify.Auth.signIn(…)`.
///
/// An app with several pools makes an ``AuthCategory`` for each.
public enum Amplify {
    /// The sign-in that ``configure(_:)`` set up.
    public static let Auth = AuthCategory()

    /// Takes the plugin for Cognito, which is always there: apps of Amplify call this before ``configure()``.
    /// - Parameter plugin: the plugin.
    /// - Throws: nothing; apps write `try` before it.
    public static func add(plugin: AWSCognitoAuthPlugin) throws {}

    /// Sets up ``Auth`` by the configuration file that lies with the app: `amplify_outputs.json` or, if there is none,
    /// `amplifyconfiguration.json`, in the app's bundle or beside the program.
    /// - Throws: ``AuthError/configuration(_:_:_:)``.
    public static func configure() throws {
        let names = ["amplify_outputs.json", "amplifyconfiguration.json"]
        guard let path = CognitoConfiguration.path(named: names) else {
            throw AuthError.configuration(
                "There is no \(names.joined(separator: " and no "))", "Add the file that Amplify's tools wrote")
        }
        do {
            configure(try CognitoApp(CognitoConfiguration(file: path)))
        } catch {
            throw AuthError.configuration("\(path): \(error)", "Write the file anew with Amplify's tools", error)
        }
    }

    /// Sets up ``Auth``.
    /// - Parameter app: the app client, and what carries its requests.
    public static func configure(_ app: CognitoApp) { Auth.configure(app) }
}

/// The plugin for Cognito, of which there is one.
public struct AWSCognitoAuthPlugin: Sendable {
    /// The plugin.
    public init() {}
}
