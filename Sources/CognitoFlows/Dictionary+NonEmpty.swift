extension Dictionary {
    /// The dictionary, or nil if it is empty.
    package var nonEmpty: Self? { isEmpty ? nil : self }
}
