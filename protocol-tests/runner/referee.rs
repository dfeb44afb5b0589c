//! The runner's own board. It follows the dialogue and judges by the reference rules, without any
//! of the brain's own state.

use tengen_engine::board::Position;
use tengen_engine::rules::legality;
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};

/// The state of the game as a manager has it.
#[derive(Debug, Default)]
pub(crate) struct Referee {
    position: Option<Position>,
    rule: i64,
    row_first: bool,
    /// Whether a command or a setting of Yixin or Rapfi was sent: rules have their numbers then.
    extended: bool,
    rows: Option<Rows>,
    partial: Vec<u8>,
    /// Whether `INFO` lines from the brain are chatter, because `show_detail` asked for them.
    pub detail: bool,
}

#[derive(Debug, Default)]
struct Rows {
    command: String,
    rows: Vec<Vec<i64>>,
    is_wrong: bool,
}

impl Referee {
    /// Follows bytes that are sent to the brain.
    pub(crate) fn sent(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if matches!(byte, b'\r' | b'\n') {
                let line = std::mem::take(&mut self.partial);
                self.line(&String::from_utf8_lossy(&line).to_ascii_lowercase());
            } else {
                self.partial.push(byte);
            }
        }
    }

    /// Follows a move of the brain.
    pub(crate) fn received(&mut self, coord: Coord) {
        if let Some(position) = &mut self.position {
            let _ = position.play(coord);
        }
    }

    /// A legal move of the side to move, as it is written on the wire: the last one in reading
    /// order, so a corner as long as one is empty.
    pub(crate) fn any_move(&self) -> Option<Coord> {
        let last = legality::legal_moves(self.position.as_ref()?).pop()?;
        Some(self.coord(last))
    }

    /// Converts a point between the order of the wire and `x,y`, in both directions.
    pub(crate) fn coord(&self, wire: Coord) -> Coord {
        if self.row_first { Coord::new(wire.y, wire.x) } else { wire }
    }

    /// Whether the point may be played; the error says why not.
    pub(crate) fn judge(&self, coord: Coord, forbidden_is_fine: bool) -> Result<(), String> {
        let position = self.position.as_ref().ok_or("a move without a board")?;
        if forbidden_is_fine {
            let is_free = position.is_empty_at(coord);
            return if is_free { Ok(()) } else { Err(format!("{coord} is not empty")) };
        }
        legality::check(position, coord).map_err(|error| error.to_string())
    }

    fn line(&mut self, line: &str) {
        let words: Vec<&str> =
            line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
        let Some((&command, rest)) = words.split_first() else { return };
        if self.rows.is_some() && command != "info" {
            let is_row =
                command == "done" || command.starts_with(|c: char| !c.is_ascii_alphabetic());
            if is_row {
                return self.row(&words);
            }
            self.torn(command);
        }
        self.extended |= command.starts_with("yx") && command != "yxstop"
            || command == "reloadconfig"
            || (command == "info" && rest.first() == Some(&"strength"));
        let numbers: Vec<i64> = rest.iter().map_while(|word| word.parse().ok()).collect();
        match (command, numbers.as_slice()) {
            ("start", &[side]) => self.start(side, side),
            ("start" | "rectstart", &[width, height]) => self.start(width, height),
            ("restart", _) => {
                if let Some(size) = self.position.as_ref().map(Position::size) {
                    self.start(size.width().into(), size.height().into());
                }
            }
            ("turn", &[first, second]) => self.turn(first, second),
            ("takeback", &[first, second]) => self.take_back(first, second),
            ("board" | "yxboard" | "swap2board", _) => {
                self.rows = Some(Rows { command: command.to_owned(), ..Rows::default() });
                if !rest.is_empty() {
                    self.row(rest);
                }
            }
            ("yxshowinfo", _) => self.row_first = true,
            ("info", _) => self.info(rest),
            _ => {}
        }
        self.apply_rule();
    }

    /// A word among the rows: a command that tears the block, or a wrong row.
    fn torn(&mut self, word: &str) {
        const COMMANDS: [&str; 6] = ["start", "rectstart", "restart", "begin", "turn", "board"];
        match &mut self.rows {
            Some(rows) if !COMMANDS.contains(&word) => rows.is_wrong = true,
            rows => *rows = None,
        }
    }

    fn info(&mut self, rest: &[&str]) {
        match rest {
            ["rule", value] => self.rule = value.parse().unwrap_or(self.rule),
            ["show_detail", value] => {
                self.detail = value
                    .parse()
                    .is_ok_and(|value: i64| (0..16).contains(&value) && value & 2 != 0);
            }
            _ => {}
        }
    }

    fn apply_rule(&mut self) {
        let rule = match (self.extended, self.rule) {
            (true, 2) => Some(Rule::Renju),
            (true, 5 | 6) => Some(Rule::Freestyle),
            (_, wire) => u32::try_from(wire).ok().and_then(Rule::from_wire),
        };
        if let (Some(position), Some(rule)) = (&mut self.position, rule) {
            position.set_rule(rule);
        }
    }

    fn start(&mut self, width: i64, height: i64) {
        let side = |side: i64| u64::try_from(side).unwrap_or(0);
        if let Ok(size) = BoardSize::new(side(width), side(height)) {
            self.position = Some(Position::new(Rule::Freestyle, size));
        }
    }

    fn point(&self, first: i64, second: i64) -> Option<Coord> {
        let wire = Coord::new(u8::try_from(first).ok()?, u8::try_from(second).ok()?);
        Some(self.coord(wire))
    }

    fn turn(&mut self, first: i64, second: i64) {
        let coord = self.point(first, second);
        if let (Some(position), Some(coord)) = (&mut self.position, coord) {
            let _ = position.play(coord);
        }
    }

    fn take_back(&mut self, first: i64, second: i64) {
        let coord = self.point(first, second);
        if let (Some(position), Some(coord)) = (&mut self.position, coord)
            && let Ok(stone) = position.remove(coord)
        {
            position.set_to_move(stone.color().unwrap_or(position.to_move()));
        }
    }

    fn row(&mut self, words: &[&str]) {
        let Some(rows) = &mut self.rows else { return };
        let arity = if rows.command == "swap2board" { 2 } else { 3 };
        let (row, is_done) = match words.split_last() {
            Some((&"done", row)) => (row, true),
            _ => (words, false),
        };
        let numbers: Vec<i64> = row.iter().map_while(|word| word.parse().ok()).collect();
        rows.is_wrong |= numbers.len() != row.len() || !numbers.len().is_multiple_of(arity);
        rows.rows.extend(numbers.chunks(arity).map(<[i64]>::to_vec));
        if is_done && let Some(rows) = self.rows.take().filter(|rows| !rows.is_wrong) {
            self.board(&rows);
            self.apply_rule();
        }
    }

    fn board(&mut self, rows: &Rows) {
        let Some(size) = self.position.as_ref().map(Position::size) else { return };
        let owner = |row: &Vec<i64>| row.get(2).copied().unwrap_or(0);
        let count = |wanted| rows.rows.iter().filter(|row| owner(row) == wanted).count();
        let is_pass = |row: &Vec<i64>| row.starts_with(&[-1, -1]);
        let own = match (count(1), count(2)) {
            (own, other) if own == other => Color::Black,
            (own, other) if own + 1 == other => Color::White,
            // The owner of the first row is black where any counts are allowed.
            _ if rows.rows.first().map(owner) == Some(1) => Color::Black,
            _ => Color::White,
        };
        let mut position = Position::new(Rule::Freestyle, size);
        for row in rows.rows.iter().filter(|row| !is_pass(row)) {
            let Some(coord) = self.point(row[0], row[1]) else { return };
            let put = match owner(row) {
                0 => position.play(coord),
                1 => position.put(coord, Stone::from(own)),
                2 => position.put(coord, Stone::from(!own)),
                _ => position.put(coord, Stone::Blocked),
            };
            if put.is_err() {
                return;
            }
        }
        if rows.command != "swap2board" {
            position.set_to_move(own);
        }
        self.position = Some(position);
    }
}
