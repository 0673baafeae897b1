import FlowTable

extension Dump {
    /// Adds the lines of the blocks: first their offsets, and then their instructions.
    mutating func addCode() {
        addColumn("blocks", view.blockOffset, count: view.blocks) { _, block, offset in
            "block " + String(block) + " at " + String(offset)
        }
        if view.codeBytes == 0 { return }
        addHeading("code")
        let start = offset(of: view.code)
        for block in 0..<view.blocks {
            addHeading("block " + String(block))
            let end = start + (block + 1 < view.blocks ? view.blockOffset[block + 1] : view.codeBytes)
            while offset < end, let line = nextInstruction(codeStart: start) { addBytes(line.count, line.text) }
            addUnused(to: end)
        }
    }

    /// Returns the size in bytes and the description of the next instruction, or nil if the instruction is not valid.
    ///
    /// It adds no line. Offsets in the description count from `codeStart`.
    private func nextInstruction(codeStart: Int) -> (count: Int, text: String)? {
        var reader = reader
        guard let byte = try? reader.readByte(.badCode), let opcode = Opcode(rawValue: byte) else { return nil }
        var text = String(offset - codeStart) + " " + String(describing: opcode)
        var distance: Int?
        for operand in opcode.operands {
            guard let value = try? reader.readVarint(.badCode) else { return nil }
            switch operand {
            case .distance: distance = value
            case .slots, .counters:
                for _ in 0..<value {
                    guard let item = try? reader.readVarint(.badCode) else { return nil }
                    text += " " + description(of: operand, item)
                }
            default: text += " " + description(of: operand, value)
            }
        }
        // The distance of a skip counts from the end of its instruction.
        if let distance { text += " to " + String(reader.offset - codeStart + distance) }
        return (reader.offset - offset, text)
    }

    private func description(of operand: Opcode.Operand, _ value: Int) -> String {
        switch operand {
        case .state: stateLabel(value)
        case .string: quotedString(value)
        case .slot, .slots: slotName(value)
        case .optionalSlot: value == 0 ? "no other slot" : "or " + slotName(value - 1)
        case .counter, .counters: "counter " + String(value)
        case .pattern: "pattern " + String(value)
        case .record: "record " + String(value)
        case .number, .distance: String(value)
        }
    }

    /// The offsets of the notifications' records, in the order in which code refers to them.
    var notifyRecords: [Int] {
        var reader = ByteReader(bytes, from: offset(of: view.code), to: offset(of: view.code) + view.codeBytes)
        var records: [Int] = []
        while let byte = try? reader.readByte(.badCode), let opcode = Opcode(rawValue: byte) {
            for operand in opcode.operands {
                guard let value = try? reader.readVarint(.badCode) else { return records }
                switch operand {
                case .record: records.append(value)
                // The value is the length of a list.
                case .slots, .counters: for _ in 0..<value { _ = try? reader.readVarint(.badCode) }
                default: break
                }
            }
        }
        return records
    }
}
