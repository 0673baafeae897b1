import Foundation

/// The user at the terminal.
public enum Console {
    /// Asks the user. The word `code` stands for the code that was sent last, so that answers can come from a file.
    /// - Parameters:
    ///   - prompt: what is asked.
    ///   - isSecret: whether the answer is kept out of what a program with answers from a file shows.
    /// - Returns: the answer; the program ends where there is none any more.
    public static func ask(_ prompt: String, isSecret: Bool = false) -> String {
        print("\(prompt): ", terminator: "")
        fflush(nil)
        guard let line = readLine() else {
            print("\nno answer")
            exit(1)
        }
        let answer = line == "code" ? Mailbox.shared.code : line
        if isatty(STDIN_FILENO) == 0 { print(isSecret ? "(secret)" : answer) }
        return answer
    }
}

/// The codes that the pool sent.
final class Mailbox: @unchecked Sendable {
    static let shared = Mailbox()
    private let lock = NSLock()
    private var last = ""

    /// The code that was sent last.
    var code: String { lock.withLock { last } }

    /// Shows a message as the user would get it.
    func deliver(_ code: String, to destination: String) {
        lock.withLock { last = code }
        print("(a message to \(destination): your code is \(code))")
    }
}
