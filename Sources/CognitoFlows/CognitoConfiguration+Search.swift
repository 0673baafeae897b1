package import CognitoClient
import Foundation

extension CognitoConfiguration {
    /// The path of an app's configuration file: in its bundle, which for a program without one is the program's folder.
    ///
    /// The working directory is not looked at. It belongs to whoever starts the program, and the file names the service to which passwords go.
    /// - Parameter names: the names that it may have, best first.
    /// - Returns: the path of the first file that is there.
    package static func path(named names: [String]) -> String? {
        names.map { Bundle.main.bundleURL.path + "/" + $0 }.first { FileManager.default.fileExists(atPath: $0) }
    }
}
