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
        let (inputPipe, outputPipe) = (try pipe(), try pipe())
        let process: pid_t
        do {
            process = try spawn(command, reading: inputPipe.readEnd, writing: outputPipe.writeEnd)
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

    /// Creates a pipe that no program inherits, except as its standard input or output.
    ///
    /// If a program inherited the write end of another one's input, the other one would never reach the end of its input.
    private static func pipe() throws -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
        #if canImport(Darwin)
            let pipe = try FileDescriptor.pipe()
            for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
            return pipe
        #else
            var ends: [Int32] = [0, 0]
            // At once, since another thread may start a program in between.
            guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Errno(rawValue: errno) }
            return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
        #endif
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

    /// Starts a program that reads one descriptor and writes another, and returns its process.
    /// - Throws: `Errno` if the program cannot be started.
    private static func spawn(
        _ command: [String], reading input: FileDescriptor, writing output: FileDescriptor
    ) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.rawValue, FileDescriptor.standardInput.rawValue)
        posix_spawn_file_actions_adddup2(&actions, output.rawValue, FileDescriptor.standardOutput.rawValue)
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
        if failure != 0 { throw Errno(rawValue: failure) }
        return process
    }
}
