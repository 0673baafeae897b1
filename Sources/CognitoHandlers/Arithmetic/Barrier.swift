/// Returns the mask unchanged, without letting the optimizer know that.
///
/// Otherwise LLVM turns a selection by masks back into branches on the secret. `.ci/check-constant-time` measures that.
@inline(never) @_optimize(none)
func barrier(_ mask: UInt64) -> UInt64 { mask }

/// Zeroes limbs. The optimizer cannot remove it as a dead store.
@inline(never) @_optimize(none)
func erase(_ limbs: UnsafeMutablePointer<UInt64>, _ count: Int) {
    limbs.update(repeating: 0, count: count)
}

/// Returns a carry as a number: 1 if there is one, else 0.
@inline(__always)
func bit(_ carry: Bool) -> UInt64 { carry ? 1 : 0 }

/// Returns 1 if a value is zero, else 0, without a branch.
@inline(__always)
func isZeroBit(_ value: UInt64) -> UInt64 { ((value | (0 &- value)) >> 63) ^ 1 }
