import FlowCore
import FlowTool

/// Splits and joins JSON arrays with one element per line.
enum JSONLines {
    /// Returns the elements of a JSON array, each as JSON on one line. The result is empty if the text is not an array.
    static func items(_ array: String) -> [String] {
        guard case .array(let items) = JSONValue(json: Array(array.utf8)) else { return [] }
        return items.map { SafeText(json: $0).string }
    }

    /// Returns a JSON array of elements that are already JSON, with one element per line.
    static func array(_ items: [String]) -> String {
        items.isEmpty ? "[]\n" : "[\n  " + items.joined(separator: ",\n  ") + "\n]\n"
    }
}
