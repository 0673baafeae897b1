import CFlowResources
package import FlowSyntax

/// A list of text files that the C module embeds, each under its path.
package struct EmbeddedFiles: Sendable {
    private let first: @Sendable () -> UnsafePointer<EmbeddedFile>

    /// The service description and the flows that ship with the compiler.
    static let library = EmbeddedFiles(first: flowc_library)
    /// The pages of findings in Markdown, by code.
    package static let pages = EmbeddedFiles(first: flowc_pages)
    static let templates = EmbeddedFiles(first: flowc_templates)
    /// The parts of the page that plays a flow. The scripts are in the order in which the page runs them.
    package static let view = EmbeddedFiles(first: flowc_view)
    /// The style sheet and the script of a documentation site.
    package static let site = EmbeddedFiles(first: flowc_site)

    /// The files of the list, which ends with an entry without a path.
    private var files: some Sequence<EmbeddedFile> {
        sequence(first: first()) { $0 + 1 }.lazy.map(\.pointee).prefix { $0.path != nil }
    }

    /// The paths in the order of the list.
    package var paths: [String] { files.compactMap { $0.path.map { String(cString: $0) } } }

    /// Returns the content of a file, or nil if there is no such file.
    package subscript(path: String) -> String? {
        zip(paths, files).first { $0.0 == path }?.1.text.map { String(cString: $0) }
    }
}

/// The files that ship with the compiler. Flows of other packages refer to them by paths that begin with `flowc:/`.
package enum FlowLibrary {
    /// Returns the bytes of a shipped file, or `notFound`; nil if the path does not begin with `flowc:/`.
    package static func load(_ path: String) -> Result<[UInt8], LoadFailure>? {
        guard let path = relativePath(of: path) else { return nil }
        guard let text = EmbeddedFiles.library[path] else { return .failure(.notFound) }
        return .success(Array(text.utf8))
    }

    /// Returns the relative paths of the shipped files below a folder `flowc:/…/`; nil if the path begins differently.
    package static func names(in folder: String) -> [String]? {
        guard let folder = relativePath(of: folder) else { return nil }
        let paths = EmbeddedFiles.library.paths.filter { $0.hasPrefix(folder) }
        return paths.map { String($0.dropFirst(folder.count)) }
    }

    /// Returns the part of a path after `flowc:/`; nil if the path does not begin with it.
    private static func relativePath(of path: String) -> String? {
        path.hasPrefix(SourcePath.libraryRoot) ? String(path.dropFirst(SourcePath.libraryRoot.count)) : nil
    }
}

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

    /// The location of this package in the manifest of the template.
    private static let location = #"name: "flowc", path: "..""#
    /// The name of this package in the products and plugins of the template.
    private static let reference = #"package: "flowc""#

    /// Returns the files of a new project.
    ///
    /// - Parameters:
    ///   - service: the service that the flow uses
    ///   - location: the location of this package, as the arguments of `.package` in the manifest
    ///   - name: the name by which the manifest refers to this package
    /// - Returns: the manifest and all other files
    package static func project(_ service: Service, location: String, name: String) -> [File] {
        (files(in: service.rawValue + "/") + files(in: "project/")).map { file in
            guard file.path == "Package.swift" else { return file }
            let text = file.text.replacing(Self.reference, with: "package: " + SwiftLiteral.string(name))
            return File(path: file.path, text: text.replacing(Self.location, with: location))
        }
    }

    /// The grammars of the three kinds of file, in both forms of RELAX NG, with paths relative to their folder.
    package static var grammars: [File] { files(in: "project/grammar/") }

    /// Returns the templates in a folder, with paths relative to it.
    private static func files(in folder: String) -> [File] {
        EmbeddedFiles.templates.paths.filter { $0.hasPrefix(folder) }.compactMap { path in
            EmbeddedFiles.templates[path].map { File(path: String(path.dropFirst(folder.count)), text: $0) }
        }
    }
}
