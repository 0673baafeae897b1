/// The code of all blocks in order of first use, without duplicates.
struct CodePool {
    /// The number of each block, by its code.
    private var numbers: [[UInt8]: Int] = [:]
    /// By block: the offset of its code in ``bytes``.
    private(set) var offsets: [Int] = []
    /// The code of all blocks, concatenated.
    private(set) var bytes: [UInt8] = []

    /// Returns the number of the block with this code, and adds the code if it is new.
    mutating func intern(_ code: [UInt8]) -> Int {
        if let known = numbers[code] { return known }
        let number = offsets.count
        numbers[code] = number
        offsets.append(bytes.count)
        bytes.append(contentsOf: code)
        return number
    }
}
