//! Files of games: their formats, reading them, and selecting one game of a file.

use std::fmt::{self, Display};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, bail};

use tengen_engine::types::{BoardSize, Rule};
use tengen_records::game_format::{GameFormat, ReadDefaults, ReadLosses};
use tengen_records::game_tree::GameTree;
use tengen_records::library::rows::DamagedRow;
use tengen_records::read_loss::ReadLoss;
use tengen_records::read_note::ReadNote;
use tengen_records::words::rule::GivenRule;
use tengen_util::charset::Charset;
use tengen_util::count::counted;
use tengen_util::files;
use tengen_util::stderr;

/// The given format, or that of the file name extension. `option` is the option that sets a format.
pub(super) fn format(named: Option<GameFormat>, path: &Path, option: &str) -> Result<GameFormat> {
    if let Some(format) = named.or_else(|| format_of(path)) {
        return Ok(format);
    }
    bail!("{}, or {option}", unknown_format(path))
}

fn format_of(path: &Path) -> Option<GameFormat> {
    GameFormat::of_name(&path.file_name()?.to_string_lossy())
}

fn unknown_format(path: &Path) -> String {
    let endings = GameFormat::endings("or");
    format!("{}: expected a name that ends with {endings}", path.display())
}

/// The format of a file that holds games by its name or its contents; `None` for another file.
pub(super) fn detect(path: &Path) -> Option<GameFormat> {
    let name = path.to_string_lossy();
    if let Some(format) = GameFormat::of_name(&name) {
        // An extension that several formats have leaves it to the contents.
        let bytes = files::read_regular(path).ok();
        return bytes.and_then(|bytes| GameFormat::detect(&name, &bytes)).or(Some(format));
    }
    GameFormat::detect(&name, &files::read_regular(path).ok()?)
}

/// The bytes of a file of games, or of stdin if it is `-`, and how to read them. However many games
/// they are, one at a time is in memory.
pub(super) struct GameSource<'a> {
    path: &'a Path,
    bytes: Vec<u8>,
    from: GameFormat,
    /// What applies to games that do not say it.
    defaults: ReadDefaults,
    /// How many games are read.
    limit: GameLimit,
    /// Whether nothing may be lost or in doubt.
    is_strict: bool,
}

impl<'a> GameSource<'a> {
    /// Reads the bytes. Without a `named` format the name or the contents show it; `option` is the
    /// option that sets one.
    pub(super) fn open(
        path: &'a Path,
        named: Option<GameFormat>,
        option: Option<&str>,
        defaults: ReadDefaults,
        limit: GameLimit,
        is_strict: bool,
    ) -> Result<Self> {
        let unknown = || {
            let option = option.map(|option| format!(", or {option}"));
            format!("{}{}", unknown_format(path), option.unwrap_or_default())
        };
        if path.as_os_str() != "-" && !path.exists() && named.or_else(|| format_of(path)).is_none()
        {
            bail!("{}", unknown());
        }
        let bytes = read_bytes(path)?;
        let seen = || GameFormat::detect(&path.to_string_lossy(), &bytes);
        let from = named.or_else(seen).with_context(unknown)?;
        Ok(Self { path, bytes, from, defaults, limit, is_strict })
    }

    /// Passes the games with their numbers to `take`, until that breaks.
    ///
    /// # Errors
    /// If no game can be read, or something is lost or in doubt and nothing may be; then games were
    /// passed on.
    pub(super) fn each(
        &self,
        mut take: impl FnMut(u64, GameTree) -> ControlFlow<()>,
    ) -> Result<ReadLosses> {
        let (mut count, mut overruled) = (0, Overruled::default());
        let read = self.from.each(&self.bytes, self.defaults, |number, game| {
            self.limit.admit(&mut count)?;
            overruled.see(self.defaults.rule, number, game.start().rule());
            take(number, game)
        });
        let mut losses = read.with_context(|| self.path.display().to_string())?;
        let damage = self.remarks(&losses);
        if let Some(first) = damage.first().filter(|_| self.is_strict) {
            let more = counted(damage.len() as u64 - 1, "more");
            let more = if damage.len() > 1 { format!(" ({more})") } else { String::new() };
            bail!("{first}{more}; nothing is read from it because of --strict");
        }
        let said = [self.limit.sentence(count), overruled.sentence(self.defaults.rule)];
        losses.lost.extend(said.into_iter().flatten().map(ReadLoss::Said));
        Ok(losses)
    }

    /// The game with this number, or the last one, and what was lost in reading.
    ///
    /// # Errors
    /// As [`each`](Self::each), if there is no such game, or the last one is left out.
    fn pick(&self, wanted: Option<u64>) -> Result<(GameTree, ReadLosses)> {
        let (mut picked, mut last) = (Picked::default(), 0);
        let losses = self.each(|number, game| {
            last = number;
            picked.take(wanted, number, game);
            ControlFlow::Continue(())
        })?;
        // Games that are left out have numbers, too.
        let lacks_last = losses.left_out > 0 && last != picked.count + losses.left_out;
        if let Some(damage) = losses.unread.last().filter(|_| lacks_last && wanted.is_none()) {
            bail!("{}: {damage}; expected the number of one of the others", self.path.display());
        }
        Ok((picked.found(self.path, wanted)?, losses))
    }

    /// Reports on stderr what [`remarks`](Self::remarks) says.
    pub(super) fn say(&self, losses: &ReadLosses) {
        self.remarks(losses).iter().for_each(|remark| stderr::say(format_args!("{remark}")));
    }

    /// The board and the rule that were taken for a text that names neither: the help of a command says
    /// which those are, a game that is opened at a board does not.
    fn assumed(&self, losses: &ReadLosses) -> Option<String> {
        let is_assumed = |note: &&ReadNote| matches!(note, ReadNote::Assumed { .. });
        let note = losses.notes.iter().find(is_assumed)?;
        Some(format!("{}: {note}", self.path.display()))
    }

    /// What is damaged and what was lost in reading, one line each.
    fn remarks(&self, losses: &ReadLosses) -> Vec<String> {
        remarks(losses).map(|remark| remark.of(self.path)).collect()
    }
}

/// Games that name another rule than the user.
#[derive(Default)]
struct Overruled {
    count: u64,
    /// The number and the rule of the first.
    first: Option<(u64, Rule)>,
}

impl Overruled {
    fn see(&mut self, given: GivenRule, number: u64, rule: Rule) {
        if given.asked().is_some_and(|asked| asked != rule) {
            self.count += 1;
            self.first.get_or_insert((number, rule));
        }
    }

    /// The sentence that they stay what they are.
    fn sentence(&self, given: GivenRule) -> Option<String> {
        let (asked, (number, rule)) = (given.asked()?, self.first?);
        let more = match self.count {
            1 => String::new(),
            count => format!(" ({} name another rule)", counted(count, "game")),
        };
        Some(format!(
            "game {number} names the rule {rule} and stays of that rule{more}; --rule {asked} is for games that name none"
        ))
    }
}

/// How many games of a file are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct GameLimit {
    /// Read only the first N games of a file [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_games: Option<u64>,
}

impl GameLimit {
    /// Counts a game; breaks if it is beyond the limit.
    pub(super) fn admit(self, count: &mut u64) -> ControlFlow<()> {
        *count += 1;
        match self.max_games {
            Some(most) if *count > most => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// The sentence that a file has more games than were read, of which `count` were seen.
    pub(super) fn sentence(self, count: u64) -> Option<String> {
        let most = self.max_games.filter(|&most| count > most)?;
        Some(match most {
            1 => "only the first game is read (--max-games)".to_owned(),
            most => format!("only the first {most} games are read (--max-games)"),
        })
    }
}

/// The bytes of a file, or of stdin if it is `-`.
fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    if path.as_os_str() != "-" {
        let bytes = files::read_regular(path);
        return bytes.with_context(|| format!("cannot read {}", path.display()));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).context("cannot read stdin")?;
    Ok(bytes)
}

/// How a file of games is read.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct ReadArgs {
    /// The code page of texts in a file of games, such as gbk, shift_jis, euc-kr, big5 or
    /// windows-1251 [default: what the file says, else UTF-8 or a guess]
    #[arg(long, value_name = "NAME")]
    encoding: Option<Charset>,
    /// Refuse a file of games of which anything is skipped, guessed or in doubt
    #[arg(long)]
    strict: bool,
}

/// How a file of games is read, and what applies to games that do not say it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct GameArgs {
    /// The rule of games that name none, or one that is unknown [default: freestyle for games that
    /// name none]
    #[arg(long, value_parser = crate::values::rule())]
    rule: Option<Rule>,
    /// The board of games that name none, such as lists of moves
    #[arg(long, value_name = "N|WxH", default_value = "15")]
    size: BoardSize,
    #[command(flatten)]
    reading: ReadArgs,
}

/// As without an option.
impl Default for GameArgs {
    fn default() -> Self {
        let size = BoardSize::square(15).expect("15 is a side of a board");
        Self { rule: None, size, reading: ReadArgs::default() }
    }
}

impl GameArgs {
    /// What applies to games that do not say it.
    pub(super) fn defaults(self) -> ReadDefaults {
        let Self { rule, size, reading } = self;
        ReadDefaults { rule: rule.into(), size, charset: reading.encoding }
    }

    /// The games of a file, whose name or contents show its format.
    ///
    /// # Errors
    /// As [`GameSource::open`].
    pub(super) fn open(self, path: &Path, limit: GameLimit) -> Result<GameSource<'_>> {
        GameSource::open(path, None, None, self.defaults(), limit, self.reading.strict)
    }

    /// As [`read_one`].
    ///
    /// # Errors
    /// If the file or the game cannot be read.
    pub(super) fn read_one(self, path: &Path, number: Option<u64>) -> Result<ReadGame> {
        read_one(path, number, self.rule, self.size, self.reading)
    }

    /// The code page, if one is named.
    pub(super) fn encoding(self) -> Option<Charset> {
        self.reading.encoding
    }

    /// Whether nothing may be in doubt.
    pub(super) fn is_strict(self) -> bool {
        self.reading.strict
    }
}

/// A game of a file.
pub(super) struct ReadGame {
    pub(super) game: GameTree,
    /// Whether a part of the file cannot be read.
    pub(super) is_damaged: bool,
}

/// The game of a file with this number, or the last one; damaged games, rows of a library and other
/// losses are reported on stderr. Games of a library have the numbers of the library, others count
/// from 1.
pub(super) fn read_one(
    path: &Path,
    number: Option<u64>,
    rule: impl Into<GivenRule>,
    size: BoardSize,
    args: ReadArgs,
) -> Result<ReadGame> {
    let defaults = ReadDefaults { rule: rule.into(), size, charset: args.encoding };
    let limit = GameLimit::default();
    let source = GameSource::open(path, None, None, defaults, limit, args.strict)?;
    let (game, losses) = source.pick(number)?;
    source.say(&losses);
    Ok(ReadGame { game, is_damaged: losses.is_damaged() })
}

/// As [`read_one`], with the damages and losses as sentences. A name without an ending is the
/// file's, and the contents tell the format; or `.sgf` was added to it when the game was saved.
/// `rule` is the usual one here.
pub(super) fn open(
    path: &Path,
    number: Option<u64>,
    rule: Rule,
    size: BoardSize,
    args: ReadArgs,
) -> Result<(GameTree, Vec<String>)> {
    let saved = path.with_extension("sgf");
    let is_saved = path.extension().is_none() && !path.exists() && saved.exists();
    let path = if is_saved { saved.as_path() } else { path };
    // Commands may be read from stdin.
    let is_known = path.as_os_str() != "-" && (format_of(path).is_some() || path.exists());
    if !is_known && (path.extension().is_some() || path.as_os_str() == "-") {
        bail!("{}", unknown_format(path));
    }
    let bytes = read_bytes(path)?;
    let seen = GameFormat::detect(&path.to_string_lossy(), &bytes);
    let any = || path.extension().is_none().then(|| GameFormat::recognize(&bytes));
    let from = seen.or_else(any).with_context(|| unknown_format(path))?;
    let defaults = ReadDefaults { rule: GivenRule::Usual(rule), size, charset: args.encoding };
    let limit = GameLimit::default();
    let source = GameSource { path, bytes, from, defaults, limit, is_strict: args.strict };
    let (game, losses) = source.pick(number)?;
    let remarks = source.remarks(&losses).into_iter().chain(source.assumed(&losses));
    Ok((game, remarks.map(|what| format!("{}.", what.trim_end_matches('.'))).collect()))
}

/// The game that is looked for, and how many others there are.
struct Picked<T> {
    game: Option<T>,
    count: u64,
}

impl<T> Default for Picked<T> {
    fn default() -> Self {
        Self { game: None, count: 0 }
    }
}

impl<T> Picked<T> {
    /// Keeps the game with the wanted number, or the last.
    fn take(&mut self, wanted: Option<u64>, number: u64, game: T) {
        self.count += 1;
        let is_wanted = wanted.is_none_or(|wanted| wanted == number && self.game.is_none());
        if is_wanted {
            self.game = Some(game);
        }
    }

    fn found(self, path: &Path, wanted: Option<u64>) -> Result<T> {
        let path = path.display();
        let games = counted(self.count, "game");
        self.game.with_context(|| match wanted {
            Some(wanted) => format!("{path}: no game {wanted}, the file has {games}"),
            None => format!("{path} contains no game"),
        })
    }
}

/// What is damaged in a file, what was lost and what was left out in reading it, the most serious first.
pub(super) fn remarks(losses: &ReadLosses) -> impl Iterator<Item = Remark> + '_ {
    let is_go = |note: &&ReadNote| matches!(note, ReadNote::Go(_));
    let is_rest = |note: &&ReadNote| matches!(note, ReadNote::Ignored(_));
    let notes = || losses.notes.iter();
    let about = |text: &dyn Display| Remark { line: None, text: text.to_string() };
    let go = notes().filter(is_go).map(move |note| about(note));
    let damages = losses.skipped.iter().map(Remark::from);
    let unread = losses.unread.iter().map(move |part| about(part));
    let lost = losses.lost.iter().map(move |lost| about(lost));
    go.chain(damages)
        .chain(unread)
        .chain(lost)
        .chain(notes().filter(is_rest).map(move |note| about(note)))
}

/// A sentence about a file, or one line of it.
#[derive(Debug)]
pub(super) struct Remark {
    /// The line, from 1.
    line: Option<usize>,
    text: String,
}

impl Remark {
    /// The sentence with the file's name before it.
    pub(super) fn of(&self, path: &Path) -> String {
        let (path, text) = (path.display(), &self.text);
        match self.line {
            Some(line) => format!("{path}:{line}: {text}"),
            None => format!("{path}: {text}"),
        }
    }
}

/// The sentence without the file's name.
impl Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

impl From<&DamagedRow> for Remark {
    fn from(DamagedRow { line, error, followers }: &DamagedRow) -> Self {
        let what = match followers {
            0 => "the row is skipped".to_owned(),
            1 => "the row and one after it are skipped".to_owned(),
            count => format!("the row and {count} after it are skipped"),
        };
        Self { line: Some(*line), text: format!("{error}; {what}") }
    }
}

/// Reports a damaged row on stderr.
pub(super) fn report_damage(path: &Path, damage: &DamagedRow) {
    stderr::say(format_args!("{}", Remark::from(damage).of(path)));
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn formats_follow_from_names_unless_given() {
        let format = |name: &str, named| super::format(named, Path::new(name), "--to");
        assert_eq!(format("a.SGF", None).unwrap(), GameFormat::SGF);
        assert_eq!(format("-", Some(GameFormat::PSQ)).unwrap(), GameFormat::PSQ);
        let error = format("games", None).unwrap_err().to_string();
        assert!(error.contains("expected a name that ends with"), "{error}");
    }

    #[test]
    fn a_name_without_an_ending_is_also_that_of_a_saved_game() {
        let folder = tempfile::tempdir().unwrap();
        let size = BoardSize::square(15).unwrap();
        let open = |name: &str| {
            let args = ReadArgs::default();
            let opened = open(&folder.path().join(name), None, Rule::Freestyle, size, args);
            opened.map(|(tree, _)| tree.len()).map_err(|error| error.to_string())
        };
        fs::write(folder.path().join("a.sgf"), "(;GM[4]SZ[9];B[ee])").unwrap();
        assert_eq!(open("a"), Ok(1));
        assert!(open("b").unwrap_err().starts_with("cannot read "), "{:?}", open("b"));
        fs::write(folder.path().join("a"), "h8i9").unwrap();
        assert_eq!(open("a"), Ok(2));
    }

    #[test]
    fn a_game_that_names_another_rule_than_the_user_is_told_of() {
        let said = |rules: &[Rule], given: GivenRule| {
            let mut overruled = Overruled::default();
            (1..).zip(rules).for_each(|(number, &rule)| overruled.see(given, number, rule));
            overruled.sentence(given)
        };
        let rules = [Rule::Renju, Rule::Freestyle, Rule::Caro];
        let text = said(&rules, GivenRule::Asked(Rule::Renju)).unwrap();
        assert!(text.starts_with("game 2 names the rule freestyle and stays"), "{text}");
        assert!(text.contains("(2 games name another rule); --rule renju is for"), "{text}");
        assert_eq!(said(&rules[..1], GivenRule::Asked(Rule::Renju)), None);
        assert_eq!(said(&rules, GivenRule::Usual(Rule::Renju)), None);
    }

    #[test]
    fn the_last_game_is_taken_unless_one_is_named() {
        let pick = |games: &[u64], number| {
            let mut picked = Picked::default();
            games.iter().for_each(|&of| picked.take(number, of, of * 10));
            picked.found(Path::new("a.csv"), number).map_err(|error| error.to_string())
        };
        assert_eq!(pick(&[1, 4, 9], None), Ok(90));
        assert_eq!(pick(&[1, 4, 9], Some(4)), Ok(40));
        assert_eq!(
            pick(&[1, 4], Some(3)),
            Err("a.csv: no game 3, the file has 2 games".to_owned())
        );
        assert_eq!(pick(&[], None), Err("a.csv contains no game".to_owned()));
    }

    #[test]
    fn a_remark_names_the_file_where_nothing_else_does() {
        let remark = |line| Remark { line, text: "what was seen".to_owned() };
        let path = Path::new("a.csv");
        assert_eq!(remark(Some(7)).of(path), "a.csv:7: what was seen");
        assert_eq!(remark(None).of(path), "a.csv: what was seen");
        assert_eq!(remark(Some(7)).to_string(), "line 7: what was seen");
        assert_eq!(remark(None).to_string(), "what was seen");
    }
}
