/// The files that `flowc init` and `flowc grammar` write into a project.
///
/// The tests compile the flows, play the scenarios, and type-check the hosts.
package enum FlowTemplates {
    /// The service that the flow of a new project uses.
    package enum Service: String, Sendable, CaseIterable {
        /// Amazon Cognito, with the shipped description and a user pool inside the app.
        case cognito
        /// A service of the user's own, with a description to fill in and scripted replies.
        case empty
    }

    package struct File: Sendable {
        /// The path, relative to the folder of the project or of the grammars.
        package let path: String
        package let text: String
    }

    private static let location = #"name: "flowc", path: "..""#

    /// Returns the files of a new project.
    /// - Parameters:
    ///   - service: the service that the flow uses.
    ///   - location: the location of this package, as the arguments of `.package` in the manifest.
    /// - Returns: the manifest and all other files.
    package static func project(_ service: Service, location: String) -> [File] {
        (files(in: service.rawValue + "/") + files(in: "project/")).map { file in
            guard file.path == "Package.swift" else { return file }
            return File(path: file.path, text: file.text.replacing(Self.location, with: location))
        }
    }

    /// The grammars of the three kinds of file, in both forms of RELAX NG, with paths relative to a folder of their own.
    package static var grammars: [File] { files(in: "project/grammar/") }

    /// Returns the templates in a folder, with paths relative to it.
    private static func files(in folder: String) -> [File] {
        EmbeddedFiles.templates.paths.filter { $0.hasPrefix(folder) }.compactMap { path in
            EmbeddedFiles.templates[path].map { File(path: String(path.dropFirst(folder.count)), text: $0) }
        }
    }
}
