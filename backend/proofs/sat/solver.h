// Wraps a SAT solver: clauses over integer literals, solved repeatedly under assumptions.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace tesuji::sat {

/// A variable, from 1 on, or its negation: `-variable`.
using Literal = int;

/// Returns the resident memory of the process in bytes; 0 if the system does not report it.
[[nodiscard]] std::uint64_t resident_memory();

/// Limits of a search. The solver polls them; it ends soon after one is reached.
struct Limits {
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  std::uint64_t memory_bytes = 0;   ///< resident memory of the whole process; 0: no limit
  std::function<bool()> stopped{};  ///< returns whether the user has interrupted; may be empty
  [[nodiscard]] bool reached() const;
};

/// Returns the solver's name and version.
[[nodiscard]] std::string solver_identity();

/// Wraps CaDiCaL, whose header only solver.cpp includes. For one thread.
class Solver {
 public:
  enum class Answer : std::uint8_t { satisfiable, unsatisfiable, unknown };

  Solver();
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  [[nodiscard]] Literal new_variable();
  [[nodiscard]] int variables() const { return variables_; }
  /// Number of clauses added so far.
  [[nodiscard]] std::uint64_t clauses() const { return clauses_; }
  void add(std::span<const Literal> clause);
  void add(std::initializer_list<Literal> clause) {
    add(std::span<const Literal>(clause.begin(), clause.size()));
  }

  /// Solves the clauses under all assumptions and, unless it is empty, with one literal of
  /// `constraint`. Both apply to this call only. Returns `unknown` if a limit was reached, or after
  /// `conflicts` conflicts (0: no limit).
  [[nodiscard]] Answer solve(std::span<const Literal> assumptions,
                             std::span<const Literal> constraint, const Limits& limits,
                             std::uint32_t conflicts = 0);
  /// Returns the literal's value in the model of the last call, which must have been satisfiable.
  [[nodiscard]] bool value(Literal literal) const;
  /// Whether the last call, which must have been unsatisfiable, needed the assumption.
  [[nodiscard]] bool failed(Literal assumption) const;
  /// Whether the last call, which must have been unsatisfiable, needed the constraint.
  [[nodiscard]] bool constraint_failed() const;
  [[nodiscard]] std::uint64_t calls() const { return calls_; }

 private:
  struct Core;
  std::unique_ptr<Core> core_;
  int variables_ = 0;
  std::uint64_t clauses_ = 0;
  std::uint64_t calls_ = 0;
};

}  // namespace tesuji::sat
