// Computes all answers to a query by tabled resolution: the oracle.
//
// Uses SLD resolution with negation as failure (chapter 13). Every call to a derived relation is
// answered from a table of its variants, so that left and mutual recursion terminate. Subgoals with
// `not` and `distinct` wait until they are ground. Shares nothing with the compiler's passes or
// other engines.
#pragma once

#include "backend/reference/program.h"

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::reference {

struct Limits {
  std::uint64_t steps = 200'000'000;       ///< resolution steps per query
  std::uint64_t answers = 20'000'000;  ///< in all tables together; each table counts as one more
  std::uint32_t calls = 1'000'000;     ///< that wait for each other
  std::uint32_t term_depth = 2'100;    ///< a deeper term counts as unbounded growth
  std::uint32_t term_symbols = 1'000'000;  ///< in one term, written out
};

/// Reports that the query has no answer within the rules of the game description language or within
/// the limits. `code`: "recursion" (terms or tables grow without bound), "unstratified" (negation
/// through itself), "unsafe" (a negation that never becomes ground), "limit".
class ReasoningError : public std::runtime_error {
 public:
  ReasoningError(std::string code, const std::string& message, ir::Span span)
      : std::runtime_error(message), code_(std::move(code)), span_(span) {}
  [[nodiscard]] const std::string& code() const { return code_; }
  [[nodiscard]] ir::Span span() const { return span_; }

 private:
  std::string code_;
  ir::Span span_;
};

/// Proves queries on one program. Not thread-safe. Keeps the tables that do not depend on the
/// situation.
class Prover {
 public:
  /// The program must outlive the prover, which adds to its terms.
  explicit Prover(Program& program, Limits limits = {});
  ~Prover();
  Prover(const Prover&) = delete;
  Prover& operator=(const Prover&) = delete;

  /// Sets the facts that are true, and forgets the tables that depended on the old ones.
  void set_situation(Situation situation);
  [[nodiscard]] const Situation& situation() const;

  /// Returns all answers without duplicates, in the order in which they were found. Throws
  /// ReasoningError.
  [[nodiscard]] std::vector<Answer> answers(const Query& query);
  /// Returns whether there is an answer. Throws ReasoningError.
  [[nodiscard]] bool provable(const Query& query);

  [[nodiscard]] Program& program() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tesuji::reference
