// Detects the kind of a file by its first bytes, to decide whether a command may overwrite it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// Kinds of files that commands write. Kinds that people write, too, such as rulesheets, are
/// recognised by their beginning after comments.
enum class FileKind : std::uint8_t {
  rulesheet,     ///< prefix or infix
  clauses,       ///< Prolog: strategies, programs
  rules,         ///< production rules
  metarules,     ///< for ordering
  words,         ///< a strategy in words
  explanation,   ///< of a feature
  diagram,       ///< graphviz
  ir,            ///< `tir`
  slices,        ///< programs that count features in many positions at once
  llvm,          ///< LLVM IR
  assembly,      ///< machine code as text
  header,        ///< a plugin's C header
  code,          ///< ELF: plugins and object files
  matrix_csv,    ///< of `features`
  matrix_jsonl,  ///< of `features`
  matrix_npy,    ///< of `features`
  matrix_npz,    ///< of `features`
  times,         ///< of `features`: seconds per feature or position
  weights,       ///< of `fit`
  profile,       ///< costs of rules
  run,           ///< of `learn`, to resume from
  solution,      ///< of `solve`
  moves,         ///< of `solve --plan`: joint moves
  report,        ///< of `verify`, HTML
  results,       ///< of `gdl-perf`
  trace,         ///< gdl-trace/1
  table,         ///< rows of values (CSV)
  picture,       ///< SVG
  invariants,    ///< of `verify --save`
  task_results,  ///< of `spread`
};

/// The first line of lists of joint moves: a comment for readers (tools/files/joint_moves.h).
inline constexpr std::string_view moves_head = "# Joint moves";

/// Returns the kind in words: `a rulesheet`.
[[nodiscard]] std::string_view name_of(FileKind kind);

/// Whether a file that begins with `head` (its first `kind_head` bytes, or all of it) can be of
/// this kind. Blank files match every kind.
[[nodiscard]] bool may_be(FileKind kind, std::string_view head);

inline constexpr std::size_t kind_head = 8192;

}  // namespace tesuji::tools
