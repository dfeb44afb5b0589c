//! The options of the brain, which other commands share.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::protocol::BrainOptions;
use tengen_engine::engine::Level;
use tengen_engine::engine::{EvaluationKind, Options, Trained};
use tengen_engine::eval::embedded_files;
use tengen_engine::types::Rule;
use tengen_records::book::open_book::BookFile;
use tengen_records::book::reader::Book;
use tengen_records::book::{BookError, SHORT_PATIENCE};
use tengen_records::library::store;
use tengen_util::{files, stderr};

/// The brain's own options.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct BrainArgs {
    /// Write a log to this file (without it, RUST_LOG=debug logs to stderr).
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Safety margin for communication overhead, in milliseconds, subtracted from every time limit
    /// [default: 30].
    #[arg(long, value_name = "N")]
    pub reserve_ms: Option<u64>,
    /// Playing strength: 1 (a child) to 10 (the engine), or by name [default: full].
    #[arg(long, value_name = "LEVEL", value_parser = super::words::level())]
    pub level: Option<Level>,
    /// Seed of what the levels 1 to 9 overlook and prefer and of the choice among equal book moves;
    /// every game has the next one [default: random].
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub hash: HashArgs,
    /// Save every game in this CSV file, see `tengen games`.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub trained: TrainedArgs,
    #[command(flatten)]
    pub book: PlayedBookArgs,
}

/// The book that the engine plays from.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct PlayedBookArgs {
    /// Use this book, a store of `tengen book` or a sealed one: games at full strength play its
    /// moves, an analysis only its proved wins; other values order the moves of a search.
    /// `built-in` is the book inside the program, for 15x15: black's win in freestyle and standard,
    /// and lines of renju.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Write finished searches into the store that --book names.
    #[arg(long, requires = "book")]
    book_learn: bool,
}

impl PlayedBookArgs {
    /// The book for a brain. One that cannot be read is left out, with a warning; one that another
    /// process has locked may be free when the game begins.
    fn open_for_brain(&self, warnings: &mut Vec<String>) -> Option<PathBuf> {
        let path = self.book.as_ref()?;
        match Book::open_within(path, SHORT_PATIENCE) {
            Ok(_) | Err(BookError::InUse { .. }) => Some(path.clone()),
            Err(error) => {
                warnings.push(format!("--book: {error}; playing without a book"));
                None
            }
        }
    }

    /// Checks that finished searches can be written, if they should be.
    ///
    /// # Errors
    /// If the book is a sealed one.
    fn check_learning(&self) -> Result<()> {
        let path = self.book.as_deref().filter(|_| self.book_learn);
        if let Some(path) = path
            && matches!(Book::open_within(path, SHORT_PATIENCE), Ok(Book::Sealed(_)))
        {
            let seen = path.display();
            bail!("--book-learn: '{seen}' is a sealed book, which is only read; expected a store");
        }
        Ok(())
    }

    /// Sets the options of an engine, and returns the book.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn apply(&self, options: &mut Options) -> Result<Option<BookFile>> {
        let book = self.book.as_deref().map(BookFile::open).transpose().context("--book")?;
        self.check_learning()?;
        options.book = book.as_ref().map(BookFile::handle);
        options.book_learning = self.book_learn;
        Ok(book)
    }
}

/// The size of the transposition table.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct HashArgs {
    /// Size of the transposition table, in MiB [default: what the memory limit leaves; about 319
    /// without one, less with many threads].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash_mb: Option<u64>,
}

impl HashArgs {
    /// The size in KiB, if one was given.
    pub fn kib(&self) -> Option<u64> {
        self.hash_mb.map(|mb| mb << 10)
    }
}

/// Weights and parameters that replace the built-in ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct TrainedArgs {
    /// Use the weights in this file, written by `tengen tune eval`, `tengen tune network`,
    /// `tengen tune policy` or, for commands that play at a level, `tengen tune classic`
    /// (repeatable).
    #[arg(long, value_name = "FILE")]
    pub weights: Vec<PathBuf>,
    /// Set a search parameter, for one rule or for all (repeatable); a wrong name lists the valid
    /// ones.
    #[arg(long, value_name = "[RULE.]NAME=N")]
    pub param: Vec<String>,
    /// Evaluate with the network and the policy, or by the classical tables alone [default:
    /// network].
    #[arg(long, value_name = "WORD", value_parser = super::words::evaluation())]
    pub evaluation: Option<EvaluationKind>,
    /// What the names of these options begin with: `other-` for the second of two players.
    #[arg(skip)]
    pub prefix: &'static str,
}

/// A file of weights for one rule: its path, the rule, and the four bytes that name its kind.
pub type RuleFile<'a> = (&'a Path, Rule, [u8; 4]);

impl TrainedArgs {
    /// Reads the files and parameters for a command that only searches.
    ///
    /// # Errors
    /// If a file cannot be read or does not contain weights of the evaluation, or a parameter is
    /// unknown.
    pub fn read(&self) -> Result<Trained> {
        let trained = self.trained()?;
        ensure!(
            trained.classic.is_none(),
            "--{}weights: seen weights of the classic player, expected a file of `tengen tune eval`, `tengen tune network` or `tengen tune policy`",
            self.prefix
        );
        Ok(trained)
    }

    /// Reads the files and parameters for a command that plays at a level.
    ///
    /// # Errors
    /// If a file cannot be read or does not contain weights, or a parameter is unknown.
    pub fn read_for(&self, level: Level) -> Result<Trained> {
        let trained = self.trained()?;
        if let Some(text) = without_effect(&trained, level) {
            stderr::say(format_args!("{text}"));
        }
        Ok(trained)
    }

    /// The files that are for one rule, each with its rule.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn rules(&self) -> Result<Vec<(&Path, Rule)>> {
        let files = self.files_of_rules()?;
        Ok(files.into_iter().map(|(path, rule, _)| (path, rule)).collect())
    }

    /// The files of weights, each with its kind and rule.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn files_of_rules(&self) -> Result<Vec<RuleFile<'_>>> {
        let mut files = Vec::new();
        for path in &self.weights {
            let bytes = self.read_weights(path)?;
            if let (Some(rule), Some(&kind)) = (Trained::rule_of(&bytes), bytes.first_chunk()) {
                files.push((path.as_path(), rule, kind));
            }
        }
        Ok(files)
    }

    /// Reads weights and parameters for a brain, which must not lose a game because of a missing or
    /// damaged file: the evaluation that the file would replace stays in use. The second result
    /// reports this, one text per file, and weights without effect.
    ///
    /// # Errors
    /// If a parameter is unknown.
    fn read_for_brain(&self, level: Level) -> Result<(Trained, Vec<String>)> {
        let mut trained = self.parameters()?;
        let mut warnings = Vec::new();
        for path in &self.weights {
            let added = self.add_weights(path, &mut trained);
            if let Err(error) = added {
                warnings.push(format!("{error:#}; playing without this file"));
            }
        }
        warnings.extend(without_effect(&trained, level).map(str::to_owned));
        Ok((trained, warnings))
    }

    /// The weights and parameters used under a rule as text: checksums of weights, parameters as
    /// given. The caller checks that they are for the rule.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn described(&self, rule: Rule) -> Result<Vec<String>> {
        let checksum = |path: &PathBuf| Ok(fingerprint(&self.read_weights(path)?));
        let mut with = self.weights.iter().map(checksum).collect::<Result<Vec<String>>>()?;
        if with.is_empty() {
            with.extend(embedded_files(rule).map(fingerprint));
        }
        with.extend(self.evaluation.map(|kind| format!("evaluation {kind}")));
        with.extend(self.param.iter().cloned());
        Ok(with)
    }

    /// Reads the files and parameters.
    ///
    /// # Errors
    /// If a file cannot be read or does not contain weights, or a parameter is unknown.
    fn trained(&self) -> Result<Trained> {
        let mut trained = self.parameters()?;
        self.weights.iter().try_for_each(|path| self.add_weights(path, &mut trained))?;
        Ok(trained)
    }

    /// The parameters and the evaluation, without the files.
    ///
    /// # Errors
    /// If a parameter is unknown.
    fn parameters(&self) -> Result<Trained> {
        let mut trained = Trained::default();
        trained.evals.kind = self.evaluation.unwrap_or_default();
        for param in &self.param {
            trained.set_param(param).with_context(|| format!("--{}param", self.prefix))?;
        }
        Ok(trained)
    }

    /// Adds the weights of a file.
    ///
    /// # Errors
    /// If it cannot be read or does not contain weights.
    fn add_weights(&self, path: &Path, trained: &mut Trained) -> Result<()> {
        let bytes = self.read_weights(path)?;
        trained.add_weights(&bytes).with_context(|| self.option(path))
    }

    fn read_weights(&self, path: &Path) -> Result<Vec<u8>> {
        /// Ten times the largest files that are trained.
        const MOST_BYTES: u64 = 256 << 20;
        let bytes = files::read_within(path, MOST_BYTES).context("cannot read the file");
        bytes.with_context(|| self.option(path))
    }

    /// The option that names a weights file, for errors.
    fn option(&self, weights: &Path) -> String {
        format!("--{}weights {}", self.prefix, weights.display())
    }
}

/// A checksum that identifies weights. A file ends with its own checksum, which is excluded:
/// otherwise every file would have the same result.
fn fingerprint(file: &[u8]) -> String {
    let body = file.len().saturating_sub(4);
    format!("weights {:08x}", crc32fast::hash(&file[..body]))
}

impl BrainArgs {
    /// The options for the protocol.
    ///
    /// # Errors
    /// If a parameter is unknown, or the file of games cannot be written.
    pub fn options(&self) -> Result<BrainOptions> {
        if let Some(record) = &self.record {
            check_writable(record)?;
        }
        let default = BrainOptions::default();
        let level = self.level.unwrap_or(default.level);
        let (trained, mut warnings) = self.trained.read_for_brain(level)?;
        // A `--record` file that is no library, or a damaged book, must not cost a game.
        let mut record = self.record.clone();
        if let Some(Err(error)) = record.as_deref().map(store::check) {
            warnings.push(format!("--record: {error}; games are not saved"));
            record = None;
        }
        let book = self.book.open_for_brain(&mut warnings);
        if let Err(error) = self.book.check_learning() {
            warnings.push(format!("{error}; nothing is written"));
        }
        warnings.iter().for_each(|warning| log::error!("{warning}"));
        Ok(BrainOptions {
            reserve: self.reserve_ms.map_or(default.reserve, Duration::from_millis),
            level,
            seed: self.seed,
            hash_kib: self.hash.kib(),
            record,
            trained,
            book,
            book_learning: self.book.book_learn,
            warnings,
        })
    }
}

/// An option of the brain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrainOption {
    /// Its name, with the hyphens.
    pub name: String,
    /// Whether a value follows, after `=` or in the next argument.
    pub takes_value: bool,
}

/// The option of this argument, and whether its value is the next argument.
pub fn option_of<'a>(arg: &str, options: &'a [BrainOption]) -> Option<(&'a BrainOption, bool)> {
    let name = arg.split_once('=').map_or(arg, |(name, _)| name);
    let option = options.iter().find(|option| option.name == name)?;
    Some((option, option.takes_value && name.len() == arg.len()))
}

/// The arguments that a brain knows, as arguments of the command `brain`: each of `options` with
/// its value. All others are left out.
pub fn brain_words(args: &[OsString], options: &[BrainOption]) -> Vec<OsString> {
    let mut words = vec![OsString::from("brain")];
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let Some((_, has_value)) = option_of(&arg.to_string_lossy(), options) else { continue };
        words.push(arg.clone());
        if has_value {
            words.extend(args.next().cloned());
        }
    }
    words
}

/// A warning if weights of the classic player are given for a level that does not use them.
fn without_effect(trained: &Trained, level: Level) -> Option<&'static str> {
    let text = "--weights: weights of the classic player have no effect at level full, except on boards over 22x22";
    (level.is_full() && trained.classic.is_some()).then_some(text)
}

/// Checks that the file of `--record` can be written.
fn check_writable(record: &Path) -> Result<()> {
    ensure!(record.as_os_str() != "-", "--record: seen '-', expected the name of a file");
    files::check_writable(record)
        .with_context(|| format!("--record: cannot write '{}'", record.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn fingerprint_distinguishes_weights() {
        let of = |rule| embedded_files(rule).map(fingerprint);
        assert_eq!(of(Rule::Freestyle), of(Rule::Freestyle));
        assert_ne!(of(Rule::Freestyle), of(Rule::Standard));
    }

    #[test]
    fn brain_words_are_the_known_options_with_their_values() {
        let option =
            |(name, takes_value): (&str, bool)| BrainOption { name: name.to_owned(), takes_value };
        let options = [("--log", true), ("--level", true), ("--book-learn", false)].map(option);
        let words = |line| {
            let words = brain_words(&args(line), &options);
            words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            words("--force-utf8 --log=a x --level hard y"),
            ["brain", "--log=a", "--level", "hard"]
        );
        assert_eq!(words("--logs a"), ["brain"]);
        let flag = words("--book-learn --level 3 --book-learn x");
        assert_eq!(flag, ["brain", "--book-learn", "--level", "3", "--book-learn"]);
        assert_eq!(words("x --log"), ["brain", "--log"]);
    }
}
