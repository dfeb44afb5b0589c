//! Books that grow: alone, for swap2, in parts.

use std::fs;

use super::{checked, common, folder, refused, stdout, tengen};

#[test]
fn a_book_grows_and_continues() {
    let folder = folder();
    let folder = folder.path();
    let grow =
        "book grow a.tgbook --size 9 --moves e5 --nodes 300 --hash-mb 1 --steps 4 --svg a.svg";
    let first = stdout(folder, grow);
    assert!(first.starts_with("4 steps, "), "{first}");
    let count = checked(folder, "a.tgbook");
    assert!(count > 4, "{count}");
    stdout(folder, grow);
    assert!(checked(folder, "a.tgbook") > count);
    let svg = fs::read_to_string(folder.join("a.svg")).expect("a file");
    assert!(svg.contains("Main lines") && svg.contains("freestyle 9x9"), "{svg}");
    let shown = stdout(folder, "book show a.tgbook --size 9 --moves e5");
    assert!(shown.contains("by search") && shown.contains("tengen "), "{shown}");
}

/// Three stones and their choices: grown, shown, sealed and played from.
#[test]
fn swap2_is_grown_and_answered_at_once() {
    let folder = folder();
    let folder = folder.path();
    let grow = "book grow a.tgbook --swap2 --size 9 --nodes 1000 --hash-mb 1 --seed 6";
    let said = stdout(folder, &format!("{grow} --steps 300"));
    assert!(said.starts_with("300 steps, ") && !said.contains(" 0 even"), "{said}");
    let table = stdout(folder, "book show a.tgbook --swap2 --size 9");
    assert!(table.starts_with("freestyle 9x9: ") && table.contains(" of them even"), "{table}");
    // In parts, which draw other stones.
    for part in ["1/2", "2/2"] {
        let name = format!("part-{}.tgbook", &part[..1]);
        let grow = grow.replace("a.tgbook", &name);
        stdout(folder, &format!("{grow} --steps 6 --shard {part}"));
    }
    stdout(folder, "book merge part-1.tgbook part-2.tgbook --into parts.tgbook");
    assert_eq!(checked(folder, "parts.tgbook"), 12);
    stdout(folder, "book seal a.tgbook --out a.book");
    let table = stdout(folder, "book show a.book --swap2 --size 9");
    let listed = " of three stones; a sealed book does not list the others; values for white, ";
    assert!(table.contains(" even opening") && table.contains(listed), "{table}");
    let json = stdout(folder, "book show a.tgbook --swap2 --size 9 --json");
    let known: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let even = known.iter().find(|opening| {
        let pairs = opening["pairs"].as_array().expect("a list");
        let even = |pair: &serde_json::Value| pair["value"].as_i64().is_some_and(|v| v.abs() <= 20);
        opening["even"] == true && pairs.iter().any(even)
    });
    let even = even.expect("an opening with an even pair");
    let uneven = known.last().expect("an opening");
    for book in ["a.tgbook", "a.book"] {
        // A search of this many nodes would not end.
        let ask = |stones: &serde_json::Value| {
            let points: Vec<String> = stones
                .as_array()
                .into_iter()
                .flatten()
                .map(|point| format!("{},{}", point[0], point[1]))
                .collect();
            let script = format!(
                "START 9\nINFO timeout_turn 600000\nSWAP2BOARD {} DONE\n",
                points.join(" ")
            );
            let brain = common::run(&mut tengen(folder, &format!("--book {book}")), &script);
            String::from_utf8_lossy(&brain.stdout).lines().last().unwrap_or_default().to_owned()
        };
        assert_eq!(ask(&serde_json::Value::Null).split(' ').count(), 3);
        let two = ask(&even["stones"]);
        let pairs = even["pairs"].to_string();
        let first = two.split(' ').next().unwrap_or_default();
        assert!(two.split(' ').count() == 2 && pairs.contains(first), "{two} of {pairs}");
        let value = uneven["value"].as_i64().expect("a number");
        let expected = if value < 0 {
            "SWAP".to_owned()
        } else {
            format!("{},{}", uneven["best"][0], uneven["best"][1])
        };
        assert_eq!(ask(&uneven["stones"]), expected, "{uneven}");
    }
    for (wrong, why) in [
        ("--swap2 --moves h8", "--swap2: seen 1 stone, expected none, or 3 "),
        ("--swap2 --size 30", "--size 30x30: expected a board up to 22x22"),
        ("--size 25", "--size 25x25: expected a board up to 22x22"),
        ("--shard 1/2", "--shard without --base"),
    ] {
        let refused = refused(folder, &format!("book grow a.tgbook --nodes 10 {wrong}"));
        assert!(refused.contains(why), "{refused}");
    }
    for (moves, seen) in [("e5", "1 stone"), ("e5e6", "2 stones"), ("e5e6e7e8e9", "5 stones")] {
        let error =
            refused(folder, &format!("book show a.tgbook --swap2 --size 9 --moves {moves}"));
        let expected = "expected none, or 3 in the order black, white, black";
        assert_eq!(error, format!("tengen: --swap2: seen {seen}, {expected}\n"));
    }
}

/// Parts of one book look at different positions, and can be stopped, continued and merged.
#[test]
fn a_book_grows_in_parts() {
    let folder = folder();
    let folder = folder.path();
    let place = "--size 9 --moves e5 --nodes 300 --hash-mb 1";
    stdout(folder, &format!("book grow a.tgbook {place} --steps 6"));
    let base = checked(folder, "a.tgbook");
    let mut sum = 0;
    for part in 1..=2 {
        for steps in [1, 2] {
            let part = format!("part-{part}.tgbook {place} --base a.tgbook --shard {part}/2");
            stdout(folder, &format!("book grow {part} --steps {steps}"));
        }
        sum += checked(folder, &format!("part-{part}.tgbook")) - base;
    }
    assert_eq!(checked(folder, "a.tgbook"), base, "the base is only read");
    stdout(folder, "book merge part-1.tgbook part-2.tgbook --into a.tgbook");
    let merged = checked(folder, "a.tgbook");
    assert!(merged > base && merged <= base + sum, "{base} {sum} {merged}");
    let said = stdout(folder, &format!("book grow a.tgbook {place} --steps 0"));
    assert!(said.starts_with(&format!("0 steps, {merged} positions, ")), "{said}");
    assert!(
        refused(folder, &format!("book grow a.tgbook {place} --base a.tgbook --shard 1/2"))
            .contains("is an input file")
    );
}
