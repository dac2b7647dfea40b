// Converts tuples of relations to KIF terms and back.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::runtime {

[[nodiscard]] inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/// A KIF term as its atoms and parentheses; views into the text it was made from.
using TermTokens = std::vector<std::string_view>;
[[nodiscard]] TermTokens tokenize_term(std::string_view text);
/// Number of tokens of the atom or balanced list at the front; 0 if none stands there.
[[nodiscard]] std::size_t subterm_length(std::span<const std::string_view> tokens);
/// The text of tokens as games write it: one blank between arguments, and no others.
[[nodiscard]] std::string join_tokens(std::span<const std::string_view> tokens);
/// The terms within a list: `(cell 1 (f 2) b)` is cell, 1, (f 2), b. Nothing for atoms, for `()`,
/// and where parentheses do not match.
[[nodiscard]] std::optional<std::vector<std::string>> term_parts(std::string_view term);
/// The text before each `?`, and after the last.
[[nodiscard]] std::vector<std::string> term_pieces(const TermTokens& tokens);

/// The terms of one relation: a template such as `(cell ? ? ?)` and the names of
/// the constants that may stand for each `?`.
class TermShape {
 public:
  /// `columns[i][p]`: the name of position p of the i-th `?`.
  /// Throws std::invalid_argument unless there are as many columns as `?`.
  TermShape(std::string_view term, std::vector<std::vector<std::string>> columns);

  [[nodiscard]] std::size_t arity() const { return columns_.size(); }
  /// Text before each column's name, and after the last: arity() + 1.
  [[nodiscard]] const std::vector<std::string>& pieces() const { return pieces_; }
  /// The functor or atom that every such term begins with; empty if it varies.
  [[nodiscard]] const std::string& functor() const { return functor_; }

  /// The term of the tuple at `row`, arity() positions.
  [[nodiscard]] std::string name(const std::uint32_t* row) const;
  /// Writes the tuple of a term to `row` (arity() positions); false if it is no
  /// term of this shape.
  [[nodiscard]] bool match(const TermTokens& tokens, std::uint32_t* row) const;

 private:
  std::vector<std::string> pieces_;  ///< text before each `?`, and after the last
  std::vector<std::string> tokens_;  ///< of the template
  std::string functor_;
  std::vector<std::vector<std::string>> columns_;
  std::vector<std::unordered_map<std::string, std::uint32_t>> positions_;
};

/// Finds the shape of a term among many without trying them all.
class TermIndex {
 public:
  void add(const TermShape& shape, std::size_t id);
  /// Calls `found(id)` for the shapes that a term with these tokens may have,
  /// until it returns true; whether it did.
  bool find(const TermTokens& tokens, const std::function<bool(std::size_t)>& found) const;

 private:
  std::unordered_map<std::string, std::vector<std::size_t>> by_functor_;
};

}  // namespace tesuji::runtime
