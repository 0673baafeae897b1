import FlowCompiler

/// A task that the arguments of the program describe.
enum Request {
    /// Writes the Swift code of a flow to a file, for the build plugin.
    case file(flow: String, output: String)
    /// Brings a folder up to date, for the command plugin.
    case folder(GeneratedFolder)
    /// Lists what is out of date in a folder.
    case check(GeneratedFolder)

    /// How the tool is called.
    static let usage: SafeText = """
        usage: flowc-gen FLOW OUTPUT
               flowc-gen --folder FOLDER [--check] [--access internal|package|public] [FLOW…]

        """

    /// Reads the arguments; returns nil if they are wrong.
    init?(_ arguments: [String]) {
        guard arguments.first == "--folder" else {
            guard arguments.count == 2 else { return nil }
            self = .file(flow: arguments[0], output: arguments[1])
            return
        }
        var rest = arguments.dropFirst()
        guard let path = rest.popFirst() else { return nil }
        var access = SwiftOptions.Access.internal
        var checks = false
        while let option = rest.first, option.hasPrefix("--") {
            rest.removeFirst()
            switch option {
            case "--check": checks = true
            case "--access":
                guard let level = rest.popFirst().flatMap(SwiftOptions.Access.init) else { return nil }
                access = level
            default: return nil
            }
        }
        let folder = GeneratedFolder(path: path, flows: Array(rest), access: access)
        self = checks ? .check(folder) : .folder(folder)
    }
}
