/// An identity that the optimiser cannot look through. Without it LLVM turns a selection by masks back into branches on
/// the secret that the mask was made of; `.ci/check-constant-time` measures that.
@inline(never) @_optimize(none)
func barrier(_ mask: UInt64) -> UInt64 { mask }

/// Overwrites limbs with zeros, where the optimiser cannot drop it as a store that nobody reads.
@inline(never) @_optimize(none)
func erase(_ limbs: UnsafeMutablePointer<UInt64>, _ count: Int) {
    limbs.update(repeating: 0, count: count)
}

/// 1 for a carry, 0 for none.
@inline(__always)
func bit(_ carry: Bool) -> UInt64 { carry ? 1 : 0 }

/// 1 if a value is zero, 0 if not, without a branch.
@inline(__always)
func isZeroBit(_ value: UInt64) -> UInt64 { ((value | (0 &- value)) >> 63) ^ 1 }
