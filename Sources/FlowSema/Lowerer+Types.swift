import FlowDiagnostics
import FlowModel
import FlowSyntax

/// Values go only where their type fits: lists to lists, maps to maps, flags to flags, text to text; what is secret stays secret.
extension Lowerer {
    /// Checks what `from` and `else` of an element put into something of a type; where `keepsSecrets`, what is put into something
    /// that is not secret must not be secret either.
    func checkTypes(of place: Place, into wanted: ValueType, _ what: String, keepsSecrets: Bool, _ context: FlowContext)
    {
        for attribute in [AttributeName.from, .else] {
            guard let name = documents.attribute(attribute, place), let slot = slotIfKnown(name.text, context) else {
                continue
            }
            checkType(slots[slot].type, of: name, into: wanted, what, keepsSecrets: keepsSecrets)
        }
        guard let literal = documents.attribute(.value, place), wanted == .map else { return }
        bag.add(
            Diagnostic(
                .typeMismatch, at: literal.range, "a literal text cannot be put into \(what), which is a map",
                help: ["merge it from an input of type map"]))
    }

    /// Checks that the service gets a key in the form that it wants.
    func checkShape(of input: ServiceDescription.Input, sends: [Place], _ context: FlowContext) {
        let wanted = input.isSpread ? ValueType.Shape.map : input.type.shape
        for place in sends {
            for name in [AttributeName.from, .else].compactMap({ documents.attribute($0, place) }) {
                guard let slot = slotIfKnown(name.text, context) else { continue }
                let given = slots[slot].type
                // A flag is written as a boolean, and as text where the service wants text.
                guard given.shape != wanted, given != .flag, wanted != .flag else { continue }
                bag.add(
                    Diagnostic(
                        .typeMismatch, at: name.range,
                        "'\(name.text)' is of type \(given.rawValue), but the service wants '\(input.name)' as "
                            + (input.isSpread ? "a map" : input.type.rawValue),
                        help: ["send a value of the type that the service wants"]))
            }
        }
    }

    /// Checks what a value of a type is put into.
    func checkType(
        _ given: ValueType, of name: Name, into wanted: ValueType, _ what: String, keepsSecrets: Bool = false
    ) {
        if given.shape != wanted.shape {
            bag.add(
                Diagnostic(
                    .typeMismatch, at: name.range,
                    "'\(name.text)' is of type \(given.rawValue), but \(what) is of type \(wanted.rawValue)",
                    help: ["use a value of type \(wanted.rawValue), or change the type of one of them"]))
        } else if keepsSecrets, given.isSecret, !wanted.isSecret {
            bag.add(
                Diagnostic(
                    .secretShown, at: name.range, "'\(name.text)' is secret, and \(what) is not",
                    help: ["give it the type secret or session, so that it is never traced nor shown by mistake"]))
        }
    }
}

extension ValueType {
    /// What values of a type are made of.
    enum Shape {
        case text, list, map, flag
    }

    /// What its values are made of.
    var shape: Shape {
        switch self {
        case .list: .list
        case .map: .map
        case .flag: .flag
        case .text, .secret, .digits, .choice, .bytes, .session: .text
        }
    }
}
