// Detects the kind of a file by its first bytes: whether a command may write its result over it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// What commands write. Texts that people write, too, such as rulesheets, are known by how they
/// begin behind comments.
enum class FileKind : std::uint8_t {
  rulesheet,     ///< prefix or infix
  clauses,       ///< Prolog: strategies, programs
  rules,         ///< production rules
  metarules,     ///< of order
  words,         ///< strategies in words
  explanation,   ///< of a feature
  diagram,       ///< graphviz
  ir,            ///< `tir`
  slices,        ///< programs that count features in many positions at a time
  llvm,          ///< LLVM's language
  assembly,      ///< machine code as text
  header,        ///< a plugin's, for C
  code,          ///< ELF: plugins and object files
  matrix_csv,    ///< of `features`
  matrix_jsonl,  ///< the same
  matrix_npy,    ///< the same
  matrix_npz,    ///< the same
  times,         ///< of `features`: seconds of features or positions
  weights,       ///< of `fit`
  profile,       ///< what rules cost
  run,           ///< of `learn`, to go on from
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

/// How lists of joint moves begin: a remark to those who read them (tools/files/joint_moves.h).
inline constexpr std::string_view moves_head = "# Joint moves";

/// `a rulesheet`
[[nodiscard]] std::string_view name_of(FileKind kind);

/// Whether a file that begins with `head` (its first `kind_head` bytes, or all of it) may be of
/// this kind. Blank files are of every kind.
[[nodiscard]] bool may_be(FileKind kind, std::string_view head);

inline constexpr std::size_t kind_head = 8192;

}  // namespace tesuji::tools
