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
    /// The file is larger than the bound.
    package static let fileTooLarge = DiagnosticCode(
        "file-too-large", summary: "A file must not be larger than 64 MiB.")
    /// Elements are nested deeper than the bound.
    package static let nestingTooDeep = DiagnosticCode(
        "nesting-too-deep", summary: "Elements must not be nested more than 64 levels deep.")
    /// An element has more attributes than the bound.
    package static let tooManyAttributes = DiagnosticCode(
        "too-many-attributes", summary: "An element must not have more than 64 attributes.")
    /// An attribute value or a text is longer than the bound.
    package static let valueTooLong = DiagnosticCode(
        "value-too-long", summary: "An attribute value or a text must not be longer than 1 MiB.")

    /// An element that no rule knows.
    package static let unknownElement = DiagnosticCode(
        "unknown-element", summary: "An element must be one that the language defines.")
    /// An element at a place where it has no meaning.
    package static let misplacedElement = DiagnosticCode(
        "misplaced-element",
        summary: "An element must be inside one that allows it, no more often than allowed.")
    /// An element lacks a child.
    package static let missingElement = DiagnosticCode(
        "missing-element", summary: "An element must contain its required elements.")
    /// An attribute that the element does not have.
    package static let unknownAttribute = DiagnosticCode(
        "unknown-attribute", summary: "An element must have only the attributes that the language defines for it.")
    /// An element lacks an attribute.
    package static let missingAttribute = DiagnosticCode(
        "missing-attribute", summary: "An element must have all of its required attributes.")
    /// A value of the wrong form.
    package static let badValue = DiagnosticCode(
        "bad-value", summary: "The value of an attribute must have the form that the attribute requires.")
    /// Attributes that exclude each other.
    package static let conflictingAttributes = DiagnosticCode(
        "conflicting-attributes", summary: "Attributes that exclude each other must not be on the same element.")
    /// Text where only elements may stand.
    package static let unexpectedText = DiagnosticCode(
        "unexpected-text", summary: "Only some elements, such as `doc`, can contain text.")
    /// The grammar refused what the structural checks accepted: a fault of the compiler.
    package static let grammarDrift = DiagnosticCode(
        "grammar-drift", summary: "The structural checks and the RELAX NG grammar must accept the same files.")

    /// Files that name each other in a cycle.
    package static let importCycle = DiagnosticCode(
        "import-cycle", summary: "A file must not import or extend itself, directly or through other files.")
    /// A named file does not exist.
    package static let fileNotFound = DiagnosticCode(
        "file-not-found", summary: "A file that another file names must exist.")
    /// A named file cannot be read.
    package static let fileUnreadable = DiagnosticCode(
        "file-unreadable", summary: "A file that another file names must be readable.")
    /// A named file is of another kind than the attribute wants.
    package static let wrongDocumentKind = DiagnosticCode(
        "wrong-document-kind", summary: "A named file must be of the kind that the attribute requires.")
    /// More files than the bound.
    package static let tooManyFiles = DiagnosticCode(
        "too-many-files", summary: "A flow must not consist of more than 4096 files.")

    /// All codes that reading and structural checks report.
    package static let syntaxCodes: [DiagnosticCode] = [
        .notWellFormed, .unsupportedEncoding, .doctypeNotAllowed, .fileTooLarge, .nestingTooDeep, .tooManyAttributes,
        .valueTooLong, .unknownElement, .misplacedElement, .missingElement, .unknownAttribute, .missingAttribute,
        .badValue, .conflictingAttributes, .unexpectedText, .grammarDrift, .importCycle, .fileNotFound,
        .fileUnreadable, .wrongDocumentKind, .tooManyFiles,
    ]
}
