//! The instructions of this processor that choose a code path, and that path.

use std::sync::LazyLock;

/// The capabilities of a processor that choose a code path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Processor {
    /// Whether the fast path runs: AVX2, BMI1, BMI2, LZCNT and POPCNT. Only [`detect`] sets it.
    has_fast_path: bool,
    /// Whether `pdep` takes a few cycles instead of microcode.
    pub(crate) has_fast_pdep: bool,
}

impl Processor {
    /// The processor of this machine.
    pub(crate) fn get() -> Self {
        // In a virtual machine every `cpuid` instruction costs microseconds.
        static PROCESSOR: LazyLock<Processor> = LazyLock::new(detect);
        *PROCESSOR
    }

    /// Any processor: its code runs on all.
    pub(crate) const ANY: Self = Self { has_fast_path: false, has_fast_pdep: false };

    /// Does some work on the fast path, if there is one. The work is compiled for both paths with all
    /// that is inlined into it, so that it must be a closure `#[inline(always)]`. What it captures would
    /// pass through memory; arguments of up to two words do not.
    #[inline(always)]
    pub(crate) fn run<A, B, C, R>(self, work: impl FnOnce(A, B, C) -> R, a: A, b: B, c: C) -> R {
        #[cfg(target_arch = "x86_64")]
        if self.has_fast_path {
            // Safety: the flag is set only on processors with these instructions.
            #[allow(
                unsafe_code,
                reason = "instructions for bits save a sixth of the time at depth 1, a thirtieth at depth 3"
            )]
            return unsafe { on_fast_path(work, a, b, c) };
        }
        on_any(work, a, b, c)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn on_fast_path<A, B, C, R>(work: impl FnOnce(A, B, C) -> R, a: A, b: B, c: C) -> R {
    work(a, b, c)
}

#[inline(never)]
fn on_any<A, B, C, R>(work: impl FnOnce(A, B, C) -> R, a: A, b: B, c: C) -> R {
    work(a, b, c)
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> Processor {
    Processor::ANY
}

#[cfg(target_arch = "x86_64")]
fn detect() -> Processor {
    let has_fast_path = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    // Miri interprets the fast path, and has no cpuid.
    if cfg!(miri) {
        return Processor { has_fast_path, has_fast_pdep: has_fast_path };
    }
    // Safety: reading what the processor is has no other effect.
    #[allow(
        unsafe_code,
        unused_unsafe,
        reason = "every x86-64 processor has cpuid; newer compilers know"
    )]
    let [leaf_0, leaf_1] = [0, 1].map(|leaf| unsafe { std::arch::x86_64::__cpuid(leaf) });
    let vendor = [leaf_0.ebx, leaf_0.edx, leaf_0.ecx].map(u32::to_le_bytes);
    Processor {
        has_fast_path,
        has_fast_pdep: has_fast_path && !has_slow_pdep(vendor.as_flattened(), family(leaf_1.eax)),
    }
}

/// The processor family, from register EAX of CPUID leaf 1.
#[cfg(target_arch = "x86_64")]
fn family(signature: u32) -> u32 {
    let base = signature >> 8 & 0xf;
    let extended = signature >> 20 & 0xff;
    if base == 0xf { base + extended } else { base }
}

/// Whether `pdep` is microcode of up to hundreds of cycles: on AMD processors before Zen 3,
/// which is family 0x19, and on Hygon's, which are of the design of Zen 1.
#[cfg(target_arch = "x86_64")]
fn has_slow_pdep(vendor: &[u8], family: u32) -> bool {
    matches!(vendor, b"AuthenticAMD" | b"HygonGenuine") && family < 0x19
}

#[cfg(test)]
#[cfg(target_arch = "x86_64")]
mod tests {
    use super::*;

    #[test]
    fn pdep_is_slow_before_zen_3() {
        // Signatures as CPUID reports them.
        for (vendor, signature, is_slow) in [
            (b"AuthenticAMD", 0x0066_0f01, true),  // Excavator
            (b"AuthenticAMD", 0x0080_0f11, true),  // Zen 1
            (b"AuthenticAMD", 0x0087_0f10, true),  // Zen 2
            (b"HygonGenuine", 0x0090_0f02, true),  // Dhyana
            (b"AuthenticAMD", 0x00a2_0f10, false), // Zen 3
            (b"AuthenticAMD", 0x00a6_0f12, false), // Zen 4
            (b"AuthenticAMD", 0x00b4_0f40, false), // Zen 5
            (b"GenuineIntel", 0x0003_06c3, false), // Haswell
            (b"GenuineIntel", 0x0009_0672, false), // Alder Lake
        ] {
            let found = has_slow_pdep(vendor, family(signature));
            assert_eq!(found, is_slow, "{signature:08x}");
        }
    }
}
