#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Lets a terminal show what is typed, or not. However this program ends while nothing is shown, the terminal is put right:
/// signals that end or stop it are caught for that.
///
/// A handler of a signal may only do what POSIX calls async-signal-safe, so all that it needs lies ready in plain memory.
enum EchoSwitch {
    /// The terminal's settings before it was told to hide.
    private nonisolated(unsafe) static var shown = termios()
    /// The same without echo.
    private nonisolated(unsafe) static var hidden = termios()
    /// Whether the settings are those without echo.
    private nonisolated(unsafe) static var isHidden = false

    private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Stops the echo of standard input; what was typed before is dropped, as it was shown.
    /// - Returns: whether there is a terminal that does so.
    static func hide() -> Bool {
        guard !isHidden, tcgetattr(STDIN_FILENO, &shown) == 0 else { return isHidden }
        hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // The line's end is still shown.
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

    /// Puts the terminal back as it was.
    static func show() {
        guard isHidden else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &shown)
        isHidden = false
        for number in ending + [SIGTSTP, SIGCONT] { signal(number, SIG_DFL) }
    }

    /// Ends this program by the signal itself, so that a shell sees what ended it.
    private static let end: @convention(c) (Int32) -> Void = { number in
        if EchoSwitch.isHidden { tcsetattr(STDIN_FILENO, TCSANOW, &EchoSwitch.shown) }
        signal(number, SIG_DFL)
        raise(number)
    }

    /// The shell gets the terminal as it was while this program rests.
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
        // Somebody who had a signal ignored, as `nohup` does, wants it ignored still.
        let before = signal(number, handler)
        if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
}
