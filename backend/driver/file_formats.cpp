#include "backend/driver/file_formats.h"

#include "backend/plugins/host/seal.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace tesuji::driver {
namespace {

constexpr std::string_view blanks = " \t\r\n";

bool is_name_sign(char sign) {
  return sign == '_' || std::isalnum(static_cast<unsigned char>(sign)) != 0;
}

/// Returns the text after blanks and lines that begin with one of `marks`.
std::string_view behind_comments(std::string_view text, std::string_view marks) {
  while (true) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(blanks)));
    if (text.empty() || marks.find(text.front()) == std::string_view::npos) return text;
    text.remove_prefix(std::min(text.size(), text.find('\n')));
  }
}

/// Whether the text begins with a name and, after blanks, `next`.
bool begins_with_name(std::string_view text, std::string_view next) {
  std::size_t end = 0;
  while (end < text.size() && is_name_sign(text[end])) ++end;
  if (end == 0) return false;
  text.remove_prefix(end);
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t")));
  return text.starts_with(next);
}

/// Whether the text begins with a clause in Prolog or in the infix syntax.
bool begins_with_clause(std::string_view text) {
  if (text.starts_with(":-") || text.starts_with('\'')) return true;
  constexpr std::array<std::string_view, 5> marks{"(", ".", ":-", "<=", ":="};
  return std::ranges::any_of(marks,
                             [&](std::string_view mark) { return begins_with_name(text, mark); });
}

bool has_line_with(std::string_view head, std::string_view begin) {
  return head.starts_with(begin) || head.find('\n' + std::string(begin)) != std::string_view::npos;
}

/// Whether the bytes are text: no control characters but blanks.
bool is_text(std::string_view head) {
  return std::none_of(head.begin(), head.end(), [](char sign) {
    return static_cast<unsigned char>(sign) < 0x20 && blanks.find(sign) == std::string_view::npos;
  });
}

// Tests of a format by the first bytes and the format's mark; some ignore the mark.

bool by_magic(std::string_view head, std::string_view mark) {
  return head.starts_with(mark);
}

bool behind_remarks(std::string_view head, std::string_view mark) {
  return behind_comments(head, ";").starts_with(mark);
}

bool by_name(std::string_view head, std::string_view mark) {
  return is_text(head) && begins_with_name(head, mark);
}

/// Whether it is a JSON object with the member `mark`.
bool by_member(std::string_view head, std::string_view mark) {
  const std::string member = '"' + std::string(mark) + '"';
  return behind_comments(head, "").starts_with('{') && head.find(member) != std::string_view::npos;
}

/// Whether it is a JSON object with a member `format` that names the format `mark`.
bool by_format(std::string_view head, std::string_view mark) {
  return by_member(head, "format") && head.find(mark) != std::string_view::npos;
}

bool is_rulesheet(std::string_view head, std::string_view) {
  const std::string_view text = behind_comments(head, ";%#");
  return is_text(head) && (text.starts_with('(') || begins_with_clause(text));
}

bool is_prolog(std::string_view head, std::string_view) {
  const std::string_view text = behind_comments(head, "%");
  return is_text(head) && (begins_with_clause(text) || (text.empty() && head.starts_with('%')));
}

bool is_metarules(std::string_view head, std::string_view mark) {
  const std::string_view text = behind_comments(head, ";");
  return text.starts_with(mark) || (head.starts_with(';') && text.empty());
}

bool is_formulas(std::string_view head, std::string_view) {
  const std::string_view text = behind_comments(head, "%");
  return text.starts_with("invariant ") || text.starts_with("domain ");
}

/// Also without the first line, which earlier versions did not write.
bool is_words(std::string_view head, std::string_view mark) {
  return head.starts_with(mark) || by_name(head, ": ");
}

bool is_llvm(std::string_view head, std::string_view) {
  return has_line_with(head, "source_filename = ") || has_line_with(head, "target triple = ");
}

bool is_assembly(std::string_view head, std::string_view) {
  return has_line_with(head, "\t.text") || has_line_with(head, "\t.file");
}

bool is_times(std::string_view head, std::string_view) {
  return head.starts_with("name,seconds,") || head.starts_with("line,seconds");
}

bool is_report(std::string_view head, std::string_view mark) {
  return head.starts_with("<!DOCTYPE html>") && head.find(mark) != std::string_view::npos;
}

bool is_table(std::string_view head, std::string_view) {
  return is_text(head) &&
         head.substr(0, head.find('\n')).find_first_of("(){}<>;:%") == std::string_view::npos;
}

bool is_picture(std::string_view head, std::string_view mark) {
  return head.starts_with(mark) ||
         (head.starts_with("<?xml") && head.find(mark) != std::string_view::npos);
}

// In the order of FileKind: kind, name, extensions, test and mark, readers, writers.
// clang-format off
constexpr std::array<FileFormat, 33> formats{{
    {FileKind::rulesheet, "a rulesheet", {".kif", ".gdl"}, is_rulesheet, "",
     "commands with GAME", "`convert`, `dump`, `format`, `induce`"},
    {FileKind::clauses, "a Prolog text", {".pl"}, is_prolog, "",
     "`check`, `features`, `induce`, `play`, `run`", "`generalise`, `induce`, `learn`"},
    {FileKind::rules, "production rules", {".rules"}, behind_remarks, "(rule",
     "`generalise`, `metarules`, `order`, `run`", "`generalise`, `order`"},
    {FileKind::metarules, "ordering metarules", {".meta"}, is_metarules, "(metarule",
     "commands with --metarules", "`dump`, `metarules`"},
    {FileKind::formulas, "invariants", {".inv"}, is_formulas, "", "`verify`", ""},
    {FileKind::words, "a strategy in words", {}, is_words, "Each sentence is what clauses claim", "",
     "`dump`, `learn`"},
    {FileKind::explanation, "an explanation", {}, by_name, "= ", "", "`features`"},
    {FileKind::diagram, "a diagram", {}, by_magic, "digraph ", "", "`dump`, `learn`"},
    {FileKind::ir, "IR text", {".tir"}, behind_remarks, "tir ",
     "commands with GAME, `opt`", "`dump`, `features`, `opt`"},
    {FileKind::slices, "programs over slices", {}, by_magic, "slices ", "", "`features`"},
    {FileKind::llvm, "LLVM's language", {".ll"}, is_llvm, "", "", "`compile`, `dump`"},
    {FileKind::assembly, "assembly", {".s"}, is_assembly, "", "", "`compile`, `dump`"},
    {FileKind::header, "a plugin's header", {".h"}, by_magic, "/* Made by tesuji", "", "`compile`"},
    {FileKind::plugin, "compiled code", {".so"}, by_magic, plugin::elf_magic, "commands that play", "`compile`"},
    {FileKind::object, "compiled code", {".o"}, by_magic, plugin::elf_magic, "", "`compile`"},
    {FileKind::matrix_csv, "a matrix (CSV)", {".csv"}, by_magic, "line,", "`fit`", "`features`"},
    {FileKind::matrix_jsonl, "a matrix (JSON Lines)", {".jsonl"}, by_magic, "{\"features\":",
     "", "`features`"},
    {FileKind::matrix_json, "a matrix (JSON)", {".json"}, by_member, "rows", "", "`features`"},
    {FileKind::matrix_npy, "an array of NumPy", {".npy"}, by_magic, "\x93NUMPY",
     "`fit`", "`features`"},
    {FileKind::matrix_npz, "an archive of NumPy", {".npz"}, by_magic, "PK\x03\x04",
     "`fit`", "`features`"},
    {FileKind::times, "a table of times", {".csv"}, is_times, "", "", "`features`"},
    {FileKind::weights, "weights", {".json"}, by_member, "intercept", "`match`, `play`", "`fit`"},
    {FileKind::profile, "a profile", {".json"}, by_member, "profile",
     "`metarules`", "`replay`, `run`, `simulate`"},
    {FileKind::run, "a saved run", {".json"}, by_member, "tesuji_learn", "`learn`", "`learn`"},
    {FileKind::solution, "a solution", {}, by_magic, "TSJSOLVE",
     "`experiment`, `learn`, `regret`, `solve`", "`solve`"},
    {FileKind::moves, "a list of joint moves", {}, by_magic, moves_head,
     "`generalise`, `position`, `query`, `record`", "`solve`"},
    {FileKind::report, "a report of `verify`", {".html"}, is_report, "<title>Invariants of ",
     "", "`experiment`, `verify`"},
    {FileKind::results, "results of `gdl-perf`", {}, by_magic, "version=tesuji ",
     "", "`gdl-perf`"},
    {FileKind::trace, "a trace", {".json"}, by_format, "gdl-trace/", "`replay`", "`record`"},
    {FileKind::table, "a table", {".csv", ".tsv"}, is_table, "",
     "`run`", "`experiment`, `learn`, `regret`, `run`"},
    {FileKind::picture, "an SVG picture", {".svg"}, is_picture, "<svg",
     "", "`experiment`, `learn`, `play`, `position`, `simulate`"},
    {FileKind::invariants, "saved invariants", {".json"}, by_format, "tesuji-invariants/",
     "commands with --invariants", "`verify`"},
    {FileKind::task_results, "a file of results of `spread`", {".jsonl"}, by_format,
     "tesuji-results/", "`merge`, `spread`", "`merge`, `spread`"},
}};
// clang-format on

constexpr bool is_in_kind_order() {
  for (std::size_t i = 0; i < formats.size(); ++i) {
    if (formats[i].kind != static_cast<FileKind>(i)) return false;
  }
  return true;
}
static_assert(is_in_kind_order());

}  // namespace

std::span<const FileFormat> file_formats() {
  return formats;
}

const FileFormat& format_of(FileKind kind) {
  return formats.at(static_cast<std::size_t>(kind));
}

bool is_named_as(FileKind kind, const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension();
  const auto known = format_of(kind).extensions();
  return std::ranges::find(known, extension) != known.end();
}

bool may_be(FileKind kind, std::string_view head) {
  const FileFormat& format = format_of(kind);
  return head.find_first_not_of(blanks) == std::string_view::npos ||
         format.begins(head, format.mark);
}

}  // namespace tesuji::driver
