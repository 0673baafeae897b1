extension Unicode.Scalar {
    /// Whether the scalar can control a terminal.
    ///
    /// It is a control, a line or paragraph separator, or a bidirectional control (Unicode Standard Annex 9,
    /// `Bidi_Control`).
    package var steersTerminal: Bool {
        // Most text is ASCII, which needs no property lookup.
        if value < 0x7F { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isBidiControl
        }
    }
}

extension String {
    /// The text with U+FFFD for each scalar that controls a terminal.
    ///
    /// Scalars to keep are excepted.
    package func safeForTerminal(keeping kept: Set<Unicode.Scalar> = []) -> String {
        guard unicodeScalars.contains(where: { $0.steersTerminal && !kept.contains($0) }) else { return self }
        var result = UnicodeScalarView()
        for scalar in unicodeScalars {
            result.append(scalar.steersTerminal && !kept.contains(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }
}
