//! Layer 7: the brain on stdin and stdout.
