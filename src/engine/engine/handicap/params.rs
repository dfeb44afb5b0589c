//! The parameters of the levels 1 to 9.

use crate::engine::level::LevelNumber;

/// How a player thinks about what it sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thought {
    /// It plays the best looking point.
    Glance,
    /// It searches.
    Search {
        /// Most nodes.
        nodes: u64,
        /// Most plies.
        depth: Option<u32>,
    },
}

/// The parameters of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LevelParams {
    /// How it thinks.
    pub thought: Thought,
    /// Number of best moves among which its preference decides.
    pub lines: usize,
    /// How many of a thousand stones near the last moves it overlooks.
    pub near: u32,
    /// How many of a thousand distant ones.
    pub far: u32,
    /// How many of its own stones it overlooks where it would overlook a hundred of the
    /// opponent's.
    pub own: u32,
    /// How many of a thousand fours away from the last moves it fails to stop.
    pub missed_four: u32,
    /// The weight of preference: in values of the search (200 is a win chance of 73 %), or in percent
    /// for a glance.
    pub noise: i32,
}

/// The parameters of a level; the tenth has the ninth's, which are not used.
pub(super) fn of(level: LevelNumber) -> &'static LevelParams {
    let index = usize::from(level.number()).saturating_sub(1);
    TABLE.get(index).unwrap_or(&TABLE[TABLE.len() - 1])
}

/// Level 1 first. Chosen so that each level beats the one below by about 75 %; the measurement is
/// in `tournaments/results`. A search makes better use of what it sees than a glance, so level 4
/// sees no more than level 3.
static TABLE: [LevelParams; 9] = [
    glance([150, 500], 300, 40),
    glance([60, 300], 0, 25),
    glance([15, 160], 0, 14),
    search(300, Some(2), 2, [22, 165], 42),
    search(450, Some(3), 2, [3, 65], 28),
    search(700, None, 2, [0, 14], 18),
    search(1_800, None, 2, [0, 8], 14),
    search(4_500, None, 2, [0, 2], 8),
    search(12_000, None, 2, [0, 0], 5),
];

/// Own stones are overlooked half as often: people prefer their own plans.
const OWN: u32 = 50;

const fn glance([near, far]: [u32; 2], missed_four: u32, noise: i32) -> LevelParams {
    LevelParams { thought: Thought::Glance, lines: 1, near, far, own: OWN, missed_four, noise }
}

const fn search(
    nodes: u64,
    depth: Option<u32>,
    lines: usize,
    [near, far]: [u32; 2],
    noise: i32,
) -> LevelParams {
    let thought = Thought::Search { nodes, depth };
    LevelParams { thought, lines, near, far, own: OWN, missed_four: 0, noise }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the README, row by row.
    #[test]
    fn the_readme_has_these_parameters() {
        let readme = include_str!("../README.md");
        for level in LevelNumber::all().filter(|&level| level < LevelNumber::LAST) {
            let params = of(level);
            let thought = match params.thought {
                Thought::Glance => "glance | |".to_owned(),
                Thought::Search { nodes, depth: None } => format!("{nodes} | |"),
                Thought::Search { nodes, depth: Some(depth) } => format!("{nodes} | {depth} |"),
            };
            let percent = |permille: u32| format!("{} %", f64::from(permille) / 10.0);
            let unit = if params.thought == Thought::Glance { " %" } else { "" };
            let row = format!(
                "| {} | {thought} {} | {} | {} | {}{unit} |",
                level.number(),
                params.lines,
                percent(params.near),
                percent(params.far),
                params.noise,
            );
            assert!(readme.contains(&row), "expected in src/engine/engine/README.md: {row}");
        }
    }
}
