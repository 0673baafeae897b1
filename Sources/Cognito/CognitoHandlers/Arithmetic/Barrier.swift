/// Returns the mask, and hides its value from the optimizer.
///
/// Otherwise LLVM may turn a selection by masks back into branches on the secret. `.ci/check-constant-time` finds
/// such branches.
@inline(never) @_optimize(none)
func barrier(_ mask: UInt64) -> UInt64 { mask }

/// Overwrites limbs with zeros. The optimizer cannot remove the writes as dead stores.
@inline(never) @_optimize(none)
func erase(_ limbs: UnsafeMutablePointer<UInt64>, _ count: Int) {
    limbs.update(repeating: 0, count: count)
}

/// Returns 1 if there is a carry, else 0.
@inline(__always)
func bit(_ carry: Bool) -> UInt64 { carry ? 1 : 0 }

/// Returns 1 if a value is zero, else 0, without a branch.
@inline(__always)
func zeroBit(of value: UInt64) -> UInt64 {
    // Of any other value and its negation, at least one has its top bit set.
    let nonzeroBit = (value | (0 &- value)) >> 63
    return nonzeroBit ^ 1
}
