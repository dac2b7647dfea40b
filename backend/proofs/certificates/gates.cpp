#include "backend/proofs/certificates/gates.h"

#include "backend/proofs/certificates/terms.h"

#include <algorithm>

namespace tesuji::certificates {

Gates::Gates(std::uint64_t most_literals, double seconds)
    : most_literals_(most_literals), seconds_(seconds) {
  cnf_.variables = 1;
  cnf_.add(std::vector<Literal>{yes});
}

std::size_t Gates::Hash::operator()(const std::vector<Literal>& literals) const {
  std::uint64_t hash = literals.size();
  for (const Literal literal : literals) hash = mixed(hash, static_cast<std::uint32_t>(literal));
  return hash;
}

void Gates::watch_time() {
  constexpr std::uint64_t often = 4096;
  if (seconds_ <= 0 || ++watched_ % often != 0) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
  if (elapsed.count() > seconds_) throw LimitExceeded("the time for making a CNF is over");
}

void Gates::clause(std::span<const Literal> literals) {
  kept_.clear();
  for (const Literal literal : literals) {
    if (literal == yes) return;
    if (literal != no) kept_.push_back(literal);
  }
  if (cnf_.literals.size() + kept_.size() > most_literals_) {
    throw LimitExceeded("the CNF has more than " + std::to_string(most_literals_) + " literals");
  }
  cnf_.add(kept_);
}

Literal Gates::all_of(std::vector<Literal> literals) {
  watch_time();
  std::erase(literals, yes);
  std::ranges::sort(literals);
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  const bool contradicts = std::ranges::any_of(literals, [&](Literal literal) {
    return literal == no || std::ranges::binary_search(literals, -literal);
  });
  if (contradicts) return no;
  if (literals.empty()) return yes;
  if (literals.size() == 1) return literals.front();
  const auto known = conjunctions_.find(literals);
  if (known != conjunctions_.end()) return known->second;
  const Literal defined = variable();
  std::vector<Literal> back{defined};
  for (const Literal literal : literals) {
    clause({-defined, literal});
    back.push_back(-literal);
  }
  clause(back);
  conjunctions_.emplace(std::move(literals), defined);
  return defined;
}

Literal Gates::any_of(std::vector<Literal> literals) {
  for (Literal& literal : literals) literal = -literal;
  return -all_of(std::move(literals));
}

Literal Gates::count_of(std::span<const Literal> literals, std::uint64_t lower,
                        std::uint64_t upper) {
  const std::uint64_t size = literals.size();
  if (lower > upper || lower > size) return no;
  if (lower == 1 && upper >= size) return any_of({literals.begin(), literals.end()});
  const std::uint64_t most = upper >= size ? lower : upper + 1;
  std::vector<Literal> cells(most + 1, no);  // c(i, j) by j
  cells[0] = yes;
  for (const Literal literal : literals) {
    for (std::uint64_t j = most; j > 0; --j) {
      cells[j] = any_of({cells[j], all_of({literal, cells[j - 1]})});
    }
  }
  return all_of({cells[lower], upper >= size ? yes : -cells[upper + 1]});
}

Literal Gates::at_most_one(std::span<const Literal> literals) {
  Literal some = no;
  for (const Literal literal : literals) {
    clause({-some, -literal});
    some = any_of({some, literal});
  }
  return some;
}

}  // namespace tesuji::certificates
