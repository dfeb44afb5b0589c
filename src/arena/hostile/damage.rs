//! How lines of the protocol are damaged.

use super::dialogues::{LINES, NUMBERS, TIMES};
use tengen_engine::util::rng::Rng;

/// A line may grow to this many bytes: longer than what brains read as one line.
const LONGEST: usize = 9000;

/// Damages lines here and there, and returns what is to be written: each piece at once.
pub(super) fn damage(rng: &mut Rng, lines: &[&str]) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = lines.iter().map(|line| line.as_bytes().to_vec()).collect();
    for _ in 0..=rng.below(4) {
        reorder(rng, &mut lines);
    }
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    for mut line in lines {
        if rng.below(3) == 0 {
            change(rng, &mut line);
        }
        // One more digit would allow endless thinking.
        line.extend_from_slice(if is_turn_time(&line) { b"\n" } else { end_of_line(rng) });
        send(rng, line, &mut pieces);
    }
    pieces
}

/// Doubles, drops, swaps or adds a line.
fn reorder(rng: &mut Rng, lines: &mut Vec<Vec<u8>>) {
    if lines.is_empty() {
        return;
    }
    let (at, other) = (rng.below(lines.len()), rng.below(lines.len()));
    match rng.below(5) {
        0 => lines.insert(at, lines[at].clone()),
        1 => drop(lines.remove(at)),
        2 => lines.swap(at, other),
        3 => lines.insert(at, lines[other].clone()),
        _ => lines.insert(at, any_line(rng).as_bytes().to_vec()),
    }
}

fn any_line(rng: &mut Rng) -> &'static str {
    rng.choose(LINES).copied().unwrap_or_default()
}

/// Changes the text of a line.
fn change(rng: &mut Rng, line: &mut Vec<u8>) {
    match rng.below(11) {
        0..=3 => number(rng, line),
        4 => line.truncate(rng.below(line.len() + 1)),
        5 => {
            let at = rng.below(line.len() + 1);
            let byte =
                *rng.choose(b"\0\x01\x08\x0b\x1b\x7f\x80\xc3\xff \t,.-;\"'\\/%").unwrap_or(&0);
            line.insert(at, byte);
        }
        6 => change_case(rng, line),
        7 => {
            let fillers: &[u8] = if is_turn_time(line) { b" ,A\0\xff" } else { b"9 ,A\0\xff" };
            let filler = *rng.choose(fillers).unwrap_or(&b' ');
            let at = rng.below(line.len() + 1);
            let count = 1 + rng.below(LONGEST);
            line.splice(at..at, std::iter::repeat_n(filler, count));
        }
        8 => {
            line.extend_from_slice(b" ");
            line.extend_from_slice(any_line(rng).as_bytes());
        }
        9 => *line = noise(rng),
        _ => {
            let word = line.iter().position(|&byte| byte == b' ').unwrap_or(line.len());
            let other = any_line(rng).split(' ').next().unwrap_or_default();
            line.splice(..word, other.bytes());
        }
    }
}

/// Some bytes without the end of a line.
fn noise(rng: &mut Rng) -> Vec<u8> {
    let bytes = (0..rng.below(60)).map(|_| rng.next_u64().to_le_bytes()[0]);
    bytes.filter(|&byte| byte != b'\n' && byte != b'\r').collect()
}

/// Changes the case of letters at random.
fn change_case(rng: &mut Rng, line: &mut [u8]) {
    for byte in line.iter_mut().filter(|_| rng.below(2) == 0) {
        let is_small = byte.is_ascii_lowercase();
        *byte = if is_small { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() };
    }
}

/// Replaces one of the numbers of a line.
fn number(rng: &mut Rng, line: &mut Vec<u8>) {
    let is_digit = |at: usize| line[at].is_ascii_digit();
    let starts: Vec<usize> =
        (0..line.len()).filter(|&at| is_digit(at) && (at == 0 || !is_digit(at - 1))).collect();
    let Some(&start) = rng.choose(&starts) else { return };
    let length = line[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let numbers = if is_turn_time(line) { TIMES } else { NUMBERS };
    let number = rng.choose(numbers).copied().unwrap_or_default();
    line.splice(start..start + length, number.bytes());
}

/// Whether a line sets how long a brain may think about a move.
fn is_turn_time(line: &[u8]) -> bool {
    line.windows(12).any(|word| word.eq_ignore_ascii_case(b"timeout_turn"))
}

fn end_of_line(rng: &mut Rng) -> &'static [u8] {
    match rng.below(16) {
        0..=9 => b"\n",
        10..=12 => b"\r\n",
        13 => b"\r",
        14 => b"\n\r\n \n",
        // Joined to the next line.
        _ => b"",
    }
}

/// Adds a line, in pieces or together with the one before.
fn send(rng: &mut Rng, line: Vec<u8>, pieces: &mut Vec<Vec<u8>>) {
    match (rng.below(8), pieces.last_mut()) {
        (0, _) if line.len() > 1 => {
            let (first, second) = line.split_at(1 + rng.below(line.len() - 1));
            pieces.extend([first.to_vec(), second.to_vec()]);
        }
        (1, Some(last)) if last.len() + line.len() < LONGEST => last.extend(line),
        _ => pieces.push(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_damage_and_seeds_differ() {
        let lines = ["START 15", "INFO timeout_turn 20", "TURN 7,7"];
        let of = |seed| damage(&mut Rng::new(seed), &lines);
        assert_eq!(of(1), of(1));
        let different: std::collections::HashSet<_> = (0..200).map(of).collect();
        assert!(different.len() > 150, "{}", different.len());
    }

    #[test]
    fn no_damage_lets_a_brain_think_without_an_end_or_ends_it() {
        for seed in 0..20_000 {
            let bytes =
                damage(&mut Rng::new(seed), &["INFO timeout_turn 20", "TURN 7,7", "INFO rule 0"])
                    .concat();
            for line in bytes.split(|&byte| byte == b'\n' || byte == b'\r') {
                let text = String::from_utf8_lossy(line).to_ascii_lowercase();
                let words: Vec<&str> = text.split_whitespace().collect();
                assert!(words.first() != Some(&"end") && words.first() != Some(&"about"), "{text}");
                if let ["info", "timeout_turn", number, ..] = words[..] {
                    // It may have one more digit, or so many that no parser accepts it.
                    let value: i128 = number.parse().unwrap_or(0);
                    assert!(value <= 99_999 || number.len() > 18, "seed {seed}: {text:.60}");
                }
            }
        }
    }
}
