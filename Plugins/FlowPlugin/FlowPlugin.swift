import Foundation
import PackagePlugin

/// Generates a Swift type for each `*.flow.xml` of a target.
///
/// Every XML file of the package is an input, since flows refer to each other.
@main struct FlowPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let flows = target.sourceFiles.map(\.url).filter { $0.lastPathComponent.hasSuffix(".flow.xml") }
        let byName = Dictionary(grouping: flows, by: \.lastPathComponent).filter { $0.value.count > 1 }
        for (name, others) in byName.sorted(by: { $0.key < $1.key }) {
            let paths = others.map(\.path).sorted().joined(separator: ", ")
            Diagnostics.error("several flows have the file name '\(name)': rename all but one of \(paths)")
        }
        guard byName.isEmpty else { return [] }
        let documents = Self.documents(in: context.package.directoryURL)
        let tool = try context.tool(named: "flowc-gen").url
        return flows.map { flow in
            let name = flow.lastPathComponent.dropLast(".flow.xml".count)
            // The target may have a source NAME.swift, and no two sources of a target can have the same name.
            let output = context.pluginWorkDirectoryURL.appending(path: "\(name).flow.swift")
            return .buildCommand(
                displayName: "Generating Swift for \(flow.lastPathComponent)", executable: tool,
                arguments: [flow.path, output.path], inputFiles: documents, outputFiles: [output])
        }
    }

    /// Returns the XML files in a folder and its subfolders, in order.
    private static func documents(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "xml" }
            .sorted { $0.path < $1.path }
    }
}
