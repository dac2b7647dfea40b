// Represents a formula in conjunctive normal form, and its text in DIMACS form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::certificates {

/// A variable 1, 2, .. or, negative, its negation, as in DIMACS files.
using Literal = std::int32_t;

/// Input that is not a valid certificate, CNF, proof or rulesheet. `line` is 0 if no line is known.
class Malformed : public std::runtime_error {
 public:
  Malformed(const std::string& message, std::size_t line)
      : std::runtime_error(message), line_(line) {}
  [[nodiscard]] std::size_t line() const { return line_; }

 private:
  std::size_t line_;
};

/// Something would exceed its limit on size or time.
class LimitExceeded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Clauses in one array; clause i is literals[begins[i]] up to literals[begins[i + 1]].
struct Cnf {
  std::uint32_t variables = 0;
  std::vector<Literal> literals;
  std::vector<std::size_t> begins{0};

  [[nodiscard]] std::size_t clauses() const { return begins.size() - 1; }
  [[nodiscard]] std::span<const Literal> clause(std::size_t i) const {
    return std::span(literals).subspan(begins[i], begins[i + 1] - begins[i]);
  }
  void add(std::span<const Literal> clause) {
    literals.insert(literals.end(), clause.begin(), clause.end());
    begins.push_back(literals.size());
  }
  friend bool operator==(const Cnf&, const Cnf&) = default;
};

/// Returns `p cnf VARIABLES CLAUSES`, then one clause per line.
[[nodiscard]] std::string to_dimacs(const Cnf& cnf);

/// Parses the output of to_dimacs, and DIMACS files in general: comments, any blanks. Throws
/// Malformed, also if the header's numbers are wrong.
[[nodiscard]] Cnf read_dimacs(std::string_view text);

}  // namespace tesuji::certificates
