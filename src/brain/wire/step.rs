//! The steps of swap2 and Soosõrv-8 that Yixin-Board asks for. It has no other description than
//! [its source](https://github.com/accreator/Yixin-Board/blob/master/main.c).

use strum::{EnumString, IntoStaticStr, VariantArray};

/// A step of an opening. The stones come with `YXBOARD` before the steps of swap2, and as rows after
/// the word in those of Soosõrv-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
pub enum YxStep {
    /// Three stones are to be placed.
    #[strum(serialize = "YXSWAP2STEP1")]
    Swap2Three,
    /// A color is to be chosen over three stones, or two more are to be placed.
    #[strum(serialize = "YXSWAP2STEP2")]
    Swap2Choice,
    /// A color is to be chosen over five stones.
    #[strum(serialize = "YXSWAP2STEP3")]
    Swap2Color,
    /// Three stones are to be placed.
    #[strum(serialize = "YXSOOSORVSTEP1")]
    SoosorvThree,
    /// A color is to be chosen over three stones.
    #[strum(serialize = "YXSOOSORVSTEP2")]
    SoosorvFirstColor,
    /// The fourth stone is to be placed, and the number of fifth stones to be declared.
    #[strum(serialize = "YXSOOSORVSTEP3")]
    SoosorvFourth,
    /// A color is to be chosen over four stones and a number of fifth stones.
    #[strum(serialize = "YXSOOSORVSTEP4")]
    SoosorvSecondColor,
    /// Fifth stones are to be offered.
    #[strum(serialize = "YXSOOSORVSTEP5")]
    SoosorvOffer,
    /// One of the fifth stones is to be picked.
    #[strum(serialize = "YXSOOSORVSTEP6")]
    SoosorvPick,
}

impl YxStep {
    pub fn word(self) -> &'static str {
        self.into()
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
    fn a_number_comes_only_before_rows() {
        assert!(YxStep::VARIANTS.iter().all(|step| step.has_rows() || !step.has_count()));
    }
}
