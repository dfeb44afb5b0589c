//! The structure of the page, regardless of its appearance.

use super::*;
use crate::sample;
use crate::stats::rating::Anchor;
use crate::stats::sprt::{EloScale, Sprt};
use tengen_records::game::GameRecord;
use tengen_records::verdict::{DrawReason, Verdict};

fn pair_test() -> Test {
    Test { sprt: Sprt::new(0.0, 10.0, 0.05, 0.05, EloScale::Logistic).unwrap(), by_pairs: true }
}

fn page(players: &[String], games: &[GameRecord], test: Option<Test>) -> String {
    let settings = [("rule".to_owned(), "freestyle <15>".to_owned())];
    let anchor = Anchor::Mean(0.0);
    let tournament =
        Tournament { title: "A & B", players, games, settings: &settings, anchor, test };
    report(&tournament).unwrap()
}

/// Tags that must be closed, in the order of the text; panics with the first that is not.
fn check_nesting(html: &str) {
    const VOID: [&str; 2] = ["meta", "input"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        let tail = &rest[start + 1..];
        let name: &str = tail.split(|c: char| c.is_whitespace() || c == '>').next().unwrap();
        let end = tail.find('>').expect("a tag ends");
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closing before: {}", &tail[..60.min(tail.len())]);
        } else if !name.starts_with('!') && !tail[..end].ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        rest = &tail[end + 1..];
        if ["script", "style"].contains(&name) {
            rest = &rest[rest.find(&format!("</{name}>")).expect("scripts end")..];
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[test]
fn every_section_is_there_in_order_and_well_nested() {
    let html = page(&sample::names(), &sample::games(), None);
    let ids: Vec<&str> =
        html.split("<section id=\"").skip(1).filter_map(|part| part.split('"').next()).collect();
    assert_eq!(ids, ["standings", "cross", "times", "verdicts", "games"]);
    check_nesting(&html);
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"));
}

#[test]
fn names_and_settings_are_escaped_everywhere() {
    let html = page(&sample::names(), &sample::games(), None);
    assert!(!html.contains("a <b>"));
    assert!(html.contains("a &lt;b&gt; &amp; &quot;c&quot;"));
    assert!(html.contains("a \\u003cb> & \\\"c\\\""), "in the data of the games");
    assert!(html.contains("freestyle &lt;15&gt;"));
    assert!(html.contains("<title>A &amp; B</title>"));
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    let html = page(&sample::names(), &sample::games(), None);
    let html = html.replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "src=", "@import", "url(", "fetch("] {
        assert!(!html.contains(word), "{word}");
    }
}

#[test]
fn the_same_tournament_gives_the_same_bytes() {
    let make = || page(&sample::names(), &sample::games(), None);
    assert_eq!(make(), make());
}

#[test]
fn a_pair_with_a_test_has_its_curve() {
    let names = &sample::names()[..2];
    let mut games = Vec::new();
    for pair in 0..50 {
        let (first, second) = (2 * pair + 1, 2 * pair + 2);
        let won = Some(tengen_engine::types::Color::Black);
        games.push(sample::game(first, pair, [0, 1], sample::FIVE, Verdict::Five, won));
        let draw = Verdict::Draw(DrawReason::MoveLimit);
        let drawn = (draw, None);
        let (verdict, winner) = if pair % 3 == 0 { drawn } else { (Verdict::Five, won) };
        games.push(sample::game(second, pair, [1, 0], sample::FIVE, verdict, winner));
    }
    let html = page(names, &games, Some(pair_test()));
    check_nesting(&html);
    let curve =
        html.split("class=\"curve\" d=\"").nth(1).and_then(|d| d.split('"').next()).unwrap();
    assert_eq!(curve.matches(['M', 'L']).count(), 51, "the start and every pair");
    // 33 pairs shared and 17 won by half a point: 1.42 by scipy, see the tests of `sprt`.
    assert!((pair_test().llr(&games) - 1.42).abs() < 0.005);
    assert!(html.contains("at LLR +1.42."));
    assert!(html.contains("<td>33</td><td>17</td><td>0</td>"), "the pairs by their points");
    assert!(!page(names, &games, None).contains("id=\"sprt\""));
}

#[test]
fn a_single_game_is_counted_as_one() {
    let html = page(&sample::names()[..2], &sample::games()[..1], None);
    assert!(html.contains("2 players, 1 game") && !html.contains("1 games"), "{html}");
}

#[test]
fn a_tournament_without_games_is_a_page_too() {
    for names in [&sample::names()[..], &[]] {
        let html = page(names, &[], Some(pair_test()));
        check_nesting(&html);
        assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
    }
}

#[test]
fn games_carry_what_the_board_shows() {
    let html = page(&sample::names(), &sample::games(), None);
    let data = html
        .split("id=\"data\" type=\"application/json\">")
        .nth(1)
        .and_then(|d| d.split("</script>").next())
        .unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let games = data["games"].as_array().unwrap();
    assert_eq!(games.len(), 6);
    assert_eq!(data["players"][2], "pbrain-old");
    let won = &games[0];
    assert_eq!(won["m"].as_array().unwrap().len(), 9);
    assert_eq!(won["l"].as_array().unwrap().len(), 5, "the winning line");
    assert_eq!((&won["k"], &won["r"], &won["e"]), (&1.into(), &0.into(), &"five".into()));
    assert_eq!(won["m"][0], 7 * 15 + 7);
    assert_eq!(games[4]["note"], "exit status 3");
    assert!(games[1].get("l").is_none());
}

#[test]
fn strangers_are_refused() {
    let games = sample::games();
    let names = &sample::names()[..2];
    let anchor = Anchor::Mean(0.0);
    let tournament =
        Tournament { title: "", players: names, games: &games, settings: &[], anchor, test: None };
    assert!(matches!(report(&tournament), Err(ReportError::Table(_))));
    let anchor = Anchor::Player { player: 7, elo: 0.0 };
    let tournament =
        Tournament { title: "", players: names, games: &[], settings: &[], anchor, test: None };
    assert!(matches!(report(&tournament), Err(ReportError::Rating(_))));
}
