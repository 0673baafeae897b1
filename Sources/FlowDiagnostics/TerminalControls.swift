extension Unicode.Scalar {
    /// Whether the scalar can control a terminal.
    ///
    /// Such a scalar is a control, a line or paragraph separator, or a bidirectional control (`Bidi_Control` of Unicode
    /// Standard Annex 9).
    package var controlsTerminal: Bool {
        // Most text is ASCII, which needs no property lookup.
        if value < 0x7F { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isBidiControl
        }
    }
}

extension String {
    /// Returns the text with U+FFFD instead of each scalar that controls a terminal, except those in `kept`.
    package func safeForTerminal(keeping kept: Set<Unicode.Scalar> = []) -> String {
        guard unicodeScalars.contains(where: { $0.controlsTerminal && !kept.contains($0) }) else { return self }
        var result = UnicodeScalarView()
        for scalar in unicodeScalars {
            result.append(scalar.controlsTerminal && !kept.contains(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }
}
