/// The counts and sizes in a table's directory, in the order of writing.
package enum DirectoryField: Int, CaseIterable {
    case presents, calls, handlers, choices, ends
    case hostEvents, challenges, errors, failures
    case slots, counters
    case strings, stringBytes
    case combEntries, entryWidth, fallbackRows, blocks, codeBytes, recordBytes
    case startRecord, initialState, name, version
    case errorClasses, classes, patterns, patternBytes, barredSets
    /// One more than there are names of states that are no other string; 0 if the names are not there. Last, as the names come last: all
    /// that stands before is the same with and without them.
    case ownNames
}
