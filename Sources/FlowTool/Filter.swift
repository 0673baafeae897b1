import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Runs programs that read all of their input before they write.
package enum Filter {
    /// Runs a program from the search path.
    /// - Parameters:
    ///   - command: the program and its arguments, which other users of the machine can see.
    ///   - input: the standard input of the program.
    /// - Returns: the standard output of the program, or nil if the program failed. It reports the reason itself.
    /// - Throws: `Errno` if the program cannot be run, such as `noSuchFileOrDirectory` if it is not installed.
    package static func run(_ command: [String], input: String) throws -> [UInt8]? {
        signal(SIGPIPE, SIG_IGN)
        let (inputPipe, outputPipe) = (try FileDescriptor.pipe(), try FileDescriptor.pipe())
        let process: pid_t
        do {
            process = try spawn(command, reading: inputPipe, writing: outputPipe)
        } catch {
            let ends = [inputPipe.readEnd, inputPipe.writeEnd, outputPipe.readEnd, outputPipe.writeEnd]
            for end in ends { try? end.close() }
            throw error
        }
        try inputPipe.readEnd.close()
        try outputPipe.writeEnd.close()
        // The program writes after it has read everything, so there is no deadlock. If it exits early, it reports why.
        _ = try? inputPipe.writeEnd.writeAll(input.utf8)
        try inputPipe.writeEnd.close()
        let output = try outputPipe.readEnd.closeAfter { try readAll(outputPipe.readEnd) }
        return try waitForSuccess(of: process) ? output : nil
    }

    /// The number of bytes to read at a time.
    private static let chunkSize = 65_536

    /// Reads a descriptor to its end, and returns its bytes.
    private static func readAll(_ descriptor: FileDescriptor) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: chunkSize)
        while case let count = try chunk.withUnsafeMutableBytes({ try descriptor.read(into: $0) }), count > 0 {
            bytes += chunk[..<count]
        }
        return bytes
    }

    /// Waits until a process exits, and returns whether it succeeded.
    private static func waitForSuccess(of process: pid_t) throws -> Bool {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { throw Errno(rawValue: errno) }
        }
        return status == 0
    }

    /// Starts a program that reads from one pipe and writes to another, and returns its process.
    /// - Throws: `Errno` if the program cannot be started.
    private static func spawn(
        _ command: [String], reading input: (readEnd: FileDescriptor, writeEnd: FileDescriptor),
        writing output: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    ) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.readEnd.rawValue, FileDescriptor.standardInput.rawValue)
        posix_spawn_file_actions_adddup2(&actions, output.writeEnd.rawValue, FileDescriptor.standardOutput.rawValue)
        for end in [input.writeEnd, output.readEnd] { posix_spawn_file_actions_addclose(&actions, end.rawValue) }
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
        if failure != 0 { throw Errno(rawValue: failure) }
        return process
    }
}
