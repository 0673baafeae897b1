/// The counts and sizes in a table's directory, in order.
package enum DirectoryField: Int, CaseIterable {
    case presents, calls, handlers, choices, ends
    case hostEvents, challenges, errors, failures
    case slots, counters
    case strings, stringBytes
    case combEntries, entryWidth, fallbackRows, blocks, codeBytes, recordBytes
    case startRecord, initialState, name, version
    case errorClasses, classes, patterns, patternBytes, barredSets
    /// 1 + the number of own state names; 0 if the table has no names. An own name equals no other string. The field
    /// comes last, as the names do, so that all bytes before them are the same with and without names.
    case ownNames
}
