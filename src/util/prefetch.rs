//! Telling the processor what will soon be read.

/// Asks for the cache line of a value. It changes nothing but time; where there is no such instruction
/// it does nothing.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction belongs to every x86-64 processor, reads nothing that a program can
        // see and never faults; the address is that of a live value besides.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
