#include "backend/proofs/sat/solver.h"

#include <cadical.hpp>

#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace tesuji::sat {

namespace {

constexpr int cadical_satisfiable = 10;
constexpr int cadical_unsatisfiable = 20;

class Watch final : public CaDiCaL::Terminator {
 public:
  explicit Watch(const Limits& limits) : limits_(limits) {}
  bool terminate() override {
    // Reading the clock costs more than a step of the search.
    constexpr unsigned every = 64;
    if (++polls_ % every != 0) return over_;
    over_ = over_ || limits_.reached();
    return over_;
  }

 private:
  const Limits& limits_;
  unsigned polls_ = 0;
  bool over_ = false;
};

}  // namespace

std::uint64_t resident_memory() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  file >> size >> resident;
  return file ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

bool Limits::reached() const {
  if (stopped && stopped()) return true;
  if (memory_bytes > 0 && resident_memory() > memory_bytes) return true;
  return deadline && std::chrono::steady_clock::now() >= *deadline;
}

struct Solver::Core {
  CaDiCaL::Solver solver;
};

std::string solver_identity() {
  return CaDiCaL::Solver::signature();
}

Solver::Solver() : core_(std::make_unique<Core>()) {
  core_->solver.set("quiet", 1);
  core_->solver.set("profile", 0);  // it would read the system's clock at every turn
  // There are many short calls, for which preliminary searches cost more than they find.
  core_->solver.set("lucky", 0);
  core_->solver.set("walk", 0);
}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Literal Solver::new_variable() {
  return ++variables_;
}

void Solver::add(std::span<const Literal> clause) {
  for (const Literal literal : clause) core_->solver.add(literal);
  core_->solver.add(0);
  ++clauses_;
}

Solver::Answer Solver::solve(std::span<const Literal> assumptions,
                             std::span<const Literal> constraint, const Limits& limits,
                             std::uint32_t conflicts) {
  if (limits.reached()) return Answer::unknown;
  ++calls_;
  core_->solver.reserve(variables_);
  for (const Literal literal : assumptions) core_->solver.assume(literal);
  for (const Literal literal : constraint) core_->solver.constrain(literal);
  if (!constraint.empty()) core_->solver.constrain(0);
  // Applies to the next call only.
  if (conflicts > 0) core_->solver.limit("conflicts", static_cast<int>(conflicts));
  Watch watch(limits);
  core_->solver.connect_terminator(&watch);
  const int answer = core_->solver.solve();
  core_->solver.disconnect_terminator();
  if (answer == cadical_satisfiable) return Answer::satisfiable;
  if (answer == cadical_unsatisfiable) return Answer::unsatisfiable;
  return Answer::unknown;
}

bool Solver::value(Literal literal) const {
  // Versions of CaDiCaL differ in the values of negative literals.
  return (core_->solver.val(std::abs(literal)) > 0) == (literal > 0);
}

bool Solver::failed(Literal assumption) const {
  return core_->solver.failed(assumption);
}

bool Solver::constraint_failed() const {
  return core_->solver.constraint_failed();
}

}  // namespace tesuji::sat
