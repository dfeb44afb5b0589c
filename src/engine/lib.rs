//! The Gomoku and Renju engine Tengen (天元, the center point) as a library: the game, forced wins, a
//! search with a learned evaluation.
//!
//! It does no I/O: it reads no file and prints nothing. Weights are part of the crate, and an opening
//! book is [handed in](engine::OpeningBook).
//!
//! # Judge
//!
//! ```
//! use tengen_engine::board::{Position, notation};
//! use tengen_engine::rules::legality::{self, IllegalMove};
//! use tengen_engine::rules::forbidden_points;
//! use tengen_engine::types::{BoardSize, ForbiddenKind, Rule};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let size = BoardSize::square(15)?;
//! let mut position = Position::new(Rule::Renju, size);
//! for coord in notation::parse_moves("h7a1g8a3i8a5h9a7", size)? {
//!     position.play(coord)?;
//!     // A five, a foul or a full board would end the game here.
//!     assert_eq!(legality::ending_after(&position, coord), None);
//! }
//! // Black may not play in the middle: two threes at once.
//! let h8 = size.center();
//! assert_eq!(forbidden_points(&position), [(h8, ForbiddenKind::DoubleThree)]);
//! assert!(matches!(legality::check(&position, h8), Err(IllegalMove::Forbidden { .. })));
//! # Ok(())
//! # }
//! ```
//!
//! # Solve
//!
//! [`prove`](threats::prove) looks for a win by fours (VCF), or by fours and threes (VCT), and
//! verifies it against every reply:
//!
//! ```
//! use tengen_engine::board::notation::{parse_picture, write_moves};
//! use tengen_engine::threats::{SolveAnswer, SolveBudget, ThreatKind, Watch, longest_line, prove};
//! use tengen_engine::types::Rule;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position = parse_picture(Rule::Freestyle, "
//!     . . . . . . . .
//!     . . X X X . . .
//!     . . . . . . . .
//!     . . O O O . . .
//!     . . . . . . . .
//! ")?;
//! let solution = prove(&position, ThreatKind::Vcf, &SolveBudget::default(), &Watch::default());
//! let SolveAnswer::Win(tree) = solution.answer else { panic!("an open three wins on the move") };
//! assert_eq!(tree.plies(), 3);
//! println!("{}", write_moves(longest_line(&position, &tree), position.size()));
//! # Ok(())
//! # }
//! ```
//!
//! # Choose a move
//!
//! ```
//! use tengen_engine::board::Position;
//! use tengen_engine::engine::{Engine, Options};
//! use tengen_engine::search::{Limits, NullListener, StopFlag};
//! use tengen_engine::types::{BoardSize, Coord, Rule};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut position = Position::new(Rule::Freestyle, BoardSize::square(15)?);
//! position.play(Coord::new(7, 7))?;
//! let mut engine = Engine::new();
//! engine.set_options(Options::with_hash(16 << 10));
//! let choice =
//!     engine.think(&position, &Limits::of_nodes(5_000), &StopFlag::new(), &mut NullListener);
//! position.play(choice.best().expect("an empty point"))?;
//! assert!(choice.score.mate_plies().is_none(), "not decided after two moves");
//! # Ok(())
//! # }
//! ```
//!
//! [`Engine::think_with`](engine::Engine::think_with) searches with an [`Evaluator`](eval::Evaluator)
//! of your own; the README has an example.
//!
//! Another thread ends a search by its [`StopFlag`](search::StopFlag); a
//! [`Listener`](search::Listener) hears depth by depth what is found.
//!
//! # Modules
//!
//! A module imports only from the layers below; `protocol-tests/layers` enforces it.
//!
//! | layer | modules |
//! |---|---|
//! | 0 | `util`: random numbers, clocks, stop flags, threads; knows no game |
//! | 1 | [`types`]: rule, color, point, size, score |
//! | 2 | [`board`]: positions, notation, symmetries; the incremental board of the search |
//! | 3 | [`rules`]: wins, forbidden points, legality, each with a slow reference; opening rules |
//! | 4 | [`threats`]: forced wins and their verification; [`eval`]: static evaluation |
//! | 5 | [`search`]: position and limits in, events out; `classic`: the static player |
//! | 6 | [`engine`]: the façade, levels, choices in openings, what an opening book must answer |
//! | 7 | `bench`: fixed positions, a signature of the search |
//!
//! Items that are hidden in this documentation serve Tengen's other crates and change without
//! notice.
//!
//! # How a move is chosen
//!
//! [`engine`] decides who plays: `classic` on boards over 22×22 and at its own levels, else
//! [`search`]; at the levels 1 to 9 they see only a part of the board. The workers of the search
//! share a transposition table; each has a board and an evaluation of its own, both generic over the
//! rule, so that hot code is compiled per rule. Before it deepens, the search lets [`threats`] look
//! for a forced win, which counts only once it is verified. Events go back through a listener.

#![warn(missing_docs)]

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
struct ReadmeExamples;

#[doc(hidden)]
pub mod util;

pub mod types;

pub mod board;

pub mod rules;

pub mod eval;
pub mod threats;

#[doc(hidden)]
pub mod classic;
pub mod search;

pub mod engine;

#[doc(hidden)]
pub mod bench;
