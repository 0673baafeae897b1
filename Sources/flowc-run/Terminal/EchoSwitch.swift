#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Switches a terminal's echo off and on.
///
/// However the program ends, it restores the echo: it catches the signals that end or stop it. A signal handler may
/// only call async-signal-safe functions (POSIX), so its data is in plain memory.
enum EchoSwitch {
    /// The terminal's original settings.
    private nonisolated(unsafe) static var shown = termios()
    /// The settings without echo.
    private nonisolated(unsafe) static var hidden = termios()
    /// Whether the echo is off.
    private nonisolated(unsafe) static var isHidden = false

    private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Switches the echo of standard input off.
    ///
    /// Input that was typed and echoed before is discarded.
    /// - Returns: whether the terminal supports it.
    static func hide() -> Bool {
        guard !isHidden, tcgetattr(STDIN_FILENO, &shown) == 0 else { return isHidden }
        hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // The newline is still echoed.
        hidden.c_lflag |= tcflag_t(ECHONL)
        isHidden = true
        for number in ending { catchSignal(number, handler: end) }
        catchSignal(SIGTSTP, handler: stop)
        catchSignal(SIGCONT, handler: goOn)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else {
            show()
            return false
        }
        return true
    }

    /// Restores the terminal's settings.
    static func show() {
        guard isHidden else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &shown)
        isHidden = false
        for number in ending + [SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
    }

    /// Ends this program with the signal itself, so that the shell sees it.
    private static let end: @convention(c) (Int32) -> Void = { number in
        if EchoSwitch.isHidden { tcsetattr(STDIN_FILENO, TCSANOW, &EchoSwitch.shown) }
        signal(number, SIG_DFL)
        raise(number)
    }

    /// Restores the terminal for the shell while this program is stopped.
    private static let stop: @convention(c) (Int32) -> Void = { number in
        if EchoSwitch.isHidden { tcsetattr(STDIN_FILENO, TCSANOW, &EchoSwitch.shown) }
        signal(number, SIG_DFL)
        raise(number)
    }

    private static let goOn: @convention(c) (Int32) -> Void = { _ in
        guard EchoSwitch.isHidden else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &EchoSwitch.hidden)
        signal(SIGTSTP, EchoSwitch.stop)
    }

    private static func catchSignal(_ number: Int32, handler: @escaping @convention(c) (Int32) -> Void) {
        // If the parent ignores a signal, as `nohup` does, it stays ignored.
        let before = signal(number, handler)
        if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
}
