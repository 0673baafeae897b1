import CognitoFlows

/// A user attribute with its value.
public final class AWSCognitoIdentityUserAttributeType {
    /// The name, such as `phone_number`.
    public var name: String?
    /// The value.
    public var value: String?

    /// Creates an attribute without a name.
    ///
    /// The result is implicitly unwrapped as in the SDK, so that `attribute?.name = …` compiles.
    public init!() {}

    /// Creates an attribute with a name and a value.
    public init(name: String, value: String?) {
        self.name = name
        self.value = value
    }
}

extension [AWSCognitoIdentityUserAttributeType] {
    /// Creates attributes from their values by name, sorted by name.
    init(byName values: [String: String]) {
        self = values.sorted { $0.key < $1.key }.map { Element(name: $0.key, value: $0.value) }
    }

    /// The values by name. A nil value becomes an empty text, and an attribute without a name is omitted.
    ///
    /// If several attributes have the same name, the last one counts.
    var byName: [String: String] {
        var values: [String: String] = [:]
        for attribute in self {
            if let name = attribute.name { values[name] = attribute.value ?? "" }
        }
        return values
    }
}

extension [String: String] {
    /// Returns this map with attributes added, which take precedence, or nil if there are neither entries nor attributes.
    func adding(_ attributes: [AWSCognitoIdentityUserAttributeType]?) -> Self? {
        merging(attributes?.byName ?? [:]) { $1 }.nonEmpty
    }
}
