extension Unicode.Scalar {
    /// Whether a terminal may obey this scalar instead of showing it: a control, an end of a line or a paragraph, or a change of the direction
    /// of writing (Unicode Standard Annex 9, `Bidi_Control`).
    package var steersTerminal: Bool {
        // Most text is ASCII, and its properties need no table.
        if value < 0x7F { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isBidiControl
        }
    }
}

extension String {
    /// The text with U+FFFD for each scalar that steers a terminal, but for those that are kept.
    package func safeForTerminal(keeping kept: Set<Unicode.Scalar> = []) -> String {
        guard unicodeScalars.contains(where: { $0.steersTerminal && !kept.contains($0) }) else { return self }
        var result = UnicodeScalarView()
        for scalar in unicodeScalars {
            result.append(scalar.steersTerminal && !kept.contains(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }
}
