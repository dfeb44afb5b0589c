//! The commands by name.

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Boardsize,
    ClearBoard,
    FinalScore,
    Genmove,
    GgUndo,
    Interrupt,
    KataAnalyze,
    KataGenmoveAnalyze,
    KgsTimeSettings,
    Knows,
    Komi,
    ListCommands,
    LoadSgf,
    LzAnalyze,
    LzGenmoveAnalyze,
    Name,
    Play,
    ProtocolVersion,
    Quit,
    RegGenmove,
    RulesBoard,
    RulesBoardSize,
    RulesFinalResult,
    RulesGameId,
    RulesLegalMoves,
    RulesSideToMove,
    SetFreeHandicap,
    Showboard,
    TimeLeft,
    TimeSettings,
    Undo,
    Version,
}

/// All of them, as `list_commands` answers.
pub(super) const COMMANDS: &[(&str, Command)] = &[
    ("boardsize", Command::Boardsize),
    ("clear_board", Command::ClearBoard),
    ("final_score", Command::FinalScore),
    ("genmove", Command::Genmove),
    ("gg-undo", Command::GgUndo),
    ("gogui-interrupt", Command::Interrupt),
    ("gogui-rules_board", Command::RulesBoard),
    ("gogui-rules_board_size", Command::RulesBoardSize),
    ("gogui-rules_final_result", Command::RulesFinalResult),
    ("gogui-rules_game_id", Command::RulesGameId),
    ("gogui-rules_legal_moves", Command::RulesLegalMoves),
    ("gogui-rules_side_to_move", Command::RulesSideToMove),
    ("kata-analyze", Command::KataAnalyze),
    ("kata-genmove_analyze", Command::KataGenmoveAnalyze),
    ("kgs-time_settings", Command::KgsTimeSettings),
    ("known_command", Command::Knows),
    ("komi", Command::Komi),
    ("list_commands", Command::ListCommands),
    ("loadsgf", Command::LoadSgf),
    ("lz-analyze", Command::LzAnalyze),
    ("lz-genmove_analyze", Command::LzGenmoveAnalyze),
    ("name", Command::Name),
    ("play", Command::Play),
    ("protocol_version", Command::ProtocolVersion),
    ("quit", Command::Quit),
    ("rectangular_boardsize", Command::Boardsize),
    ("reg_genmove", Command::RegGenmove),
    ("set_free_handicap", Command::SetFreeHandicap),
    ("showboard", Command::Showboard),
    ("time_left", Command::TimeLeft),
    ("time_settings", Command::TimeSettings),
    ("undo", Command::Undo),
    ("version", Command::Version),
];

impl Command {
    /// The command with this name; names are in lower case.
    pub(super) fn named(name: &str) -> Option<Self> {
        COMMANDS.iter().find(|(known, _)| *known == name).map(|&(_, command)| command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_has_no_name_twice() {
        assert!(COMMANDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
