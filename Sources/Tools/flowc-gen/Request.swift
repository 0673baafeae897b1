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
               flowc-gen --folder FOLDER [--output NAME] [--check] [--access internal|package|public] [FLOW…]

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
        var output: String?
        var checks = false
        while let option = rest.first, option.hasPrefix("--") {
            rest.removeFirst()
            switch option {
            case "--check": checks = true
            case "--output":
                guard let name = rest.popFirst() else { return nil }
                output = name
            case "--access":
                guard let level = rest.popFirst().flatMap(SwiftOptions.Access.init) else { return nil }
                access = level
            default: return nil
            }
        }
        let folder = GeneratedFolder(path: path, output: output, flows: Array(rest), access: access)
        self = checks ? .check(folder) : .folder(folder)
    }
}

/// Writes and removes files, and reports failures on standard error.
enum Outputs {
    /// Writes files. If the new content of one cannot be stored, no file changes.
    /// - Returns: the status of the process.
    static func write(_ files: [(path: String, text: String)]) -> Int32 {
        succeeds { () throws(WriteFailure) in
            try OutputFile.store(files.map { OutputFile(path: $0.path, bytes: Array($0.text.utf8)) })
        } ? 0 : Console.unusableFile
    }

    /// Creates a folder and its missing parent folders, unless the folder exists. Returns false if this fails.
    static func makeFolder(_ path: String) -> Bool {
        succeeds { () throws(WriteFailure) in try Files.createFolders(SystemPath(path)) }
    }

    /// Removes a file, and returns whether this was possible.
    static func remove(_ path: String) -> Bool {
        succeeds { () throws(WriteFailure) in try Files.remove(path) }
    }

    /// Calls a function that writes files, and returns whether it succeeded. A failure is reported on standard error.
    private static func succeeds(_ body: () throws(WriteFailure) -> Void) -> Bool {
        do throws(WriteFailure) {
            try body()
            return true
        } catch {
            Console.report(error.message)
            return false
        }
    }
}
