//! The names of properties: those that are read, and what the others mean.

/// What is read or written, and what says nothing about a game: the version, the code page, the
/// program that wrote the file and how another program shows variations.
const KNOWN: &str = "FF GM CA AP ST SZ RU PB PW RO DT ON OPENINGSTONES RE VERDICT GC SESSION \
    STARTED AB AW AE BLOCKED PL B W MSEC DEPTH VALUE NODES C LB HO START";

/// All other properties of FF\[1\] to FF\[4\], without those that mark points. CITE:
/// <https://www.red-bean.com/sgf/proplist_ff.html>.
const OF_SGF: &str = "AN AS BL BM BR BS BT CP DM DO EV EX FG GB GE GN GW HA ID IP IT IY KM KO LT \
    MN N OB OM OP OT OV OW PC PM SI SO SU TE TM UC US V W WC WL WR WS WT";

/// Those that mark points.
const MARKS: &str = "AR CH CR DD EL L LN M MA RG SC SE SL SQ TB TC TR TW VW";

/// Whether a property is read, or says nothing about a game.
pub(super) fn is_known(name: &str) -> bool {
    has(KNOWN, name)
}

/// Whether the points of a property are known not to be stones that another program set up.
pub(super) fn has_known_points(name: &str) -> bool {
    has(KNOWN, name) || has(MARKS, name)
}

/// Whether another program may mean anything by a property.
pub(super) fn is_private(name: &str) -> bool {
    !has(KNOWN, name) && !has(MARKS, name) && !has(OF_SGF, name)
}

fn has(list: &str, name: &str) -> bool {
    list.split(' ').any(|known| known == name)
}
