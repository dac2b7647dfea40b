#include "backend/proofs/certificates/cnf.h"

#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>

namespace tesuji::certificates {

namespace {

/// Splits a text into words, with their lines.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  /// Returns the next word; empty at the end. `c` at the beginning of a line begins a comment.
  std::string_view next() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        begins_line_ = true;
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r') {
        ++at_;
      } else if (c == 'c' && begins_line_) {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else {
        break;
      }
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '\n' && text_[at_] != '\t' &&
           text_[at_] != '\r') {
      ++at_;
    }
    if (at_ > begin) begins_line_ = false;
    return text_.substr(begin, at_ - begin);
  }
  [[nodiscard]] std::size_t line() const { return line_; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool begins_line_ = true;
};

template <typename Number>
std::optional<Number> number_in(std::string_view word) {
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string to_dimacs(const Cnf& cnf) {
  std::string text =
      "p cnf " + std::to_string(cnf.variables) + " " + std::to_string(cnf.clauses()) + "\n";
  constexpr std::size_t about = 7;  // average bytes per literal
  text.reserve(text.size() + cnf.literals.size() * about + cnf.clauses() * 2);
  char digits[16];
  for (std::size_t i = 0; i < cnf.clauses(); ++i) {
    for (const Literal literal : cnf.clause(i)) {
      const auto end = std::to_chars(std::begin(digits), std::end(digits), literal).ptr;
      text.append(digits, end);
      text += ' ';
    }
    text += "0\n";
  }
  return text;
}

Cnf read_dimacs(std::string_view text) {
  Words words(text);
  if (words.next() != "p" || words.next() != "cnf") {
    throw Malformed("a CNF file begins with `p cnf`", words.line());
  }
  const auto variables = number_in<std::uint32_t>(words.next());
  const auto clauses = number_in<std::uint64_t>(words.next());
  constexpr auto most = static_cast<std::uint32_t>(std::numeric_limits<Literal>::max() / 2);
  if (!variables || !clauses || *variables > most) {
    throw Malformed("`p cnf` needs a number of variables and one of clauses", words.line());
  }
  Cnf cnf;
  cnf.variables = *variables;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const auto literal = number_in<Literal>(word);
    if (!literal || *literal == std::numeric_limits<Literal>::min() ||
        static_cast<std::uint32_t>(std::abs(*literal)) > cnf.variables) {
      throw Malformed("`" + std::string(word.substr(0, 40)) + "` is not a literal", words.line());
    }
    if (*literal != 0) {
      cnf.literals.push_back(*literal);
    } else {
      cnf.begins.push_back(cnf.literals.size());
    }
  }
  if (cnf.begins.back() != cnf.literals.size()) {
    throw Malformed("the last clause does not end with 0", words.line());
  }
  if (cnf.clauses() != *clauses) {
    throw Malformed("the header promises " + std::to_string(*clauses) + " clauses, found " +
                        std::to_string(cnf.clauses()),
                    words.line());
  }
  return cnf;
}

}  // namespace tesuji::certificates
