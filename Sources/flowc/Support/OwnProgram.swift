import FlowTool
import SystemPackage

#if canImport(Darwin)
    import Darwin
#endif

/// The executable file of this process.
enum OwnProgram {
    /// The path of the file, without symbolic links; nil if the system does not know it.
    static var path: FilePath? {
        #if canImport(Darwin)
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            var size = UInt32(buffer.count)
            guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
            return buffer.withUnsafeBufferPointer { $0.baseAddress.flatMap { Files.resolvedPath(String(cString: $0)) } }
        #else
            return Files.resolvedPath("/proc/self/exe")
        #endif
    }

    /// The command that runs this program in any folder: its name if a shell found it on the search path, or its path.
    static var command: String {
        guard let name = CommandLine.arguments.first, name.contains("/") else { return "flowc" }
        return shellWord((path ?? FilePath(name)).string)
    }

    /// Returns a text as one word of a shell command.
    static func shellWord(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            let character = Character(UnicodeScalar(byte))
            return byte < 128 && (character.isLetter || character.isNumber || "/._-".contains(character))
        }
        return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}
