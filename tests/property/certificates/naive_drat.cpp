#include "tests/property/certificates/naive_drat.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace tesuji::tests {

using certificates::Literal;

namespace {

/// Propagates to the end; `values` by variable.
bool propagates_to_conflict(const NaiveClauses& clauses, std::vector<int>& values) {
  const auto value = [&](Literal literal) {
    const int v = values[static_cast<std::size_t>(std::abs(literal))];
    return literal < 0 ? -v : v;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& clause : clauses) {
      Literal open = 0;
      bool several = false;
      bool satisfied = false;
      for (const Literal literal : clause) {
        satisfied = satisfied || value(literal) > 0;
        if (value(literal) == 0) {
          several = several || (open != 0 && open != literal);
          open = literal;
        }
      }
      if (satisfied || several) continue;
      if (open == 0) return true;
      values[static_cast<std::size_t>(std::abs(open))] = open < 0 ? -1 : 1;
      changed = true;
    }
  }
  return false;
}

std::size_t variables_of(const NaiveClauses& clauses) {
  std::size_t most = 0;
  for (const auto& clause : clauses) {
    for (const Literal literal : clause) {
      most = std::max(most, static_cast<std::size_t>(std::abs(literal)));
    }
  }
  return most;
}

}  // namespace

bool naive_conflict(const NaiveClauses& clauses, std::set<Literal> truths) {
  std::size_t most = variables_of(clauses);
  for (const Literal literal : truths) {
    most = std::max(most, static_cast<std::size_t>(std::abs(literal)));
  }
  std::vector<int> values(most + 1);
  for (const Literal literal : truths) {
    int& value = values[static_cast<std::size_t>(std::abs(literal))];
    if (value != 0 && (value > 0) != (literal > 0)) return true;
    value = literal < 0 ? -1 : 1;
  }
  return propagates_to_conflict(clauses, values);
}

bool naive_follows(const NaiveClauses& clauses, const std::vector<Literal>& clause) {
  std::set<Literal> falsified;
  for (const Literal literal : clause) falsified.insert(-literal);
  if (naive_conflict(clauses, falsified)) return true;
  if (clause.empty()) return false;
  const Literal pivot = clause.front();
  return std::all_of(clauses.begin(), clauses.end(), [&](const auto& other) {
    if (std::find(other.begin(), other.end(), -pivot) == other.end()) return true;
    std::set<Literal> both = falsified;
    for (const Literal literal : other) {
      if (literal != -pivot) both.insert(-literal);
    }
    return naive_conflict(clauses, both);
  });
}

bool naive_refutes(const certificates::Cnf& cnf, std::string_view proof) {
  NaiveClauses clauses;
  for (std::size_t i = 0; i < cnf.clauses(); ++i) {
    clauses.emplace_back(cnf.clause(i).begin(), cnf.clause(i).end());
  }
  if (naive_conflict(clauses, {})) return true;
  for (std::size_t at = 0; at < proof.size();) {
    const char kind = proof[at++];
    if (kind != 'a' && kind != 'd') return false;
    std::vector<Literal> clause;
    for (;;) {
      std::uint64_t number = 0;
      unsigned shift = 0;
      for (bool more = true; more; shift += 7) {
        if (at == proof.size() || shift > 28) return false;
        const auto byte = static_cast<unsigned char>(proof[at++]);
        number |= std::uint64_t{byte & 127U} << shift;
        more = byte > 127U;
      }
      if (number == 0) break;
      if (number == 1 || number > 10'000'001) return false;
      const auto variable = static_cast<Literal>(number / 2);
      clause.push_back(number % 2 == 1 ? -variable : variable);
    }
    if (kind == 'd') continue;
    std::set<Literal> falsified;
    for (const Literal literal : clause) falsified.insert(-literal);
    if (!naive_conflict(clauses, falsified)) return false;
    clauses.push_back(std::move(clause));
    if (naive_conflict(clauses, {})) return true;  // what follows is not read
  }
  return naive_conflict(clauses, {});
}

}  // namespace tesuji::tests
