//! How well the classic player plays.

/// How far the classic player looks ahead, weak to strong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skill {
    /// The best looking point.
    Easy,
    /// The best looking point, unless one side has a forcing line to a double threat.
    Threats,
    /// A few moves ahead over the best looking points.
    Hard,
}

impl Skill {
    /// All of them.
    #[cfg(test)]
    pub const ALL: [Skill; 3] = [Skill::Easy, Skill::Threats, Skill::Hard];
}
