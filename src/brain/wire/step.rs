//! The steps of swap2 and Soosõrv-8 that Yixin-Board asks for. It has no other description than
//! [its source](https://github.com/accreator/Yixin-Board/blob/master/main.c).

/// A step of an opening. The stones come with `YXBOARD` before the steps of swap2, and as rows after
/// the word in those of Soosõrv-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YxStep {
    /// Three stones are to be placed.
    Swap2Three,
    /// A color is to be chosen over three stones, or two more are to be placed.
    Swap2Choice,
    /// A color is to be chosen over five stones.
    Swap2Color,
    /// Three stones are to be placed.
    SoosorvThree,
    /// A color is to be chosen over three stones.
    SoosorvFirstColor,
    /// The fourth stone is to be placed, and the number of fifth stones to be declared.
    SoosorvFourth,
    /// A color is to be chosen over four stones and a number of fifth stones.
    SoosorvSecondColor,
    /// Fifth stones are to be offered.
    SoosorvOffer,
    /// One of the fifth stones is to be picked.
    SoosorvPick,
}

impl YxStep {
    /// Every step with its word.
    pub(crate) const ALL: [(&'static str, Self); 9] = [
        ("YXSWAP2STEP1", Self::Swap2Three),
        ("YXSWAP2STEP2", Self::Swap2Choice),
        ("YXSWAP2STEP3", Self::Swap2Color),
        ("YXSOOSORVSTEP1", Self::SoosorvThree),
        ("YXSOOSORVSTEP2", Self::SoosorvFirstColor),
        ("YXSOOSORVSTEP3", Self::SoosorvFourth),
        ("YXSOOSORVSTEP4", Self::SoosorvSecondColor),
        ("YXSOOSORVSTEP5", Self::SoosorvOffer),
        ("YXSOOSORVSTEP6", Self::SoosorvPick),
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        let known = Self::ALL.iter().find(|(_, step)| *step == self);
        known.map_or("", |(word, _)| word)
    }

    /// The step of a word in upper case.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == word).map(|&(_, step)| step)
    }

    /// Whether rows follow, up to `DONE`.
    pub(crate) const fn has_rows(self) -> bool {
        use YxStep::{SoosorvThree, Swap2Choice, Swap2Color, Swap2Three};
        !matches!(self, Swap2Three | Swap2Choice | Swap2Color | SoosorvThree)
    }

    /// Whether the number of fifth stones comes before the rows.
    pub(crate) const fn has_count(self) -> bool {
        matches!(self, Self::SoosorvSecondColor | Self::SoosorvOffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_steps_are_one_to_one() {
        for (word, step) in YxStep::ALL {
            assert_eq!(YxStep::from_word(word), Some(step));
            assert_eq!(step.word(), word);
            assert!(step.has_rows() || !step.has_count());
        }
    }
}
