import FlowDiagnostics
import FlowSyntax

/// Checks that `encoding` and `prefix` fit the type of an input or output of a service description.
enum EncodingCheck {
    /// Checks the attributes of one input or output.
    ///
    /// - Parameters:
    ///   - name: the name of the input or output
    ///   - type: the type as it is written; nil stands for `text`
    ///   - encoding: the value of `encoding`; nil if the attribute is absent
    ///   - prefix: the value of `prefix`; empty if the attribute is absent
    ///   - isFamily: whether an input describes a family of keys, which takes a map
    ///   - range: the place of the finding
    /// - Returns: the finding about the first attribute that does not fit the type, or nil if both fit
    static func finding(
        _ name: String, type: String?, encoding: String?, prefix: String, isFamily: Bool = false,
        at range: SourceRange
    ) -> Diagnostic? {
        let typeName = type ?? "text"
        let isCollection = typeName == "list" || typeName == "map" || isFamily
        if encoding != nil, !isCollection {
            return typeConflict("encoding", needs: "list or map", name, typeName, range)
        }
        if encoding == "csv", typeName == "map" {
            return typeConflict("encoding=\"csv\"", needs: "list", name, typeName, range)
        }
        if !prefix.isEmpty, !isCollection {
            return typeConflict("prefix", needs: "list or map", name, typeName, range)
        }
        return nil
    }

    /// Returns the finding about an attribute that needs another type.
    private static func typeConflict(
        _ attribute: String, needs wanted: String, _ name: String, _ type: String, _ range: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            .conflictingAttributes, at: range,
            "'\(attribute)' needs type \(wanted), but '\(name)' is of type \(type)", subjects: [type],
            help: ["remove '\(attribute)', or declare '\(name)' with another type"])
    }
}
