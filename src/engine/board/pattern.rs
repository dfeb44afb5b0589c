//! The classes of what a player gains with a stone on an empty cell: the class of one line through
//! it, and the combined class of its four lines.

/// What one line gives a player who puts a stone on an empty cell, weak to strong. "Open" (F, free)
/// and "blocked" (B) as usual; every pattern contains the new stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum LineClass {
    /// No five can ever come from it.
    Dead = 0,
    /// An overline, or under renju two fours in one line for black: forbidden to black under renju,
    /// not a win elsewhere.
    Foul = 1,
    /// One stone, blocked: a blocked two can follow.
    B1 = 2,
    /// One stone, open: an open two can follow.
    F1 = 3,
    /// Two stones, blocked: a blocked three can follow.
    B2 = 4,
    /// Two stones, open: an open three can follow on one or two cells.
    F2 = 5,
    /// Two stones, open: an open three can follow on three cells.
    F2A = 6,
    /// Two stones, open: an open three can follow on four or more cells.
    F2B = 7,
    /// Three stones, blocked: a four can follow.
    B3 = 8,
    /// Open three: an open four can follow on one cell.
    F3 = 9,
    /// Open three: an open four can follow on two or more cells.
    F3S = 10,
    /// A four: a five can follow, and one reply can stop it.
    B4 = 11,
    /// Open four: a five can follow whatever the reply.
    F4 = 12,
    /// Five, or another winning row.
    F5 = 13,
}

impl LineClass {
    /// Number of classes.
    pub const COUNT: usize = 14;

    /// All classes, weak to strong.
    pub const ALL: [LineClass; LineClass::COUNT] = [
        LineClass::Dead,
        LineClass::Foul,
        LineClass::B1,
        LineClass::F1,
        LineClass::B2,
        LineClass::F2,
        LineClass::F2A,
        LineClass::F2B,
        LineClass::B3,
        LineClass::F3,
        LineClass::F3S,
        LineClass::B4,
        LineClass::F4,
        LineClass::F5,
    ];

    /// The class with number `index`; numbers past the last class are [`LineClass::F5`].
    #[inline]
    pub const fn from_index(index: u8) -> LineClass {
        LineClass::ALL[if index < 14 { index as usize } else { 13 }]
    }

    /// Whether it is a four, open or not; a five does not count.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, LineClass::B4 | LineClass::F4)
    }

    /// Whether it is an open three.
    #[inline]
    pub const fn is_open_three(self) -> bool {
        matches!(self, LineClass::F3 | LineClass::F3S)
    }
}

/// What the four lines together give a player who puts a stone on an empty cell, weak to strong.
/// Threats, those of an open three or more, have bit 3 set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Combined {
    /// Nothing of note.
    None = 0,
    /// Looks forbidden to black under renju: a foul line, two open threes or two fours.
    /// [`crate::rules::forbidden`] decides whether it is.
    Suspect = 1,
    /// One open two.
    OpenTwo = 2,
    /// One blocked three.
    BlockedThree = 3,
    /// Two open twos.
    DoubleTwo = 4,
    /// Two blocked threes, or a blocked three with an open two.
    BlockedThreePlus = 5,
    /// One open three.
    OpenThree = 8,
    /// An open three with a blocked three or an open two.
    OpenThreePlus = 9,
    /// Two open threes.
    DoubleThree = 10,
    /// One four.
    Four = 11,
    /// A four with a blocked three or an open two.
    FourPlus = 12,
    /// A four with an open three.
    FourThree = 13,
    /// An open four or two fours: a five follows whatever the reply.
    OpenFour = 14,
    /// A win at once.
    Five = 15,
}

impl Combined {
    /// The class with number `index`; numbers without a class are [`Combined::None`].
    #[inline]
    pub const fn from_index(index: u8) -> Combined {
        const ALL: [Combined; 16] = [
            Combined::None,
            Combined::Suspect,
            Combined::OpenTwo,
            Combined::BlockedThree,
            Combined::DoubleTwo,
            Combined::BlockedThreePlus,
            Combined::None,
            Combined::None,
            Combined::OpenThree,
            Combined::OpenThreePlus,
            Combined::DoubleThree,
            Combined::Four,
            Combined::FourPlus,
            Combined::FourThree,
            Combined::OpenFour,
            Combined::Five,
        ];
        ALL[(index & 15) as usize]
    }

    /// Whether it is an open three or better: [`Combined::OpenThree`] and above.
    #[inline]
    pub const fn is_threat(self) -> bool {
        self as u8 & 8 != 0
    }

    /// Whether it makes at least a four: [`Combined::Four`] and above.
    #[inline]
    pub const fn is_four(self) -> bool {
        self as u8 >= Combined::Four as u8
    }

    /// The class of four lines together. `restrained`: for black under renju, whom double threes,
    /// double fours and overlines are forbidden unless a five comes with them.
    pub fn of(lines: [LineClass; 4], restrained: bool) -> Combined {
        let count = |test: fn(LineClass) -> bool| lines.iter().filter(|&&line| test(line)).count();
        let fives = count(|line| line == LineClass::F5);
        let open_fours = count(|line| line == LineClass::F4);
        let fours = count(LineClass::is_four);
        let threes = count(LineClass::is_open_three);
        let overlines = count(|line| line == LineClass::Foul);
        let blocked_threes = count(|line| line == LineClass::B3);
        let twos = count(|line| matches!(line, LineClass::F2 | LineClass::F2A | LineClass::F2B));
        match () {
            () if fives > 0 => Combined::Five,
            () if restrained && (overlines > 0 || fours > 1 || threes > 1) => Combined::Suspect,
            () if open_fours > 0 || fours > 1 => Combined::OpenFour,
            () if fours > 0 && threes > 0 => Combined::FourThree,
            () if fours > 0 && blocked_threes + twos > 0 => Combined::FourPlus,
            () if fours > 0 => Combined::Four,
            () if threes > 1 => Combined::DoubleThree,
            () if threes > 0 && blocked_threes + twos > 0 => Combined::OpenThreePlus,
            () if threes > 0 => Combined::OpenThree,
            () if blocked_threes > 1 || (blocked_threes > 0 && twos > 0) => {
                Combined::BlockedThreePlus
            }
            () if twos > 1 => Combined::DoubleTwo,
            () if blocked_threes > 0 => Combined::BlockedThree,
            () if twos > 0 => Combined::OpenTwo,
            () => Combined::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for line in LineClass::ALL {
            assert_eq!(LineClass::from_index(line as u8), line);
        }
        for index in 0..16u8 {
            let class = Combined::from_index(index);
            let has_class = !matches!(index, 6 | 7);
            assert_eq!(class as u8, if has_class { index } else { Combined::None as u8 });
        }
    }

    #[test]
    fn renju_restrains_black_unless_a_five_comes() {
        let double_four = [LineClass::B4, LineClass::B4, LineClass::Dead, LineClass::Dead];
        assert_eq!(Combined::of(double_four, false), Combined::OpenFour);
        assert_eq!(Combined::of(double_four, true), Combined::Suspect);
        assert_eq!(
            Combined::of([LineClass::F5, LineClass::B4, LineClass::F4, LineClass::Foul], true),
            Combined::Five
        );
        assert_eq!(
            Combined::of([LineClass::F4, LineClass::F3, LineClass::Dead, LineClass::Dead], true),
            Combined::OpenFour
        );
    }
}
