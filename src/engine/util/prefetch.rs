//! Prefetch: starts loading memory that is read soon.

/// Starts loading the cache line of a value. It affects time only, and does nothing on processors
/// without such an instruction.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, which reads nothing visible to the
        // program and never faults; besides, the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
