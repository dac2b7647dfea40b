// Lists all file formats in one table: their names, extensions and first bytes, and the commands
// that read and write them. All code that decides by a file's name or first bytes uses the table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tesuji::driver {

enum class FileKind : std::uint8_t {
  rulesheet,     ///< prefix or infix
  clauses,       ///< Prolog: strategies, programs
  rules,         ///< production rules
  metarules,     ///< ordering metarules
  formulas,      ///< invariants in the invariant language
  words,         ///< strategies in words
  explanation,   ///< of a feature, in words
  diagram,       ///< graphviz
  ir,            ///< `tir`
  slices,        ///< programs that count features in many positions at a time
  llvm,          ///< LLVM's language
  assembly,      ///< machine code as text
  header,        ///< a plugin's, for C
  plugin,        ///< ELF: a shared library
  object,        ///< ELF: an object file
  matrix_csv,    ///< of `features`
  matrix_jsonl,  ///< the same
  matrix_json,   ///< the same, on standard output
  matrix_npy,    ///< the same
  matrix_npz,    ///< the same
  times,         ///< of `features`: seconds of features or positions
  weights,       ///< of `fit`
  profile,       ///< what rules cost
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

struct FileFormat {
  FileKind kind = FileKind::rulesheet;
  std::string_view name;                      ///< in messages: `a rulesheet`
  std::array<std::string_view, 2> endings{};  ///< see extensions
  /// Whether a file of the kind may begin with `head`; `mark` is the format's. Skips the comments
  /// at the beginning of texts.
  bool (*begins)(std::string_view head, std::string_view mark) = nullptr;
  std::string_view mark;
  std::string_view readers;  ///< commands that read it; empty: none
  std::string_view writers;  ///< commands that write it; empty: none

  /// Of paths: `.kif`, `.gdl`.
  [[nodiscard]] std::span<const std::string_view> extensions() const {
    return {endings.data(), std::size_t{!endings[0].empty()} + std::size_t{!endings[1].empty()}};
  }
};

/// All formats, in the order of FileKind.
[[nodiscard]] std::span<const FileFormat> file_formats();

[[nodiscard]] const FileFormat& format_of(FileKind kind);

/// Whether the path has one of the kind's extensions.
[[nodiscard]] bool is_named_as(FileKind kind, const std::string& path);

/// Number of first bytes that determine what kind a file may be.
inline constexpr std::size_t file_head = 8192;

/// Whether a file that begins with `head` (its first `file_head` bytes, or all of it) may be of
/// this kind. Blank files are of every kind.
[[nodiscard]] bool may_be(FileKind kind, std::string_view head);

/// First words of lists of joint moves: a comment for readers (tools/files/joint_moves.h).
inline constexpr std::string_view moves_head = "# Joint moves";

}  // namespace tesuji::driver
