package import CognitoClient
import Foundation

extension CognitoConfiguration {
    /// Finds the app's configuration file in its bundle. For a program without a bundle, that is the program's folder.
    ///
    /// The working directory is not searched: whoever starts the program controls it, and the file names the service
    /// that receives passwords.
    /// - Parameter names: the possible file names, best first.
    /// - Returns: the path of the first file that exists, or nil if there is none.
    package static func path(named names: [String]) -> String? {
        names.map { Bundle.main.bundleURL.path + "/" + $0 }.first { FileManager.default.fileExists(atPath: $0) }
    }
}
