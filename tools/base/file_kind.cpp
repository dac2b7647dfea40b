#include "tools/base/file_kind.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace tesuji::tools {
namespace {

constexpr std::string_view blanks = " \t\r\n";

bool is_name_sign(char sign) {
  return sign == '_' || std::isalnum(static_cast<unsigned char>(sign)) != 0;
}

/// Skips blanks and lines that begin with one of `marks`.
std::string_view behind_comments(std::string_view text, std::string_view marks) {
  while (true) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(blanks)));
    if (text.empty() || marks.find(text.front()) == std::string_view::npos) return text;
    text.remove_prefix(std::min(text.size(), text.find('\n')));
  }
}

/// Whether it begins with a name followed, after blanks, by one of `next`.
bool begins_with_name(std::string_view text, const auto& next) {
  std::size_t end = 0;
  while (end < text.size() && is_name_sign(text[end])) ++end;
  if (end == 0) return false;
  text.remove_prefix(end);
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t")));
  return std::any_of(next.begin(), next.end(),
                     [&](std::string_view one) { return text.starts_with(one); });
}

/// Whether it begins with a clause of Prolog or of the infix syntax.
bool begins_with_clause(std::string_view text) {
  if (text.starts_with(":-") || text.starts_with('\'')) return true;
  constexpr std::array<std::string_view, 5> next{"(", ".", ":-", "<=", ":="};
  return begins_with_name(text, next);
}

bool has_member(std::string_view head, std::string_view name) {
  const std::string member = '"' + std::string(name) + '"';
  return behind_comments(head, "").starts_with('{') && head.find(member) != std::string_view::npos;
}

bool has_line_with(std::string_view head, std::string_view begin) {
  return head.starts_with(begin) || head.find('\n' + std::string(begin)) != std::string_view::npos;
}

/// Whether it is a text, for kinds without typical first bytes: only printable characters and
/// blanks.
bool is_text(std::string_view head) {
  return std::none_of(head.begin(), head.end(), [](char sign) {
    return static_cast<unsigned char>(sign) < 0x20 && blanks.find(sign) == std::string_view::npos;
  });
}

bool is_of(FileKind kind, std::string_view head) {
  switch (kind) {
    case FileKind::rulesheet: {
      const std::string_view text = behind_comments(head, ";%#");
      return is_text(head) && (text.starts_with('(') || begins_with_clause(text));
    }
    case FileKind::clauses: {
      const std::string_view text = behind_comments(head, "%");
      return is_text(head) && (begins_with_clause(text) || (text.empty() && head.starts_with('%')));
    }
    case FileKind::rules:
      return behind_comments(head, ";").starts_with("(rule");
    case FileKind::metarules:
      return behind_comments(head, ";").starts_with("(metarule") ||
             (head.starts_with(';') && behind_comments(head, ";").empty());
    case FileKind::words: {
      constexpr std::array<std::string_view, 1> colon{": "};
      return is_text(head) && begins_with_name(head, colon);
    }
    case FileKind::explanation: {
      constexpr std::array<std::string_view, 1> equals{"= "};
      return is_text(head) && begins_with_name(head, equals);
    }
    case FileKind::diagram:
      return head.starts_with("digraph ");
    case FileKind::ir:
      return behind_comments(head, ";").starts_with("tir ");
    case FileKind::slices:
      return head.starts_with("slices ");
    case FileKind::llvm:
      return has_line_with(head, "source_filename = ") || has_line_with(head, "target triple = ");
    case FileKind::assembly:
      return has_line_with(head, "\t.text") || has_line_with(head, "\t.file");
    case FileKind::header:
      return head.starts_with("/* Made by tesuji");
    case FileKind::code:
      return head.starts_with(
          "\x7f"
          "ELF");
    case FileKind::matrix_csv:
      return head.starts_with("line,");
    case FileKind::matrix_jsonl:
      return head.starts_with("{\"features\":");
    case FileKind::matrix_npy:
      return head.starts_with("\x93NUMPY");
    case FileKind::matrix_npz:
      return head.starts_with("PK\x03\x04");
    case FileKind::times:
      return head.starts_with("name,seconds,") || head.starts_with("line,seconds");
    case FileKind::weights:
      return has_member(head, "intercept");
    case FileKind::profile:
      return has_member(head, "profile");
    case FileKind::run:
      return has_member(head, "tesuji_learn");
    case FileKind::moves:
      return head.starts_with(moves_head);
    case FileKind::solution:
      return head.starts_with("TSJSOLVE");
    case FileKind::report:
      return head.starts_with("<!DOCTYPE html>") &&
             head.find("<title>Invariants of ") != std::string_view::npos;
    case FileKind::results:
      return head.starts_with("version=tesuji ");
    case FileKind::trace:
      return has_member(head, "format") && head.find("gdl-trace/") != std::string_view::npos;
    case FileKind::table:
      return is_text(head) &&
             head.substr(0, head.find('\n')).find_first_of("(){}<>;:%") == std::string_view::npos;
    case FileKind::picture:
      return head.starts_with("<svg") ||
             (head.starts_with("<?xml") && head.find("<svg") != std::string_view::npos);
    case FileKind::invariants:
      return has_member(head, "format") &&
             head.find("tesuji-invariants/") != std::string_view::npos;
    case FileKind::task_results:
      return has_member(head, "format") && head.find("tesuji-results/") != std::string_view::npos;
  }
  return false;
}

}  // namespace

std::string_view name_of(FileKind kind) {
  constexpr std::array<std::string_view, 30> names{"a rulesheet",
                                                   "a Prolog text",
                                                   "production rules",
                                                   "ordering metarules",
                                                   "a strategy in words",
                                                   "an explanation",
                                                   "a diagram",
                                                   "IR text",
                                                   "programs over slices",
                                                   "LLVM's language",
                                                   "assembly",
                                                   "a plugin's header",
                                                   "compiled code",
                                                   "a matrix (CSV)",
                                                   "a matrix (JSON Lines)",
                                                   "an array of NumPy",
                                                   "an archive of NumPy",
                                                   "a table of times",
                                                   "weights",
                                                   "a profile",
                                                   "a saved run",
                                                   "a solution",
                                                   "a list of joint moves",
                                                   "a report of `verify`",
                                                   "results of `gdl-perf`",
                                                   "a trace",
                                                   "a table",
                                                   "an SVG picture",
                                                   "saved invariants",
                                                   "a file of results of `spread`"};
  return names[static_cast<std::size_t>(kind)];
}

bool may_be(FileKind kind, std::string_view head) {
  return head.find_first_not_of(blanks) == std::string_view::npos || is_of(kind, head);
}

}  // namespace tesuji::tools
