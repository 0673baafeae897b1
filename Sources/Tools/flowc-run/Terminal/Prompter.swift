package import FlowCompiler
import Dispatch
package import FlowTool
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Asks a user for one line at a time.
///
/// If a question interrupts another one, the next line answers the later question.
package struct Prompter: Sendable {
    private let desk: LineDesk
    private let write: Writer

    package init(lines: LineSource, write: Writer) {
        desk = LineDesk(lines)
        self.write = write
    }

    /// Whether a question waits for its answer.
    package var isAsking: Bool { get async { await desk.isWaitedFor } }

    /// Writes a prompt, and reads and returns a line. If the line is too long, asks again.
    /// - Parameters:
    ///   - question: the text to show before the answer.
    ///   - isSecret: whether the terminal must hide the answer.
    /// - Returns: the line, or nil at the end of the input.
    package func ask(_ question: SafeText, isSecret: Bool = false) async -> String? {
        let isEchoOff = isSecret && EchoSwitch.turnOff()
        defer { if isEchoOff { EchoSwitch.restore() } }
        // If this question interrupts one about a secret, the terminal must show this answer.
        let isInterrupted = !isSecret && EchoSwitch.suspend()
        defer { if isInterrupted { _ = EchoSwitch.turnOff() } }
        while true {
            guard let line = await desk.next(showing: { write(question) }) else { return nil }
            if let text = line.text(orReport: write.callAsFunction) { return text }
        }
    }
}

/// Gives each line to the latest caller that waits for one.
private actor LineDesk {
    private let lines: LineSource
    /// The callers that wait for a line, in the order of their calls.
    private var waiters: [CheckedContinuation<InputLine?, Never>] = []
    /// Whether a task reads lines for the callers.
    private var isReading = false

    init(_ lines: LineSource) { self.lines = lines }

    var isWaitedFor: Bool { !waiters.isEmpty }

    /// Waits for a line, and returns it; nil at the end of the input.
    ///
    /// `showQuestion` runs once the caller waits: as soon as the question is visible, its answer can arrive.
    func next(showing showQuestion: @Sendable () -> Void) async -> InputLine? {
        await withCheckedContinuation { waiter in
            waiters.append(waiter)
            showQuestion()
            if isReading { return }
            isReading = true
            Task { await readLines() }
        }
    }

    /// Reads lines as long as callers wait for them.
    private func readLines() async {
        while !waiters.isEmpty {
            let line = await lines.next()
            waiters.popLast()?.resume(returning: line)
        }
        isReading = false
    }
}

/// Turns the echo of a terminal off and on.
///
/// While the echo is off, signals restore it before they end or stop the program. A signal handler may call only
/// async-signal-safe functions (POSIX), so its data is in plain memory.
private enum EchoSwitch {
    /// The terminal's original settings.
    private nonisolated(unsafe) static var originalSettings = termios()
    /// The settings that turn the echo off.
    private nonisolated(unsafe) static var silentSettings = termios()
    private nonisolated(unsafe) static var isOff = false
    /// A bit for each signal whose default action the handlers replace. The other signals were ignored, and stay so.
    private nonisolated(unsafe) static var caughtSignals: UInt64 = 0

    private static let endingSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Turns the echo of standard input off.
    ///
    /// Discards input that was already typed. If the echo is already off, the call has no effect.
    /// - Returns: whether the echo is off now; false if standard input is not a terminal.
    static func turnOff() -> Bool {
        guard !isOff, tcgetattr(STDIN_FILENO, &originalSettings) == 0 else { return isOff }
        silentSettings = originalSettings
        silentSettings.c_lflag &= ~tcflag_t(ECHO)
        // The newline is still echoed.
        silentSettings.c_lflag |= tcflag_t(ECHONL)
        isOff = true
        for number in endingSignals + [SIGTSTP] { catchSignal(number, handler: handleEndOrStop) }
        catchSignal(SIGCONT, handler: handleResume)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silentSettings) == 0 else {
            restore()
            return false
        }
        return true
    }

    /// Restores the terminal for a question that interrupts a secret one.
    /// - Returns: whether the echo was off.
    static func suspend() -> Bool {
        defer { restore() }
        return isOff
    }

    /// Restores the terminal's original settings.
    static func restore() {
        guard isOff else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &originalSettings)
        isOff = false
        for number in endingSignals + [SIGTSTP, SIGCONT] where isCaught(number) { signal(number, SIG_DFL) }
        caughtSignals = 0
    }

    private static func isCaught(_ number: Int32) -> Bool { caughtSignals & 1 << UInt64(number) != 0 }

    /// Restores the terminal, and ends or stops the program with the same signal, so that the shell sees the signal.
    private static let handleEndOrStop: @convention(c) (Int32) -> Void = { number in
        if EchoSwitch.isOff { tcsetattr(STDIN_FILENO, TCSANOW, &EchoSwitch.originalSettings) }
        signal(number, SIG_DFL)
        raise(number)
    }

    /// Turns the echo off again when the program continues.
    private static let handleResume: @convention(c) (Int32) -> Void = { _ in
        guard EchoSwitch.isOff else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &EchoSwitch.silentSettings)
        if EchoSwitch.isCaught(SIGTSTP) { signal(SIGTSTP, EchoSwitch.handleEndOrStop) }
    }

    /// Installs the handler of a signal, unless the program was started with the signal ignored.
    private static func catchSignal(_ number: Int32, handler: @escaping @convention(c) (Int32) -> Void) {
        // A signal that the parent ignores for its children, as `nohup` does, must stay ignored.
        let previousHandler = signal(number, handler)
        let isIgnored = unsafeBitCast(previousHandler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        if isIgnored { signal(number, SIG_IGN) } else { caughtSignals |= 1 << UInt64(number) }
    }
}

/// Writes texts one at a time, even if several tasks write.
package struct Writer: Sendable {
    private let write: @Sendable (SafeText) -> Void

    /// Creates a writer that passes texts to a closure. Only one task at a time calls the closure.
    package init(_ write: @escaping @Sendable (SafeText) -> Void) {
        let lock = Guarded(())
        self.write = { text in lock.withLock { _ in write(text) } }
    }

    package func callAsFunction(_ text: SafeText) { write(text) }
}

/// A source of lines that are read on demand, without blocking a thread that runs tasks.
package struct LineSource: Sendable {
    private let read: @Sendable () async -> InputLine?

    /// Creates a source from a closure that returns the next line, or nil at the end.
    package init(_ read: @escaping @Sendable () async -> InputLine?) {
        self.read = read
    }

    /// Returns the next line without its terminator, or nil at the end.
    package func next() async -> InputLine? { await read() }

    /// Returns a source that reads standard input on a queue of its own.
    package static func standardInput() -> LineSource {
        let input = Input()
        return LineSource {
            await withCheckedContinuation { continuation in
                input.queue.async { continuation.resume(returning: input.reader.next()) }
            }
        }
    }

    /// A reader of standard input, which is used only on its queue.
    private final class Input: @unchecked Sendable {
        let queue = DispatchQueue(label: "standard input")
        var reader = LineReader()
    }
}

/// Styles text for a terminal with or without colors.
package struct TerminalStyle: Sendable {
    private let hasColor: Bool

    package init(hasColor: Bool) {
        self.hasColor = hasColor
    }

    /// The style of standard output: without colors unless it is a terminal.
    static var standardOutput: TerminalStyle { TerminalStyle(hasColor: Console.hasColor(.standardOutput)) }

    func bold(_ text: SafeText) -> SafeText { styled(text, "1") }
    /// Returns a dimmed text, for secondary information.
    func dim(_ text: SafeText) -> SafeText { styled(text, "2") }
    /// Returns the text of an error in red.
    func failure(_ text: SafeText) -> SafeText { styled(text, "31") }
    /// Returns the text of a message from the pool in cyan.
    func notice(_ text: SafeText) -> SafeText { styled(text, "36") }

    /// Returns a text with the style of an SGR code (ECMA-48). Without colors, returns the text unchanged.
    private func styled(_ text: SafeText, _ code: String) -> SafeText {
        hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
