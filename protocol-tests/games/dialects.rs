//! Files as other programs write them, and damaged ones: read right, or refused with a reason; never
//! another game.

use std::fs;
use std::process::Output;

use super::{common, folder, tengen};

/// `tengen games convert` of a file to SGF on stdout.
fn convert(name: &str, contents: &[u8], more: &str) -> Output {
    let folder = folder();
    fs::write(folder.path().join(name), contents).unwrap();
    let line = format!("games convert {name} - --to sgf {more}");
    common::run(&mut tengen(folder.path(), &line), "")
}

/// Checks the exit status, and parts of stdout and stderr; an empty part stands for nothing at all.
#[track_caller]
fn assert_said(output: &Output, status: i32, out: &[&str], errors: &[&str]) {
    let texts = [(&output.stdout, out), (&output.stderr, errors)];
    for (bytes, parts) in texts {
        let text = String::from_utf8_lossy(bytes).replace('\n', "");
        for part in parts {
            let is_said = if part.is_empty() { text.is_empty() } else { text.contains(part) };
            assert!(is_said, "'{part}' in '{text}'");
        }
    }
    assert_eq!(output.status.code(), Some(status));
}

#[test]
fn files_of_piskvork_and_gomocup() {
    let other_head = convert("a.psq", b"Piskvorky 15x15 , 0 - 0\r\n8,8,0\r\n9,7,1\r\n-1\r\n", "");
    assert_said(&other_head, 0, &["SZ[15]", "RE[?]", ";B[hh]MSEC[0];W[ig]MSEC[1])"], &[""]);
    let small = convert("a.psq", b"piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,1\n-1\n", "");
    assert_said(&small, 0, &[";B[hh]MSEC[0];W[ig]MSEC[1])"], &[""]);
    let six = "Piskvorky 15x15, 11:11, 0\n1,1,0\n1,15,0\n2,1,0\n3,15,0\n3,1,0\n5,15,0\n5,1,0\n7,15,0\n\
        6,1,0\n9,15,0\n4,1,0\nA\nB\n-1\n2,Renju_1\n";
    let judged = convert("a.psq", six.as_bytes(), "");
    assert_said(&judged, 0, &["RU[renju]", "RE[W+F]", "PB[A]PW[B]"], &[""]);
    let unknown = convert("a.psq", six.replace("Renju", "Odd").as_bytes(), "");
    assert_said(&unknown, 2, &[""], &["a.psq: line 16, column 1: '2,Odd_1' names a league"]);
}

#[test]
fn rules_and_results_of_sgf() {
    let sgf = |head: &str| format!("(;GM[4]FF[4]SZ[15]{head};B[hh];W[ig];B[gj])");
    for (head, expected) in [
        ("RU[4]", "RU[renju]"),
        ("RU[RIF]", "RU[renju]PB[black]PW[white]RO[1]ON[rif]"),
        ("RU[Soosyrv-8]", "RU[renju]PB[black]PW[white]RO[1]ON[soosorv-8]"),
        ("RU[Taraguchi-10]", "RU[renju]PB[black]PW[white]RO[1]ON[taraguchi-10]"),
        ("RU[Standard Gomoku]", "RU[standard]"),
        ("RU[有禁手]RE[白胜]", "RE[W+]"),
        ("RU[Renju]RE[1-0]", "RE[B+]"),
        ("RE[1/2-1/2]", "RE[0]"),
        ("DT[2026-11]", "DT[2026-11]"),
    ] {
        assert_said(&convert("a.sgf", sgf(head).as_bytes(), ""), 0, &[expected], &[""]);
    }
    let japanese = sgf("RU[Japanese]");
    let refused = convert("a.sgf", japanese.as_bytes(), "");
    assert_said(&refused, 2, &[""], &["line 1, column 19: unknown rule RU[Japanese], expected"]);
    let asked = convert("a.sgf", japanese.as_bytes(), "--rule standard");
    assert_said(&asked, 0, &["RU[standard]"], &["skipped 1 property: RU[Japanese]"]);
    let timed = convert("a.sgf", sgf("DT[2026.11.02 10:11:12]").as_bytes(), "");
    assert_said(&timed, 0, &["DT[2026-11-02]"], &["DT[2026.11.02 10:11:12] has more than days"]);
    let go = b"(;FF[4]GM[1]SZ[15]RU[FREESTYLE]RE[B+R];B[hh];W[ig])";
    assert_said(&convert("a.sgf", go, ""), 2, &[""], &["game number GM[1], expected 4", "--rule"]);
    let read = convert("a.sgf", go, "--rule freestyle");
    assert_said(&read, 0, &["RE[B+R]", ";B[hh];W[ig])"], &["GM[1] is read as freestyle"]);
}

#[test]
fn stones_of_sgf_are_never_others() {
    let refused = |text: &str, error: &str| {
        assert_said(&convert("a.sgf", text.as_bytes(), ""), 2, &[""], &[error]);
    };
    let late = "stones set up after a move or in a variation";
    refused("(;GM[4]SZ[15]AB[hh][ii]AW[jj]PL[W];W[kk];AE[ii]PL[B];B[gg])", late);
    refused("(;GM[4]SZ[15]AB[hh](;AW[ii];B[jj])(;W[kk]))", late);
    refused("(;GM[4]SZ[15]OP[hh][ig][gj];W[kk])", "the unknown property OP has points");
    let taken = convert("a.sgf", b"(;GM[4]SZ[15]AB[hh][ii];AE[ii]PL[W](;W[kk]))", "");
    assert_said(&taken, 0, &["AB[hh]PL[W];W[kk])"], &[""]);
    let small = convert("a.sgf", b"(;gm[4]sz[9]Ab[aa];b[ee];w[ed])", "");
    assert_said(&small, 0, &["SZ[9]", "AB[aa]PL[B];B[ee];W[ed])"], &["small letters"]);
}

#[test]
fn damaged_games_do_not_spoil_the_others() {
    let list = "(;GM[4]RE[B+];B[hh])\n(;GM[4];B[hh];W[hh])\n(;GM[4]RE[0];B[gi])\n";
    let read = convert("a.sgf", list.as_bytes(), "");
    let named =
        "a.sgf: line 2, column 17: point h8 is occupied, expected an empty one; game 2 is skipped";
    assert_said(&read, 1, &[";B[hh])", ";B[gi])"], &[named]);
    let third = convert("a.sgf", list.as_bytes(), "3");
    assert_said(&third, 1, &["RE[0]"], &[named]);
    assert_said(&convert("a.sgf", list.as_bytes(), "--strict"), 2, &[""], &[named, "--strict"]);
    let cut = convert("a.sgf", b"(;GM[4]SZ[15];B[hh];W[ig]", "");
    assert_said(
        &cut,
        1,
        &[";B[hh];W[ig])"],
        &["line 1, column 26: the text ends before its ')'; of"],
    );
    let txt = convert("a.txt", b"h8i9\nh8h8\ng7", "");
    assert_said(&txt, 1, &[";B[hh];W[ig])", ";B[gi])"], &["a.txt: line 2", "game 2 is skipped"]);
    let psq = "Piskvorky 9x9, 1:1, 0\n1,1,0\n-1\nPiskvorky 9x9, 1:1, 0\n1,1,0\n1,1,0\n-1\n";
    let read = convert("a.psq", psq.as_bytes(), "");
    assert_said(&read, 1, &[";B[aa]MSEC[0])"], &["a.psq: line 6, column 1: ", "game 2 is skipped"]);
}

#[test]
fn libraries_and_texts_with_a_tail_or_a_cut() {
    let header = [b"\xffRenLib\xff\x03\x04".as_slice(), &[0xff; 10]].concat();
    let lib = |nodes: &[u8]| [&header, nodes].concat();
    let tail = convert("a.lib", &lib(b"\0\0\x78\0\x79\x40\0\0"), "");
    assert_said(&tail, 0, &[";B[hh];W[ih])"], &["2 bytes after the last node, ignored"]);
    let cut = convert("a.lib", &lib(b"\0\0\x78\0\x79\x48ab"), "");
    assert_said(&cut, 1, &[";B[hh])"], &["byte 26: the file ends inside a comment"]);
    let text = convert("a.txt", b"h8i9\r\n\x1a", "");
    assert_said(&text, 0, &[";B[hh];W[ig])"], &["NUL or Ctrl-Z after the text, ignored"]);
}

#[test]
fn code_pages_are_guessed_or_named() {
    let header = [b"\xffRenLib\xff\x03\x04".as_slice(), &[0xff; 10]].concat();
    let gbk =
        [&header, b"\0\0\x78\0\x79\x48\xb0\xd7\xc6\xe5\xb7\xc0\xca\xd8\0\0".as_slice()].concat();
    assert_said(&convert("a.lib", &gbk, ""), 0, &["C[白棋防守]"], &["seem to be GBK"]);
    assert_said(&convert("a.lib", &gbk, "--encoding gbk"), 0, &["C[白棋防守]"], &[""]);
    assert_said(&convert("a.lib", &gbk, "--strict"), 2, &[""], &["seem to be GBK"]);
    let wide: Vec<u8> = "\u{feff}h8i9".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_said(&convert("a.txt", &wide, ""), 0, &[";B[hh];W[ig])"], &["the text is UTF-16LE"]);
}

#[test]
fn passes_and_spellings_of_moves() {
    let sgf = "(;GM[4]FF[4]SZ[15]RU[Renju];B[hh];W[hg];B[];W[ii];B[tt])";
    let passed = convert("a.sgf", sgf.as_bytes(), "");
    assert_said(&passed, 0, &[";B[hh];W[hg];B[];W[ii];B[])"], &[""]);
    for list in ["h8i9--j10", "H8,i9;pass J10", "h8-i9 -- j10", "1. h8 i9 2. -- j10"] {
        let read = convert("a.txt", list.as_bytes(), "");
        assert_said(&read, 0, &[";B[hh];W[ig];B[];W[jf])"], &[""]);
    }
    let folder = folder();
    fs::write(folder.path().join("a.sgf"), sgf).unwrap();
    let to = |format: &str| {
        common::run(&mut tengen(folder.path(), &format!("games convert a.sgf - --to {format}")), "")
    };
    assert_said(&to("txt"), 0, &["h8h9--i7--"], &["rule"]);
    assert_said(&to("csv"), 0, &[",3,--,"], &[""]);
    assert_said(&to("psq"), 2, &[""], &["a pass, which psq cannot hold; use sgf, lib, csv or txt"]);
}

#[test]
fn the_judge_agrees_with_what_a_file_says() {
    // White makes a five after black's.
    let moves = "h8 h9 i8 i9 j8 j9 k8 k9 l8 l9";
    let read = convert("a.txt", moves.as_bytes(), "");
    assert_said(&read, 0, &["RE[B+]"], &[""]);
    let folder = folder();
    let judge = |line: &str| common::run(&mut tengen(folder.path(), "judge"), line);
    let judged = judge(&format!("{{\"size\":15,\"moves\":\"{moves}\"}}\n"));
    assert_said(&judged, 0, &["{\"winner\":\"black\",\"line\":[[7,7],"], &[""]);
    let passed = judge("{\"rule\":\"renju\",\"size\":15,\"moves\":[[7,7],null,\"--\"]}\n");
    assert_said(&passed, 0, &["{\"winner\":\"none\",\"line\":[]"], &[""]);
}
