//! The weights that are part of the program.

use crate::types::Rule;

/// The files of a rule: its weights that are part of the program.
pub(super) struct RuleFiles {
    /// Of the tables.
    pub tables: &'static [u8],
    /// Of the network.
    pub network: &'static [u8],
    /// Of the policy.
    pub policy: &'static [u8],
}

/// The embedded weights of a rule as files: those of the tables, the network and the policy.
pub fn embedded_files(rule: Rule) -> [&'static [u8]; 3] {
    let RuleFiles { tables, network, policy } = files_of(rule);
    [tables, network, policy]
}

macro_rules! files {
    ($name:literal) => {
        RuleFiles {
            tables: include_bytes!(concat!("weights/", $name, ".tgev")),
            network: include_bytes!(concat!("weights/", $name, ".tgnn")),
            policy: include_bytes!(concat!("weights/", $name, ".tgpo")),
        }
    };
}

/// The embedded files of a rule.
pub(super) const fn files_of(rule: Rule) -> RuleFiles {
    match rule {
        Rule::Freestyle => files!("freestyle"),
        Rule::Standard => files!("standard"),
        Rule::Renju => files!("renju"),
        Rule::Caro => files!("caro"),
        Rule::CaroExact => files!("caro-exact"),
    }
}
