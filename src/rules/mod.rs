//! Layer 3: what the rule book says. Imports `board` and below.
