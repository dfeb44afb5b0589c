//! A short pass over all targets.

use super::*;
use tengen_engine::util::rng::Rng;

/// Number of mutations of a target's samples; large files get fewer.
const MUTATIONS: usize = 3000;
const LARGE: usize = 10_000;

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().take(300).collect()
}

#[test]
fn every_reader_accepts_its_samples() {
    let mut refused = Vec::new();
    for &target in Target::ALL {
        let samples = target.samples();
        assert!(!samples.is_empty(), "{target:?}");
        for sample in samples.iter().filter(|sample| !target.read(sample)) {
            refused.push(format!("{target:?}: {:?}", shown(sample)));
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn no_reader_panics_on_mutated_samples() {
    let mut problems = Vec::new();
    for &target in Target::ALL {
        let samples = target.samples();
        let is_large = samples.iter().any(|sample| sample.len() > LARGE);
        let count = if is_large { MUTATIONS / 20 } else { MUTATIONS };
        for seed in 0..count as u64 {
            let mut rng = Rng::stream(target as u64, seed);
            let Some(sample) = rng.choose(&samples).cloned() else { continue };
            let bytes = target.sealed(mutate::mutate(&mut rng, &sample, &samples));
            if std::panic::catch_unwind(|| target.read(&bytes)).is_err() {
                problems.push(format!("{target:?}, seed {seed}: {:?}", shown(&bytes)));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn targets_are_found_by_name() {
    for &target in Target::ALL {
        assert_eq!(Target::named(&target.name()), Some(target));
    }
    assert_eq!(Target::named("nothing"), None);
}
