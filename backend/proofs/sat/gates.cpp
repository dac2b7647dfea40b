#include "backend/proofs/sat/gates.h"

#include <algorithm>
#include <cstdlib>

namespace tesuji::sat {

namespace {

bool by_variable(Literal a, Literal b) {
  return std::abs(a) != std::abs(b) ? std::abs(a) < std::abs(b) : a < b;
}

}  // namespace

std::size_t Gates::Hash::operator()(const std::vector<Literal>& key) const {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const Literal literal : key) {
    hash = (hash ^ static_cast<std::uint32_t>(literal)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  }
  return hash;
}

Gates::Gates(Solver& solver) : solver_(solver), truth_(solver.new_variable()) {
  solver_.add({truth_});
}

void Gates::look_at_limits() {
  // Reading the clock and the memory use costs more than a gate.
  constexpr std::uint32_t every = 1024;
  if (limits_ == nullptr || ++looks_ % every != 0) return;
  if (limits_->reached()) throw LimitReached();
}

Literal Gates::all_of(std::vector<Literal> literals) {
  look_at_limits();
  std::erase(literals, truth_);
  std::sort(literals.begin(), literals.end(), by_variable);
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (literals[i] == -truth_) return -truth_;
    if (i > 0 && literals[i] == -literals[i - 1]) return -truth_;
  }
  if (literals.empty()) return truth_;
  if (literals.size() == 1) return literals.front();
  const auto [place, is_new] = conjunctions_.try_emplace(literals, 0);
  if (!is_new) return place->second;
  const Literal gate = solver_.new_variable();
  place->second = gate;
  std::vector<Literal> back{gate};
  for (const Literal literal : literals) {
    solver_.add({-gate, literal});
    back.push_back(-literal);
  }
  solver_.add(back);
  return gate;
}

Literal Gates::any_of(std::vector<Literal> literals) {
  for (Literal& literal : literals) literal = -literal;
  return -all_of(std::move(literals));
}

Literal Gates::differ(Literal a, Literal b) {
  if (a == b) return -truth_;
  if (a == -b) return truth_;
  if (std::abs(a) == truth_) return a == truth_ ? -b : b;
  if (std::abs(b) == truth_) return b == truth_ ? -a : a;
  return any_of({all_of({a, -b}), all_of({-a, b})});
}

Literal Gates::count_between(std::vector<Literal> literals, std::uint64_t lower,
                             std::uint64_t upper) {
  const auto held =
      static_cast<std::uint64_t>(std::count(literals.begin(), literals.end(), truth_));
  std::erase_if(literals, [&](Literal literal) { return std::abs(literal) == truth_; });
  std::sort(literals.begin(), literals.end(), by_variable);
  if (upper < held) return -truth_;
  lower = lower > held ? lower - held : 0;
  const std::uint64_t rest = upper - held;
  if (lower > literals.size() || lower > rest) return -truth_;
  const Literal enough = at_least(literals, lower);
  const Literal too_many = rest >= literals.size() ? -truth_ : at_least(literals, rest + 1);
  return all_of({enough, -too_many});
}

Literal Gates::at_least(const std::vector<Literal>& literals, std::uint64_t bound) {
  if (bound == 0) return truth_;
  if (bound > literals.size()) return -truth_;
  if (bound == 1) return any_of(literals);
  if (bound == literals.size()) return all_of(literals);
  // Row i of the counter: of the first i literals, at least j + 1 hold. Only the last row is kept;
  // equal counters share cells through conjunctions_.
  std::vector<Literal>& last = counters_[literals];
  if (last.size() >= bound) return last[bound - 1];
  std::vector<Literal> row(bound, -truth_);
  for (const Literal literal : literals) {
    for (std::size_t j = bound; j-- > 0;) {
      const Literal below = j == 0 ? truth_ : row[j - 1];
      row[j] = any_of({row[j], all_of({below, literal})});
    }
  }
  last = row;
  return last[bound - 1];
}

void Gates::assert_exactly_one(std::span<const Literal> literals) {
  solver_.add(literals);
  // A ladder encoding: `before` holds if one of the literals so far does.
  Literal before = -truth_;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (before != -truth_) solver_.add({-before, -literals[i]});
    if (i + 1 < literals.size()) before = any_of({before, literals[i]});
  }
}

}  // namespace tesuji::sat
