// Reads the small elements of the IR's text form: tokens, names, numbers, spans.
//
// Reports a syntax error where it occurs, and then throws SyntaxError, which the parser catches at
// the next declaration; it never leaves ir::parse.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"
#include "ir/nets/net.h"
#include "ir/text/lexer.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::ir {

// --- Elements

/// Longer names are cut in messages.
inline constexpr std::size_t shown_length = 40;

/// Thrown after the error has been reported.
struct SyntaxError : std::exception {};

/// Numbers a unit's variables in the order in which they appear.
class VariableScope {
 public:
  std::uint32_t number(std::string_view name) {
    const auto [found, is_new] = numbers_.emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return found->second;
  }
  [[nodiscard]] std::vector<std::string> take_names() { return std::move(names_); }

 private:
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::vector<std::string> names_;
};

/// Reads one token ahead; fills `module` during parsing.
class TextReader {
 public:
  TextReader(FileId file, std::shared_ptr<SourceMap> sources, Diagnostics& diagnostics);

  [[nodiscard]] const Token& token() const { return token_; }
  /// Advances to the next token; returns the previous one.
  Token advance();
  bool accept(std::string_view mark);
  bool accept_word(std::string_view word);
  /// Accepts the next token if it is a word of the table (ir/text/words.h), and returns its value.
  template <typename Table>
  auto accept_any_word(const Table& table)
      -> std::optional<typename Table::value_type::second_type> {
    for (const auto& [word, value] : table) {
      if (accept_word(word)) return value;
    }
    return std::nullopt;
  }
  void expect(std::string_view mark);
  void expect_word(std::string_view word);

  /// Reports an error at the current token (or at `span`) and throws.
  [[noreturn]] void fail(std::string message);
  [[noreturn]] void fail(Span span, std::string message);
  /// Fails with "expected WHAT, found the token".
  [[noreturn]] void fail_expected(std::string_view what);

  std::string_view name(std::string_view what);
  std::string_view string(std::string_view what);
  std::string_view variable();
  /// Reads the use of a constant. If the text lists its constants, warns (code "undeclared") at the
  /// first use of one that is neither an integer nor listed.
  Symbol constant();
  /// Reads a constant of the list.
  void declare_constant();
  RelationId relation();
  /// Reads a column's domain; `_` is no_id.
  DomainId domain();
  std::uint32_t natural();
  /// Reads an estimate, which must not be negative.
  double number();
  Argument argument(VariableScope& variables);
  std::vector<Argument> arguments(VariableScope& variables);

  /// Reads the place after `at`, if present. `file` is the default if no file is named.
  std::optional<Span> place(FileId file);
  /// Returns the span from `begin` to the end of the last token read.
  [[nodiscard]] Span since(Position begin) const { return {file_, begin, last_end_}; }
  [[nodiscard]] Span token_span() const { return {file_, token_.begin, token_.end}; }

  [[nodiscard]] FileId file() const { return file_; }
  Diagnostics& diagnostics() { return *diagnostics_; }

  // The declarations so far; names refer to the text.
  Module module;
  std::unordered_map<std::string_view, RelationId> relations;
  std::unordered_map<std::string_view, DomainId> domains;
  std::unordered_map<std::string_view, std::uint32_t> procs;

  /// Returns the relation of that name, or fails at `span` with a suggestion.
  RelationId find_relation(std::string_view name, Span span);
  /// Issues the warning of constant() for a constant read as a name.
  void note_use(Symbol constant, Span span);

 private:
  FileId file_;
  Diagnostics* diagnostics_;
  Lexer lexer_;
  Token token_;
  Position last_end_;
  std::unordered_map<std::string_view, FileId> files_;
  std::vector<Symbol> declared_;  ///< constants, in the order of the list
  std::vector<bool> known_;       ///< by symbol: declared, or already reported
};

/// Deepest nesting of `exists`; plans of real rules stay below ten.
inline constexpr std::size_t max_exists_depth = 100;

/// The place of a unit and its parts: their span in the text, so that messages point there. Only
/// checks the places after `at`; Origins finds them again.
struct UnitPlace {
  std::optional<Span> given;

  [[nodiscard]] FileId file(const TextReader& in) const { return given ? given->file : in.file(); }

  /// Returns the unit's span in the text; unknown if the text says so (`at ?`).
  [[nodiscard]] Span of_unit(const TextReader& in, Position begin) const {
    return given && !given->known() ? Span{} : in.since(begin);
  }

  /// Returns the span of a part that began at `begin`; skips the place that may follow.
  [[nodiscard]] Span of_part(TextReader& in, Position begin) const {
    const Span here = in.since(begin);
    static_cast<void>(in.place(file(in)));
    return here;
  }
};

/// Each reads one block after its keyword; `begin` is the keyword's position.
Rule read_rule(TextReader& in, Position begin);
/// Reads only a plan's name, so that units that refer to it find it even if the rest is faulty.
Plan read_plan_name(TextReader& in);
/// Reads the rest, after the name.
void read_plan(TextReader& in, Position begin, Plan& plan);
Agenda read_agenda(TextReader& in, Position begin);
/// Adds a clause to the module's proc of that name, creating it if necessary.
void read_proc(TextReader& in, Position begin);

// --- Ground atoms

/// Maps atoms to their positions in a list.
using GroundAtoms = std::map<std::pair<RelationId, std::vector<Symbol>>, std::uint32_t>;

/// Reads a relation's name and constants, as `true.at(1)`. Fails if a constant is not in its
/// column's domain.
[[nodiscard]] NetAtom read_ground_atom(TextReader& in);
/// Reads the same after the name.
[[nodiscard]] NetAtom read_ground_atom_of(TextReader& in, RelationId relation);

/// Returns the game's role in the first column; fails at `span` if it is not a role.
[[nodiscard]] std::uint32_t role_of_atom(TextReader& in, const NetAtom& atom, Span span);

}  // namespace tesuji::ir
