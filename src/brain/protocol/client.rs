//! What kind of program the manager is, as far as its lines show.
//!
//! Programs written for [Yixin](https://github.com/accreator/Yixin-protocol) or
//! [Rapfi](https://github.com/dhbloo/rapfi) number the rules otherwise than the managers of Gomocup
//! do, and read other `MESSAGE` lines. They are recognized by what no manager of Gomocup sends: a
//! command of Yixin, a command or a setting of Rapfi, or keys of `INFO` in capitals.

use crate::wire::{Command, Info, KEYS_OF_RAPFI, ParseError};

/// What the lines so far show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Client {
    /// It sent a command or a setting of Yixin or Rapfi.
    pub is_extended: bool,
    /// It writes the keys of `INFO` in capitals, as many programs for Rapfi do, and pygomo-lib.
    pub writes_capitals: bool,
}

impl Client {
    /// Hears a command. Returns whether it is the first one of Yixin or Rapfi.
    pub(crate) fn hear(&mut self, command: &Result<Command, ParseError>) -> bool {
        let is_first = !self.is_extended && is_extension(command);
        self.is_extended |= is_first;
        is_first
    }

    /// Looks at the spelling of an `INFO` line.
    pub(crate) fn see_setting(&mut self, line: &str) {
        let key = line.split_ascii_whitespace().nth(1).unwrap_or_default();
        let is_capital = |c: char| c.is_ascii_uppercase() || c == '_';
        self.writes_capitals |= !key.is_empty() && key.chars().all(is_capital);
    }
}

fn is_extension(command: &Result<Command, ParseError>) -> bool {
    match command {
        Ok(Command::Info(Info::Strength(_))) => true,
        Ok(Command::Info(Info::Other { key, .. })) => {
            KEYS_OF_RAPFI.iter().any(|known| known.eq_ignore_ascii_case(key))
        }
        Ok(command) => command.is_extension(),
        Err(ParseError::Arguments { command, .. }) => command.starts_with("YX"),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Extension, ParsedLine, WireLine};

    fn heard(line: &str) -> bool {
        Client::default().hear(&ParsedLine::new(WireLine::new(line.as_bytes())).command)
    }

    #[test]
    fn what_no_manager_of_gomocup_sends_is_an_extension() {
        for line in [
            "YXBOARD",
            "yxnbest 2",
            "YXNBEST",
            "yxshowinfo",
            "yxsetdatabase x.db",
            "yxswap2step1",
            "yxsoosorvstep4 3",
            "yxdbfix",
            "INFO STRENGTH 50",
            "info Swapable 1",
        ] {
            assert!(heard(line), "{line}");
        }
        // c-gomoku-cli sends YXSTOP to every brain.
        for line in ["YXSTOP", "STOP", "BOARD", "TURN", "SWAP2BOARD", "INFO rule 2", "yx", ""] {
            assert!(!heard(line), "{line}");
        }
    }

    #[test]
    fn only_the_first_extension_is_new() {
        let mut client = Client::default();
        let nbest = Ok(Command::Extension(Extension::NBest(1)));
        assert!(!client.hear(&Ok(Command::Begin)) && client.hear(&nbest) && !client.hear(&nbest));
    }

    #[test]
    fn capitals_are_seen_in_keys_only() {
        let seen = |line| {
            let mut client = Client::default();
            client.see_setting(line);
            client.writes_capitals
        };
        assert!(seen("INFO TIMEOUT_TURN 5000") && seen("info RULE 0"));
        for line in ["INFO timeout_turn 5", "INFO Rule 4", "INFO folder C:\\X", "INFO", "INFO 7"] {
            assert!(!seen(line), "{line}");
        }
    }
}
