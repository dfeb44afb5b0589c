//! The options of the commands that serve the engine API.

use clap::Args;

use tengen_study::api::PoolLimits;

/// What the engines may use together.
#[derive(Clone, Debug, Args)]
pub(super) struct PoolArgs {
    /// Requests that run at a time; the others wait [default: the number of cores, at most 16; for
    /// the board at least 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    engines: Option<u32>,
    /// Searching threads of all running requests [default: the number of cores, at least one per
    /// request].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// Memory for the tables of all engines together, in MiB; an engine has at least 2.
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory_mb: u64,
}

impl PoolArgs {
    /// The limits; by default, at least `least_engines` requests run at a time.
    pub(super) fn limits(&self, least_engines: usize) -> PoolLimits {
        let standard = PoolLimits::default();
        let engines = self.engines.map_or(standard.engines.max(least_engines), |n| n as usize);
        let threads = self.threads.map_or(standard.threads.max(engines), |n| n as usize);
        PoolLimits { engines, threads, memory_mb: self.memory_mb, ..standard }
    }
}
