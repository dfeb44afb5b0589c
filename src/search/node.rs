//! The recursive node: principal variation search, each step a sentence.
//!
//! Nodes with an open window (`PV`) compute an exact value. All others are asked by a null window
//! whether they are worth more than alpha: a *cut node* is expected to say yes soon (one good move
//! suffices), an *all node* must see that every move fails.

use super::history::Kind;
use super::params::PLY;
use super::picker::{Menace, Picker, kind_of};
use super::shared::Value;
use super::tt::{Bound, Entry, from_table, to_table};
use super::worker::{MAX_PLY, Worker};
use crate::board::Combined;
use crate::eval::Evaluator;
use crate::rules::forbidden::is_forbidden;
use crate::threats::statics::{self, Static};
use crate::types::{Point, RuleSet, Score, Window};

/// What a node knows before it tries moves.
#[derive(Clone, Copy)]
struct Context {
    window: Window,
    depth: i32,
    ply: usize,
    is_cut: bool,
    menace: Menace,
    /// The static evaluation, corrected.
    eval: i32,
    /// The same as the evaluation tells it.
    plain_eval: i32,
    improving: bool,
}

/// A move about to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    point: Point,
    kind: Kind,
    /// It makes nothing for either side.
    is_trivial: bool,
    /// How many moves were searched before it.
    number: usize,
    extension: i32,
}

impl<R: RuleSet, E: Evaluator<R>> Worker<'_, R, E> {
    /// The value of the current position searched `depth` (1/128 plies) deep.
    pub fn search<const PV: bool>(
        &mut self,
        mut window: Window,
        mut depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> Value {
        self.frames[ply].pv.clear();
        // Step 1. At the horizon only fours are looked at.
        if depth < PLY / 2 || ply >= MAX_PLY {
            return self.leaf(window, 0, ply);
        }
        self.visit(ply)?;
        // Step 2. A full board is a draw.
        if self.board.empty_count() == 0 {
            return Ok(0);
        }
        // Step 3. Wins and losses that counting proves.
        match statics::look(&self.board) {
            Static::Win { plies, by } => {
                if PV {
                    self.frames[ply].pv.push(by);
                }
                return Ok(Score::win_in(ply as i32 + plies));
            }
            Static::Loss { plies } => return Ok(Score::loss_in(ply as i32 + plies)),
            Static::Open => {}
        }
        // Step 4. No line from here can be better than a win already found, or worse than a loss.
        window.alpha = window.alpha.max(Score::loss_in(ply as i32 + 2));
        window.beta = window.beta.min(Score::win_in(ply as i32 + 3));
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        // Step 5. What earlier visits found out.
        let excluded = self.frames[ply].excluded;
        let key = self.board.key();
        let found = if excluded.is_some() { None } else { self.shared.table.probe(key) };
        if !PV
            && let Some(entry) = found.filter(|entry| entry.depth >= depth / PLY)
            && let Some(value) = entry.answer(window, ply)
        {
            return Ok(value);
        }
        // Step 6. The static evaluation, corrected by experience; against a five it means nothing, so the
        // parent's stands in.
        let menace = Menace::of(&self.board);
        let plain_eval = match found {
            Some(entry) => entry.eval,
            None if menace == Menace::Five && ply > 0 => -self.frames[ply - 1].eval,
            None => self.eval.evaluate(&self.board),
        };
        let eval = self.corrected(plain_eval, menace);
        self.frames[ply].eval = eval;
        let improving = ply >= 2 && eval > self.frames[ply - 2].eval;
        let table_move = found.and_then(|entry| entry.best).filter(|&p| self.board.is_empty(p));
        // Step 7. Positions so good or so bad that their moves need not be tried.
        if !PV && excluded.is_none() && menace == Menace::None {
            let context =
                Context { window, depth, ply, is_cut, menace, eval, plain_eval, improving };
            if let Some(value) = self.prune_node(context)? {
                return Ok(value);
            }
        }
        // Step 8. Without a move from the table the order is worse: look less deep, come back later.
        let params = self.shared.params;
        if table_move.is_none()
            && menace == Menace::None
            && depth >= params.internal_depth_threshold
        {
            depth -= params.internal_reduction;
        }
        // Step 9. Try the moves.
        let context = Context { window, depth, ply, is_cut, menace, eval, plain_eval, improving };
        self.try_moves::<PV>(context, found, table_move, key)
    }

    /// The static evaluation with the errors taken into account that searches found in others like it.
    fn corrected(&self, eval: i32, menace: Menace) -> i32 {
        if menace != Menace::None {
            return eval;
        }
        let (own, last) = (self.board.to_move(), self.board.move_back(0));
        let percent = self.shared.params.correction_share;
        let more = self.experience.correction.of(own, last, percent);
        (eval + more).clamp(-Score::MAX_EVAL, Score::MAX_EVAL)
    }

    /// Learns from the value of a searched node how wrong its evaluation was; a value that is only a bound
    /// teaches where the evaluation lies on the wrong side of it.
    fn learn_error(&mut self, context: Context, value: i32) {
        let Context { window, depth, menace, eval, plain_eval, .. } = context;
        let tells = (value < window.beta || value > eval) && (value > window.alpha || value < eval);
        if menace == Menace::None && tells && value.abs() < Score::MATE_THRESHOLD {
            let (own, last) = (self.board.to_move(), self.board.move_back(0));
            self.experience.correction.learn(own, last, value - plain_eval, depth / PLY);
        }
    }

    /// Razoring and reverse futility: a value if the node can be left at once.
    fn prune_node(&mut self, context: Context) -> Result<Option<i32>, super::shared::Stopped> {
        let Context { window, depth, ply, eval, improving, .. } = context;
        let params = self.shared.params;
        let plain = |value: i32| value.abs() < Score::MATE_THRESHOLD;
        // Assumes that without fours nobody makes up so much in so few plies.
        if depth < params.razor_depth_threshold
            && eval + params.razor_margin_at(depth) < window.alpha
        {
            let value = self.leaf(window, 0, ply)?;
            return Ok((value <= window.alpha).then_some(value));
        }
        // Assumes that the side to move, not in danger, keeps most of its advantage.
        let good = eval - params.futility_margin(depth, improving) >= window.beta;
        Ok((depth < params.futility_depth_threshold && good && plain(window.beta)).then_some(eval))
    }

    /// Tries the moves in order and stores what was found out.
    fn try_moves<const PV: bool>(
        &mut self,
        context: Context,
        found: Option<Entry>,
        table_move: Option<Point>,
        key: u64,
    ) -> Value {
        let Context { window, depth, ply, menace, .. } = context;
        let params = self.shared.params;
        let own = self.board.to_move();
        let excluded = self.frames[ply].excluded;
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut tried: arrayvec::ArrayVec<(Point, Kind), 64> = arrayvec::ArrayVec::new_const();
        let mut number = 0;
        let mut skipped = false;
        let mut picker = Picker::new(table_move);
        while let Some(point) =
            picker.next(&self.board, &mut self.eval, &self.experience.history, params, menace)
        {
            if excluded == Some(point) || is_forbidden(&self.board, own, point) {
                continue;
            }
            let mut candidate = self.candidate(point, number);
            let may_skip = !PV || menace == Menace::None;
            if may_skip && best > -Score::MATE_THRESHOLD {
                if self.all_too_late(context, candidate) {
                    skipped = true;
                    break;
                }
                if self.is_late(context, candidate) {
                    picker.drop_quiet(&self.board);
                    skipped = true;
                    continue;
                }
            }
            candidate.extension = match found {
                Some(entry) if table_move == Some(point) && excluded.is_none() => {
                    match self.singular_extension::<PV>(context, entry, point)? {
                        Singular::Extend(extension) => extension,
                        Singular::CutOff(value) => return Ok(value),
                    }
                }
                _ => 0,
            };
            if menace == Menace::Five {
                candidate.extension = params.forced_extension;
            }
            let value = self.try_move::<PV>(context, candidate, alpha)?;
            number += 1;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(point);
                    if PV {
                        self.set_pv(ply, point);
                    }
                    if value >= window.beta {
                        self.reward(depth, menace, point, &tried);
                        break;
                    }
                }
            }
            let _ = tried.try_push((point, candidate.kind));
        }
        if number == 0 {
            best = self.without_moves(context, skipped || excluded.is_some());
        }
        if excluded.is_none() {
            self.learn_error(context, best);
            let bound = match () {
                () if best >= window.beta => Bound::Lower,
                () if PV && best_move.is_some() => Bound::Exact,
                () => Bound::Upper,
            };
            let value = to_table(best, ply as i32);
            let depth = depth / PLY;
            let eval = context.plain_eval;
            self.shared.table.store(key, Entry { value, eval, best: best_move, depth, bound });
        }
        Ok(best)
    }

    /// The value of a node in which nothing could be tried: lost when only certain replies would have
    /// helped, else unknown.
    fn without_moves(&self, context: Context, incomplete: bool) -> i32 {
        match context.menace {
            _ if incomplete => context.window.alpha,
            Menace::Five => Score::loss_in(context.ply as i32 + 2),
            Menace::OpenFour => Score::loss_in(context.ply as i32 + 4),
            Menace::None => context.eval,
        }
    }

    #[inline]
    fn candidate(&self, point: Point, number: usize) -> Candidate {
        let own = self.board.to_move();
        let is_trivial = self.board.combined(own, point) == Combined::None
            && self.board.combined(!own, point) == Combined::None;
        let kind = kind_of(&self.board, point);
        Candidate { point, kind, is_trivial, number, extension: 0 }
    }

    /// Whether a move that is no threat is not worth trying, nor those after it: it comes late at little
    /// depth. Asked in nodes with an open window as well, where all moves had been tried before: +23 ± 26 and
    /// +43 ± 26 in freestyle at 60,000 nodes a move.
    fn is_late(&self, context: Context, candidate: Candidate) -> bool {
        let Context { depth, improving, menace, .. } = context;
        menace == Menace::None
            && candidate.kind == Kind::Quiet
            && candidate.number >= self.shared.params.late_count(depth, improving)
    }

    /// Whether neither this move nor any after it is worth trying, threats included. Against an open four
    /// few replies are: where those fail, the own fours left mostly put it off. With this, with siblings at the
    /// root reduced in full and with more weight for experience, +24 ± 26 and +40 ± 25 in freestyle at 60,000
    /// nodes a move. A loss is never told by replies left out: this is asked only once one does not lose.
    fn all_too_late(&self, context: Context, candidate: Candidate) -> bool {
        let Context { depth, improving, menace, .. } = context;
        let params = self.shared.params;
        let most = match menace {
            Menace::None => {
                params.late_count(depth, improving) * params.late_attack_factor.max(0) as usize
                    / 100
            }
            Menace::OpenFour => params.late_reply_count(depth),
            Menace::Five => 0,
        };
        most > 0 && candidate.number >= most
    }

    /// Places the move and searches what follows, reduced first where it comes late.
    fn try_move<const PV: bool>(
        &mut self,
        context: Context,
        candidate: Candidate,
        alpha: i32,
    ) -> Value {
        let Context { window, depth, ply, is_cut, .. } = context;
        let new_depth = depth - PLY + candidate.extension;
        let reduction = self.reduction::<PV>(context, candidate);
        self.play(candidate.point);
        let value = (|| {
            if candidate.number == 0 {
                let full = -Window::new(alpha, window.beta);
                return Ok(-self.search::<PV>(full, new_depth, ply + 1, !PV && !is_cut)?);
            }
            let null = -Window::null(alpha);
            let reduced_depth = (new_depth - reduction).clamp(PLY.min(new_depth), new_depth);
            let mut value = -self.search::<false>(null, reduced_depth, ply + 1, true)?;
            if value > alpha && reduced_depth < new_depth {
                value = -self.search::<false>(null, new_depth, ply + 1, !is_cut)?;
            }
            if PV && value > alpha && value < window.beta {
                let full = -Window::new(alpha, window.beta);
                value = -self.search::<true>(full, new_depth, ply + 1, false)?;
            }
            Ok(value)
        })();
        self.undo();
        value
    }

    /// How much less deep a move is searched at first, 1/128 ply.
    fn reduction<const PV: bool>(&self, context: Context, candidate: Candidate) -> i32 {
        let Context { depth, is_cut, menace, improving, .. } = context;
        if depth < 2 * PLY || menace == Menace::Five {
            return 0;
        }
        let params = self.shared.params;
        let own = self.board.to_move();
        let score = self.experience.history.score(own, candidate.kind, candidate.point);
        let mut reduction = params.reduction(depth, candidate.number)
            - score / params.reduction_history_divisor.max(1);
        let mut add =
            |condition: bool, amount: i32| reduction += if condition { amount } else { 0 };
        add(PV, -params.reduction_pv);
        add(is_cut, params.reduction_cut);
        add(!improving, params.reduction_worsening);
        add(candidate.is_trivial, params.reduction_trivial);
        add(candidate.kind == Kind::Attack, -params.reduction_attack);
        add(menace == Menace::OpenFour, -params.reduction_menace);
        reduction.max(0)
    }

    /// Looks whether the table's move is the only good one, by a search without it.
    fn singular_extension<const PV: bool>(
        &mut self,
        context: Context,
        entry: Entry,
        point: Point,
    ) -> Result<Singular, super::shared::Stopped> {
        let Context { window, depth, ply, is_cut, menace, .. } = context;
        let params = self.shared.params;
        let value = from_table(entry.value, ply as i32);
        let eligible = depth >= params.singular_depth_threshold
            && menace != Menace::Five
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && entry.depth >= depth / PLY - params.singular_depth_gap
            && value.abs() < Score::MATE_THRESHOLD;
        if !eligible {
            return Ok(Singular::Extend(0));
        }
        let target = value - params.singular_factor * depth / PLY;
        let rest = (depth - PLY) * params.singular_depth_factor / 100;
        self.frames[ply].excluded = Some(point);
        let other = self.search::<false>(Window::null(target - 1), rest, ply, is_cut);
        self.frames[ply].excluded = None;
        let other = other?;
        Ok(match () {
            () if other < target => Singular::Extend(PLY),
            // Several moves beat beta even without this one.
            () if !PV && target >= window.beta => Singular::CutOff(target),
            () if value >= window.beta => Singular::Extend(-params.singular_reduction),
            () => Singular::Extend(0),
        })
    }

    /// Learns from a cutoff: the move that refuted earns what the moves tried before it lose.
    fn reward(&mut self, depth: i32, menace: Menace, point: Point, tried: &[(Point, Kind)]) {
        if menace == Menace::Five {
            return;
        }
        let own = self.board.to_move();
        let params = self.shared.params;
        let bonus = params.history_bonus(depth);
        let loss = bonus * params.history_loss_factor / 100;
        // Which quiet reply stops a four says little about that cell elsewhere.
        let teaches = |kind: Kind| menace == Menace::None || kind == Kind::Attack;
        let history = &mut self.experience.history;
        let kind = kind_of(&self.board, point);
        if teaches(kind) {
            history.update(own, kind, point, bonus);
        }
        history.set_counter(own, self.board.move_back(0), point);
        for &(other, kind) in tried.iter().filter(|&&(_, kind)| teaches(kind)) {
            history.update(own, kind, other, -loss);
        }
    }
}

/// What a search without the table's move says about it.
enum Singular {
    /// Search it so much deeper, 1/128 ply.
    Extend(i32),
    /// The node fails high with this value.
    CutOff(i32),
}
