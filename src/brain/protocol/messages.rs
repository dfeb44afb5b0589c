//! The text of progress reports: `MESSAGE` lines for people, `INFO PV` groups for Yixin-Board.

use std::time::Duration;

use crate::wire::reply::points_to_text;
use crate::wire::{Axes, Reply};
use tengen_engine::board::notation;
use tengen_engine::search::{Iteration, RootMark};
use tengen_engine::types::{BoardSize, Coord};
use tengen_records::book::Record;

/// Number of moves of a variation that are shown.
const MAX_PV_MOVES: usize = 30;

/// `depth 12-24 value 35 win 54.4% nodes 1.2M speed 890k/s time 1.3s pv h8 i9`; with more than one
/// variation its number comes first.
pub(super) fn iteration(iteration: &Iteration, size: BoardSize) -> Reply {
    let number = match iteration.variations {
        0 | 1 => String::new(),
        _ => format!("({}) ", iteration.pv_index + 1),
    };
    Reply::Message(format!(
        "{number}depth {}-{} value {} win {:.1}% nodes {} speed {}/s time {:.1}s pv {}",
        iteration.depth,
        iteration.selective_depth,
        iteration.score,
        iteration.score.win_rate() * 100.0,
        short(iteration.nodes),
        short(per_second(iteration.nodes, iteration.elapsed)),
        iteration.elapsed.as_secs_f64(),
        line(&iteration.pv, size),
    ))
}

/// `wins in 17, proved: h8 i9 …`: a forced win that was verified against every defense. A win of
/// unknown length, from a book: `wins, proved: h8`.
pub(super) fn proved(iteration: &Iteration, size: BoardSize) -> Reply {
    let wins = match iteration.score.mate_plies() {
        Some(plies) => format!("wins in {plies}"),
        None => "wins".to_owned(),
    };
    let time = iteration.elapsed.as_secs_f64();
    let nodes = short(iteration.nodes);
    let line = line(&iteration.pv, size);
    Reply::Message(format!("{wins}, proved: {line} (nodes {nodes} time {time:.1}s)"))
}

/// `the book says wins in 17, not proved here: h8`, or `the book says value 35: h8`: what a book
/// claims about its move.
pub(super) fn of_book(said: &Iteration, size: BoardSize) -> Reply {
    let claim = match (said.score.mate_plies(), said.score) {
        (Some(plies), _) if plies > 0 => format!("wins in {plies}, not proved here"),
        (Some(plies), _) => format!("loses in {}, not proved here", plies.unsigned_abs()),
        (None, score) if score.0 >= Record::SAID => "wins, not proved here".to_owned(),
        (None, score) if score.0 <= -Record::SAID => "loses, not proved here".to_owned(),
        (None, score) => format!("value {score}"),
    };
    Reply::Message(format!("the book says {claim}: {}", line(&said.pv, size)))
}

/// The lines from which Yixin-Board shows the state of the search on its board.
pub(super) fn realtime(iteration: &Iteration, size: BoardSize, axes: Axes) -> Vec<Reply> {
    let mut lines = vec![Reply::Message("REALTIME REFRESH".to_owned())];
    lines.extend(iteration.pv.first().map(|&best| mark(best, RootMark::Best, axes)));
    lines.push(Reply::Message(format!("REALTIME VAL {}", iteration.score.0)));
    lines.push(Reply::Message(format!("REALTIME PV {}", line(&iteration.pv, size))));
    lines
}

/// The mark of a root move.
pub(super) fn mark(coord: Coord, mark: RootMark, axes: Axes) -> Reply {
    let word = match mark {
        RootMark::Searching => "POS",
        RootMark::Done => "DONE",
        RootMark::Best => "BEST",
        RootMark::Lost => "LOSE",
    };
    Reply::Message(format!("REALTIME {word} {}", axes.pair(coord)))
}

/// One variation as a group of `INFO` lines.
pub(super) fn variation(iteration: &Iteration, axes: Axes) -> Vec<Reply> {
    let info = |key: &str, value: String| Reply::Info(format!("{key} {value}"));
    let best: Vec<_> = iteration.pv.iter().take(MAX_PV_MOVES).map(|&c| axes.pair(c)).collect();
    let speed = per_second(iteration.nodes, iteration.elapsed);
    vec![
        info("PV", iteration.pv_index.to_string()),
        info("NUMPV", iteration.variations.to_string()),
        info("DEPTH", iteration.depth.to_string()),
        info("SELDEPTH", iteration.selective_depth.to_string()),
        info("NODES", iteration.nodes.to_string()),
        info("TOTALNODES", iteration.nodes.to_string()),
        info("TOTALTIME", iteration.elapsed.as_millis().to_string()),
        info("SPEED", speed.to_string()),
        info("EVAL", iteration.score.to_string()),
        info("WINRATE", format!("{:.4}", iteration.score.win_rate())),
        info("BESTLINE", points_to_text(&best)),
        info("PV", "DONE".to_owned()),
    ]
}

pub(super) fn line(pv: &[Coord], size: BoardSize) -> String {
    let names: Vec<String> =
        pv.iter().take(MAX_PV_MOVES).map(|&coord| notation::name(coord, size)).collect();
    names.join(" ")
}

pub(super) fn per_second(count: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    u64::try_from(u128::from(count) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// 999, 1.2k, 34k, 5.6M: two or three digits.
fn short(count: u64) -> String {
    let (unit, sign) = match count {
        0..1_000 => return count.to_string(),
        1_000..1_000_000 => (1_000, 'k'),
        1_000_000..1_000_000_000 => (1_000_000, 'M'),
        _ => (1_000_000_000, 'G'),
    };
    match count / unit {
        whole @ 0..10 => format!("{whole}.{}{sign}", count % unit * 10 / unit),
        whole => format!("{whole}{sign}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::types::Score;

    fn sample() -> Iteration {
        Iteration {
            pv_index: 0,
            variations: 1,
            depth: 12,
            selective_depth: 24,
            score: Score(35),
            nodes: 1_234_567,
            elapsed: Duration::from_millis(1_300),
            pv: vec![Coord::new(7, 7), Coord::new(8, 6)],
        }
    }

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    #[test]
    fn messages_have_depth_value_nodes_and_pv() {
        assert_eq!(
            iteration(&sample(), size()).to_string(),
            "MESSAGE depth 12-24 value 35 win 54.4% nodes 1.2M speed 949k/s time 1.3s pv h8 i9"
        );
        let second = Iteration { pv_index: 1, variations: 3, ..sample() };
        assert!(iteration(&second, size()).to_string().contains("MESSAGE (2) depth"));
    }

    #[test]
    fn a_proved_win_has_its_length_if_that_is_known() {
        let proved_by = |score| {
            let win = Iteration { score: Score(score), pv: vec![Coord::new(3, 5)], ..sample() };
            proved(&win, size()).to_string()
        };
        let facts = "proved: d10 (nodes 1.2M time 1.3s)";
        assert_eq!(proved_by(Score::win_in(9)), format!("MESSAGE wins in 9, {facts}"));
        assert_eq!(proved_by(Score::MATE_THRESHOLD - 1), format!("MESSAGE wins, {facts}"));
    }

    #[test]
    fn what_a_book_claims_is_never_called_proved() {
        let text = |score| {
            let said = Iteration { score: Score(score), pv: vec![Coord::new(0, 0)], ..sample() };
            of_book(&said, size()).to_string()
        };
        for (score, claim) in [
            (Score::win_in(9), "wins in 9, not proved here"),
            (-Score::win_in(8), "loses in 8, not proved here"),
            (Record::SAID, "wins, not proved here"),
            (-Record::WIN, "loses, not proved here"),
            (35, "value 35"),
        ] {
            assert_eq!(text(score), format!("MESSAGE the book says {claim}: a15"));
        }
    }

    #[test]
    fn a_variation_is_a_closed_group_with_wire_coordinates() {
        let both = Iteration { variations: 2, ..sample() };
        let lines: Vec<String> =
            variation(&both, Axes::RowFirst).iter().map(Reply::to_string).collect();
        assert_eq!(lines.first().unwrap(), "INFO PV 0");
        assert_eq!(lines.last().unwrap(), "INFO PV DONE");
        assert!(lines.contains(&"INFO BESTLINE 7,7 6,8".to_owned()));
        assert!(lines.contains(&"INFO NUMPV 2".to_owned()));
    }

    #[test]
    fn realtime_lines_refresh_and_mark_the_best() {
        let lines: Vec<String> =
            realtime(&sample(), size(), Axes::RowFirst).iter().map(Reply::to_string).collect();
        assert_eq!(lines[0], "MESSAGE REALTIME REFRESH");
        assert_eq!(lines[1], "MESSAGE REALTIME BEST 7,7");
    }

    #[test]
    fn counts_are_short() {
        for (count, text) in
            [(0, "0"), (999, "999"), (1_250, "1.2k"), (34_999, "34k"), (u64::MAX, "18446744073G")]
        {
            assert_eq!(short(count), text);
        }
    }
}
