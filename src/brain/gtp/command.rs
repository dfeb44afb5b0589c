//! The commands by name.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GtpCommand {
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
pub(super) const COMMANDS: &[(&str, GtpCommand)] = &[
    ("boardsize", GtpCommand::Boardsize),
    ("clear_board", GtpCommand::ClearBoard),
    ("final_score", GtpCommand::FinalScore),
    ("genmove", GtpCommand::Genmove),
    ("gg-undo", GtpCommand::GgUndo),
    ("gogui-interrupt", GtpCommand::Interrupt),
    ("gogui-rules_board", GtpCommand::RulesBoard),
    ("gogui-rules_board_size", GtpCommand::RulesBoardSize),
    ("gogui-rules_final_result", GtpCommand::RulesFinalResult),
    ("gogui-rules_game_id", GtpCommand::RulesGameId),
    ("gogui-rules_legal_moves", GtpCommand::RulesLegalMoves),
    ("gogui-rules_side_to_move", GtpCommand::RulesSideToMove),
    ("kata-analyze", GtpCommand::KataAnalyze),
    ("kata-genmove_analyze", GtpCommand::KataGenmoveAnalyze),
    ("kgs-time_settings", GtpCommand::KgsTimeSettings),
    ("known_command", GtpCommand::Knows),
    ("komi", GtpCommand::Komi),
    ("list_commands", GtpCommand::ListCommands),
    ("loadsgf", GtpCommand::LoadSgf),
    ("lz-analyze", GtpCommand::LzAnalyze),
    ("lz-genmove_analyze", GtpCommand::LzGenmoveAnalyze),
    ("name", GtpCommand::Name),
    ("play", GtpCommand::Play),
    ("protocol_version", GtpCommand::ProtocolVersion),
    ("quit", GtpCommand::Quit),
    ("rectangular_boardsize", GtpCommand::Boardsize),
    ("reg_genmove", GtpCommand::RegGenmove),
    ("set_free_handicap", GtpCommand::SetFreeHandicap),
    ("showboard", GtpCommand::Showboard),
    ("time_left", GtpCommand::TimeLeft),
    ("time_settings", GtpCommand::TimeSettings),
    ("undo", GtpCommand::Undo),
    ("version", GtpCommand::Version),
];

impl GtpCommand {
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
