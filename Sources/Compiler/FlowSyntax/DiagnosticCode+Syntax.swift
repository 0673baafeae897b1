package import FlowDiagnostics

extension DiagnosticCode {
    /// The file is not well-formed XML.
    package static let notWellFormed = DiagnosticCode(
        "not-well-formed", summary: "A file must be well-formed XML 1.0.")
    /// The file is not UTF-8.
    package static let unsupportedEncoding = DiagnosticCode(
        "unsupported-encoding", summary: "A file must be UTF-8, and its XML declaration must not say otherwise.")
    /// The file has a document type declaration.
    package static let doctypeNotAllowed = DiagnosticCode(
        "doctype-not-allowed", summary: "A file must not have a document type declaration.")
    /// The file exceeds the size limit.
    package static let fileTooLarge = DiagnosticCode(
        "file-too-large", summary: "A file must not be larger than 64 MiB.")
    /// The elements exceed the nesting limit.
    package static let nestingTooDeep = DiagnosticCode(
        "nesting-too-deep", summary: "Elements must not be nested more than 64 levels deep.")
    /// An element has more attributes than the limit.
    package static let tooManyAttributes = DiagnosticCode(
        "too-many-attributes", summary: "An element must not have more than 64 attributes.")
    /// An attribute value or text exceeds the length limit.
    package static let valueTooLong = DiagnosticCode(
        "value-too-long", summary: "An attribute value or a text must not be longer than 1 MiB.")

    /// Documents of this kind have no such element.
    package static let unknownElement = DiagnosticCode(
        "unknown-element", summary: "An element must be part of the language.")
    /// An element is in the wrong place, or occurs too often.
    package static let misplacedElement = DiagnosticCode(
        "misplaced-element",
        summary: "An element must be in a parent that allows it, and no more often than allowed.")
    /// A required child is missing.
    package static let missingElement = DiagnosticCode(
        "missing-element", summary: "An element must contain its required elements.")
    /// An element has an attribute that the language does not define for it.
    package static let unknownAttribute = DiagnosticCode(
        "unknown-attribute", summary: "An element must have only attributes that the language defines for it.")
    /// An element lacks a required attribute.
    package static let missingAttribute = DiagnosticCode(
        "missing-attribute", summary: "An element must have all of its required attributes.")
    /// The value of an attribute has the wrong form.
    package static let badValue = DiagnosticCode(
        "bad-value", summary: "The value of an attribute must have the form that the attribute requires.")
    /// An element has an attribute that another attribute excludes, possibly by its value.
    package static let conflictingAttributes = DiagnosticCode(
        "conflicting-attributes", summary: "Attributes that exclude each other must not be on the same element.")
    /// An element has text, but does not permit text.
    package static let unexpectedText = DiagnosticCode(
        "unexpected-text", summary: "Only some elements, such as `doc`, can contain text.")

    /// Files refer to each other in a cycle.
    package static let importCycle = DiagnosticCode(
        "import-cycle", summary: "A file must not import or extend itself, directly or through other files.")
    /// A file does not exist: the root file, or one that another file refers to.
    package static let fileNotFound = DiagnosticCode(
        "file-not-found", summary: "A file must exist if another file refers to it.")
    /// A file cannot be read: the root file, or one that another file refers to.
    package static let fileUnreadable = DiagnosticCode(
        "file-unreadable", summary: "A file must be readable if another file refers to it.")
    /// A file that another file refers to is of the wrong kind.
    package static let wrongDocumentKind = DiagnosticCode(
        "wrong-document-kind", summary: "An attribute must name a file of the kind that it requires.")
    /// A flow exceeds the limit of files.
    package static let tooManyFiles = DiagnosticCode(
        "too-many-files", summary: "A flow must not consist of more than 4096 files.")
}
