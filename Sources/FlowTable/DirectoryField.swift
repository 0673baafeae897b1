/// The counts and sizes in a table's directory, in order.
package enum DirectoryField: Int, CaseIterable {
    case presents, calls, handlers, choices, ends
    case hostEvents, challenges, errors, failures
    case slots, counters
    case strings, stringBytes
    case combEntries, entryWidth, fallbackRows, blocks, codeBytes, recordBytes
    case startRecord, initialState, name, version
    case errorClasses, classes, patterns, patternBytes, barredSets
    /// 1 + the number of own state names, or 0 if the table has no names. An own name equals no other string.
    ///
    /// This field and the names come last, so that all bytes before them are the same with and without names.
    case ownNames
}
