import FlowCore
import FlowTool

/// Splits and joins JSON arrays.
enum JSONLines {
    /// The elements of an array, each as text on one line.
    static func items(_ array: String) -> [String] {
        guard case .array(let items) = JSONValue(json: Array(array.utf8)) else { return [] }
        return items.map { SafeText(json: $0).string }
    }

    /// An array with one element per line.
    static func array(_ items: [String]) -> String {
        items.isEmpty ? "[]\n" : "[\n  " + items.joined(separator: ",\n  ") + "\n]\n"
    }
}
