// Reads the small elements of the IR's text form: tokens, names, numbers, spans.
//
// A syntax error is reported where it is found and then thrown as SyntaxError,
// which the parser catches at the next declaration; it never leaves ir::parse.
#pragma once

#include "ir/core/diagnostics.h"
#include "ir/module/module.h"
#include "ir/text/lexer.h"

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::ir {

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

/// One token ahead of the text; fills `module` as the parser goes along.
class TextReader {
 public:
  TextReader(FileId file, std::shared_ptr<SourceMap> sources, Diagnostics& diagnostics);

  [[nodiscard]] const Token& token() const { return token_; }
  /// Goes on to the next token; returns the one that was passed.
  Token advance();
  bool accept(std::string_view mark);
  bool accept_word(std::string_view word);
  /// The value of the table's word that comes next (ir/text/words.h), if one does.
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
  /// A constant as it is used. Where the text lists its constants, a warning (code "undeclared")
  /// for the first use of one that is no integer and not among them.
  Symbol constant();
  /// A constant of the list.
  void declare_constant();
  RelationId relation();
  /// A column's domain; `_` is no_id.
  DomainId domain();
  std::uint32_t natural();
  /// An estimate: not negative.
  double number();
  Argument argument(VariableScope& variables);
  std::vector<Argument> arguments(VariableScope& variables);

  /// What follows `at`, if that is there. `file` is the one meant where none is named.
  std::optional<Span> place(FileId file);
  /// From `begin` to the end of the last token that was passed.
  [[nodiscard]] Span since(Position begin) const { return {file_, begin, last_end_}; }
  [[nodiscard]] Span token_span() const { return {file_, token_.begin, token_.end}; }

  [[nodiscard]] FileId file() const { return file_; }
  Diagnostics& diagnostics() { return *diagnostics_; }

  // What has been declared so far; names live in the text.
  Module module;
  std::unordered_map<std::string_view, RelationId> relations;
  std::unordered_map<std::string_view, DomainId> domains;
  std::unordered_map<std::string_view, std::uint32_t> procs;

  /// The relation of that name, or a failure at `span` with a guess what was meant.
  RelationId find_relation(std::string_view name, Span span);
  /// What constant() says of one that was read as a name.
  void note_use(Symbol constant, Span span);

 private:
  FileId file_;
  Diagnostics* diagnostics_;
  Lexer lexer_;
  Token token_;
  Position last_end_;
  std::unordered_map<std::string_view, FileId> files_;
  std::vector<Symbol> declared_;  ///< constants, in the order of the list
  std::vector<bool> known_;       ///< by symbol: declared, or warned of
};

/// Deepest nesting of `exists`; plans of real rules stay below ten.
inline constexpr std::size_t max_exists_depth = 100;

/// Where a unit and its parts are: where they stand in the text, so that messages point
/// there. What the text says with `at` is checked here and found again by Origins.
struct UnitPlace {
  std::optional<Span> given;

  [[nodiscard]] FileId file(const TextReader& in) const { return given ? given->file : in.file(); }

  /// Where the unit stands in the text; unknown if that says so (`at ?`).
  [[nodiscard]] Span of_unit(const TextReader& in, Position begin) const {
    return given && !given->known() ? Span{} : in.since(begin);
  }

  /// Where a part stands that began at `begin`; passes the place that may follow.
  [[nodiscard]] Span of_part(TextReader& in, Position begin) const {
    const Span here = in.since(begin);
    static_cast<void>(in.place(file(in)));
    return here;
  }
};

/// Each reads one block, the keyword having been passed already; `begin` is where
/// that keyword stands.
Rule read_rule(TextReader& in, Position begin);
/// A plan's name, without the rest: units that refer to it find it, whatever is wrong with that.
Plan read_plan_name(TextReader& in);
/// The rest, behind the name.
void read_plan(TextReader& in, Position begin, Plan& plan);
Agenda read_agenda(TextReader& in, Position begin);
/// Adds a clause to the module's proc of that name, which is made if need be.
void read_proc(TextReader& in, Position begin);

}  // namespace tesuji::ir
