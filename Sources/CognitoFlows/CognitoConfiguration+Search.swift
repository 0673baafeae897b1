package import CognitoClient
import Foundation

extension CognitoConfiguration {
    /// Returns the path of the app's configuration file in its bundle. For a program without a bundle, it searches the
    /// program's folder.
    ///
    /// The working directory is not searched. Whoever starts the program controls it, and the configuration names the
    /// service that receives passwords.
    /// - Parameter names: the possible file names, in order of preference.
    /// - Returns: the path of the first file that exists, or nil if there is none.
    package static func path(named names: [String]) -> String? {
        names.map { Bundle.main.bundleURL.path + "/" + $0 }.first { FileManager.default.fileExists(atPath: $0) }
    }
}
