//! Nothing survives a match, and limits of the system are told in words.

use libtest_mimic::Trial;

#[cfg(target_os = "linux")]
pub(crate) fn tests() -> Vec<Trial> {
    use super::test;
    vec![
        test("children_that_leave_their_session_end_with_the_match", on_linux::leavers_end),
        test("processes_that_no_player_started_stay", on_linux::others_stay),
        test("a_file_size_limit_stops_a_match_in_words_and_it_resumes", on_linux::file_size_limit),
        test("a_small_address_space_is_refused_in_words", on_linux::small_address_space),
        test("players_do_not_inherit_the_setting_of_the_allocator", on_linux::own_setting),
        test("a_killed_check_leaves_no_folder_for_long", on_linux::killed_check),
        test("a_dry_run_names_the_memory_at_which_players_are_ended", on_linux::named_memory),
    ]
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn tests() -> Vec<Trial> {
    Vec::new()
}

#[cfg(target_os = "linux")]
mod on_linux {
    use std::fs;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use crate::common;
    use crate::field::{Field, essence, run, tengen};

    /// The processes whose command line has a word.
    fn processes_with(word: &str) -> usize {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let lines = processes.filter_map(|dir| fs::read(dir.path().join("cmdline")).ok());
        lines
            .filter(|line| line.split(|&byte| byte == 0).any(|part| part == word.as_bytes()))
            .count()
    }

    /// Runs a command under limits of the shell.
    fn limited(limits: &str, command: &Command) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{limits}; exec \"$@\""), "sh"]).arg(command.get_program());
        shell.args(command.get_args()).stdin(Stdio::null());
        shell
    }

    /// Each player starts a process in a session of its own before every first move, the second one
    /// also without the environment. The words are numbers of seconds that nobody else sleeps.
    pub(super) fn leavers_end() {
        for (more, word) in
            [(&[][..], "98765401"), (&["--reuse", "--concurrency", "1"], "98765402")]
        {
            let field = Field::new();
            let (plain, bare) = (format!("leave-{word}"), format!("leave-bare-{word}"));
            let faults = [&plain[..], &bare[..], "pause"];
            let (status, out, err) = run(field.command(&faults, &["--games", "4"]).args(more));
            assert_eq!((status, processes_with(word)), (0, 0), "{out}{err}");
            assert_eq!(field.journal().len(), 4);
        }
        // A crash and a player that does not end are no other way out.
        for (fault, word) in [("crash@2", "98765403"), ("ignore-end", "98765404")] {
            let field = Field::new();
            let leave = format!("leave-{word}");
            let (status, out, err) = run(&mut field.command(&[&leave, fault], &[]));
            assert_eq!((status, processes_with(word)), (0, 0), "{out}{err}");
        }
    }

    /// The shell that becomes the arena has a child in another session, which is the arena's then, and
    /// another one, whose own child leaves and is adopted during the match.
    pub(super) fn others_stay() {
        let field = Field::new();
        let command = field.command(&["leave-98765406"], &[]);
        let script = "setsid sleep 98765405 < /dev/null > /dev/null 2>&1 &
            while [ \"$(cut -d ' ' -f 6 /proc/$!/stat)\" -ne $! ]; do sleep 0.01; done
            echo $! > \"$0\"
            { while [ ! -s \"$1\" ]; do sleep 0.01; done
            setsid sleep 98765407 < /dev/null > /dev/null 2>&1 & echo $! >> \"$0\"; } > /dev/null 2>&1 &
            shift; exec \"$@\"";
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).arg(field.path("id")).arg(field.path("out/games.jsonl"));
        shell.arg(command.get_program()).args(command.get_args()).stdin(Stdio::null());
        let (status, out, err) = run(&mut shell);
        let ids = || fs::read_to_string(field.path("id")).unwrap();
        wait_until("both children have started", || ids().lines().count() == 2);
        let lives = |id: &str| {
            let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            !stat.is_empty() && !stat.contains(") Z")
        };
        let stay = ids().lines().filter(|id| lives(id)).count();
        let own = processes_with("98765406");
        let _ = Command::new("kill").args(ids().lines()).status();
        assert_eq!((status, stay, own), (0, 2, 0), "{out}{err}");
    }

    /// The journal may have a few blocks of 512 bytes.
    pub(super) fn file_size_limit() {
        let whole = Field::new();
        let games = ["--games", "8"];
        let (status, out, err) = run(&mut whole.command(&[], &games));
        assert_eq!(status, 0, "{out}{err}");
        let field = Field::new();
        let (status, out, err) = run(&mut limited("ulimit -f 6", &field.command(&[], &games)));
        assert_eq!(status, 1, "{out}{err}");
        let said: Vec<&str> = err.lines().collect();
        assert_eq!(said.len(), 1, "{err}");
        assert!(said[0].contains("games.jsonl: File too large"), "{err}");
        let (status, out, err) = run(field.command(&[], &games).arg("--resume"));
        assert_eq!(status, 0, "{out}{err}");
        assert_eq!(essence(&field.journal()), essence(&whole.journal()));
    }

    pub(super) fn small_address_space() {
        let brain = common::tengen();
        let mut others = [common::tengen(), common::tengen(), common::tengen()];
        others[0].args(["bench", "--depth", "2"]);
        others[1].args(["solve", "no.json"]);
        others[2].args(["match", "no.toml"]);
        for command in others.iter().chain([&brain]) {
            let (status, out, err) = run(&mut limited("ulimit -v 65536", command));
            let expected =
                "tengen: the address space is limited to 64 MiB (ulimit -v), expected at least";
            assert!(
                status == 2 && out.is_empty() && err.starts_with(expected),
                "{status}: {out}{err}"
            );
        }
        // From the smallest that is accepted on, the table leaves room for the rest.
        let game = "START 20\nINFO rule 1\nINFO timeout_turn 100\nBEGIN\n";
        let next = "INFO rule 4\nTURN 3,4\n";
        for mib in [144, 152, 160, 176, 200, 300] {
            let limits = format!("ulimit -v {}", mib * 1024);
            let said = common::game_of(&mut limited(&limits, &brain), &[game, next]);
            assert_eq!(
                said.lines().filter(|line| common::is_move(line)).count(),
                2,
                "{mib}: {said}"
            );
        }
    }

    /// A small address space makes the program set the allocator of its own process.
    pub(super) fn own_setting() {
        for (user_set, expected) in [(None, None), (Some("7"), Some("MALLOC_ARENA_MAX=7"))] {
            let field = Field::new();
            let seen = field.path("environment");
            let script = format!("env > '{}'", seen.display());
            let mut command = tengen("match");
            command.args(["--engine", &Field::mock("good", &[])]);
            command.args(["--engine", &format!("cmd=/bin/sh,name=env,arg=-c,arg={script}")]);
            command.args(["--games", "2", "--max-memory-mb", "0"]);
            command.arg("--out").arg(field.path("out"));
            let mut shell = limited("ulimit -v 3000000", &command);
            shell.env_remove("MALLOC_ARENA_MAX");
            shell.envs(user_set.map(|value| ("MALLOC_ARENA_MAX", value)));
            let (_, out, err) = run(&mut shell);
            let text = fs::read_to_string(&seen).unwrap_or_else(|_| panic!("{out}{err}"));
            let set = text.lines().find(|line| line.starts_with("MALLOC_ARENA_MAX="));
            assert_eq!(set, expected);
            assert!(!text.contains("TENGEN_ONE_ARENA"));
        }
    }

    pub(super) fn killed_check() {
        let field = Field::new();
        let hang = field.path("pbrain-mock-hang-1");
        fs::copy(std::env::current_exe().unwrap(), &hang).unwrap();
        let check = || {
            let mut command = tengen("check");
            command.arg(&hang).env("TMPDIR", field.folder.path());
            command.args(["--league", "fastgame", "--turn-ms", "600000"]);
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        };
        let folders = || {
            let entries =
                fs::read_dir(field.folder.path()).unwrap().map(|entry| entry.unwrap().path());
            let is_scratch = |path: &std::path::PathBuf| path.join("lock").exists();
            entries.filter(is_scratch).collect::<Vec<_>>()
        };
        let mut first = check();
        wait_until("the check has its folder", || folders().len() == 1);
        let left = folders();
        first.kill().unwrap();
        first.wait().unwrap();
        assert_eq!(folders(), left, "the killed check left its folder");
        let mut second = check();
        wait_until("the next check removes it", || folders().len() == 1 && folders() != left);
        let id = second.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert_eq!(second.wait().unwrap().code(), Some(130));
        assert!(folders().is_empty());
        assert!(Path::new(&hang).exists());
    }

    pub(super) fn named_memory() {
        let field = Field::new();
        let plan = |more: &[&str]| {
            let (status, out, err) = run(field.command(&[], &["--dry-run"]).args(more));
            assert_eq!(status, 0, "{err}");
            out
        };
        assert_eq!(plan(&[]).matches(", ended at ").count(), 2);
        for limit in ["0", "350"] {
            assert!(!plan(&["--max-memory-mb", limit]).contains("ended at"));
        }
        let (status, out, err) = run(&mut field.command(&[], &[]));
        assert_eq!(status, 0, "{err}");
        assert!(out.contains("memory: players without a limit are ended at "), "{out}");
        let report = fs::read_to_string(field.path("out/report.html")).unwrap();
        assert!(report.contains("players without a limit were ended at "));
    }

    fn wait_until(what: &str, is_so: impl Fn() -> bool) {
        let until = Instant::now() + Duration::from_secs(60);
        while !is_so() {
            assert!(Instant::now() < until, "not within a minute: {what}");
            sleep(Duration::from_millis(5));
        }
    }
}
