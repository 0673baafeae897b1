import PackagePlugin

/// Generates a Swift type for each `*.flow.xml` of a target.
///
/// Every XML file of the target is an input, since flows refer to each other.
@main struct FlowPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let documents = target.sourceFiles.map(\.url).filter { $0.pathExtension == "xml" }
        let tool = try context.tool(named: "flowc-gen").url
        return documents.filter { $0.lastPathComponent.hasSuffix(".flow.xml") }.map { flow in
            let name = flow.lastPathComponent.dropLast(".flow.xml".count)
            let output = context.pluginWorkDirectoryURL.appending(path: "\(name).swift")
            return .buildCommand(
                displayName: "Generating Swift for \(flow.lastPathComponent)", executable: tool,
                arguments: [flow.path, output.path], inputFiles: documents, outputFiles: [output])
        }
    }
}
