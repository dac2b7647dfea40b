// Reads traces. A trace has the results that a game engine must compute along some playouts, made
// by another reasoner or recorded (format gdl-trace/1, docs/cli/trace-format.md).
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/core/source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tesuji::tools {

/// The hash is FNV-1a 64 over the sorted terms, joined by newlines.
struct TermSet {
  std::uint64_t count = 0;
  std::uint64_t hash = 0;
};

/// One state of a playout, as far as known. Per-role lists are in the order of Trace::roles.
struct TraceStep {
  std::optional<TermSet> fluents;
  std::optional<std::vector<TermSet>> legal;
  std::optional<bool> terminal;
  std::optional<std::vector<std::vector<std::string>>> goals;
  std::optional<std::vector<std::string>> all_fluents;             ///< sorted; only in a few steps
  std::optional<std::vector<std::vector<std::string>>> all_legal;  ///< sorted; only in a few steps
  std::vector<std::string> joint_move;  ///< to the next step; empty in the last one
  /// What each role perceives of the joint move, sorted; if known.
  std::optional<std::vector<std::vector<std::string>>> percepts;
};

struct TraceLevel {
  std::uint32_t depth = 0;
  std::optional<std::string> sequences;  ///< decimal
  std::optional<std::uint64_t> distinct;
  std::optional<std::string> terminal;  ///< decimal
  std::optional<std::uint64_t> sum;     ///< of the distinct states' hashes, modulo 2^64
};

struct Trace {
  std::string game;
  std::optional<std::uint64_t> rulesheet_hash;  ///< FNV-1a 64 of the rulesheet's bytes, if known
  std::vector<std::string> roles;               ///< empty: those of the game
  std::vector<TraceLevel> perft;
  std::vector<std::vector<TraceStep>> playouts;
};

/// Reads a trace, or matches (trace.cpp); reports errors (code "trace").
[[nodiscard]] std::optional<Trace> read_trace(ir::FileId file, ir::Diagnostics& diagnostics);

}  // namespace tesuji::tools
