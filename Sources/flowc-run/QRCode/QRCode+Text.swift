extension QRCode {
    /// The code for a terminal, two rows of modules in a line of text, with the quiet zone of four modules that readers need
    /// (section 6.3.8). It is drawn dark on light, in colours of its own, since terminals may be dark or light.
    package var terminalText: String {
        var text = ""
        for row in stride(from: -4, to: side + 4, by: 2) {
            text += "\u{1B}[30;107m"
            for column in -4..<side + 4 {
                switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
                case (true, true): text += "█"
                case (true, false): text += "▀"
                case (false, true): text += "▄"
                case (false, false): text += " "
                }
            }
            text += "\u{1B}[0m\n"
        }
        return text
    }
}
