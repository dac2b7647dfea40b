#include "backend/proofs/sat/fluent_facts.h"

#include "backend/proofs/sat/gates.h"
#include "backend/proofs/sat/simulation.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace tesuji::sat {
namespace {

using Kind = ir::FluentFact::Kind;
using List = std::vector<std::uint32_t>;

/// Limits of sampling: number of evaluated nodes, and of stored words.
constexpr std::uint64_t nodes_for_candidates = 100'000'000;
constexpr std::size_t most_words = 5'000'000;

/// The values of fluents in sampled states, as words.
class Samples {
 public:
  Samples(const ir::Net& net, std::size_t roles) : words_(net.fluents.size()) {
    std::vector<ir::Signal> signals(net.fluents.size(), ir::false_signal);
    for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
      const ir::NetNode& some = net.nodes[node];
      if (some.kind == ir::NetNode::Kind::fluent) signals[some.first] = ir::signal_of(node);
    }
    for (std::uint32_t i = 0; i < signals.size(); ++i) {
      // Fluents without a node are not sampled.
      if (signals[i] != ir::false_signal && !ir::is_fixed(net.fluents[i])) fluents_.push_back(i);
    }
    std::size_t steps = steps_for(net, nodes_for_candidates);
    steps = std::min(steps, most_words / std::max<std::size_t>(fluents_.size(), 1) + 1);
    SampledPlays plays(net, roles, 1);
    for (std::size_t step = 0; step < steps; ++step) {
      if (step > 0) plays.step();
      for (const std::uint32_t i : fluents_) words_[i].push_back(plays.value(signals[i]));
    }
    steps_ = steps;
  }

  /// Fluents that may change, by the net.
  [[nodiscard]] const List& fluents() const { return fluents_; }
  [[nodiscard]] const std::vector<std::uint64_t>& of(std::uint32_t fluent) const {
    return words_[fluent];
  }
  /// Returns whether no two of them hold in one state, and whether one holds in each state.
  [[nodiscard]] std::pair<bool, bool> at_most_and_some(const List& fluents) const {
    bool at_most = true;
    bool some = true;
    for (std::size_t step = 0; step < steps_ && at_most; ++step) {
      std::uint64_t held = 0;
      for (const std::uint32_t i : fluents) {
        at_most = at_most && (held & words_[i][step]) == 0;
        held |= words_[i][step];
      }
      some = some && held == ~std::uint64_t{0};
    }
    return {at_most, some};
  }

 private:
  std::vector<std::vector<std::uint64_t>> words_;
  List fluents_;
  std::size_t steps_ = 0;
};

/// Instead of a column: all fluents of the relation.
constexpr std::size_t whole_relation = std::numeric_limits<std::size_t>::max();
/// Added to a column: fluents that agree in it, such as all places of a piece.
constexpr std::size_t agree = std::numeric_limits<std::size_t>::max() / 2;
constexpr std::size_t most_that_agree = 256;

using Key = std::tuple<ir::RelationId, std::size_t, std::vector<ir::Symbol>>;

/// Returns the fluents of a relation that differ in one column, that agree in one, and all of a
/// relation.
std::map<Key, List> families(const ir::Net& net, const List& fluents) {
  std::map<Key, List> found;
  for (const std::uint32_t i : fluents) {
    const ir::NetAtom& atom = net.fluents[i].atom;
    for (std::size_t column = 0; column < atom.args.size(); ++column) {
      std::vector<ir::Symbol> others = atom.args;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(column));
      found[{atom.relation, column, std::move(others)}].push_back(i);
      if (atom.args.size() > 2) {
        found[{atom.relation, agree + column, {atom.args[column]}}].push_back(i);
      }
    }
    found[{atom.relation, whole_relation, {}}].push_back(i);
  }
  std::erase_if(found, [](const auto& family) {
    const std::size_t column = std::get<1>(family.first);
    return column >= agree && column != whole_relation && family.second.size() > most_that_agree;
  });
  return found;
}

}  // namespace

Literal fact_literal(Unrolling& unrolling, const ir::FluentFact& fact, std::uint32_t time) {
  std::vector<Literal> literals;
  for (const std::uint32_t fluent : fact.fluents) {
    literals.push_back(unrolling.fluent(fluent, time));
  }
  return fact_literal(unrolling.gates(), fact.kind, std::move(literals));
}

Literal fact_literal(Gates& gates, Kind kind, std::vector<Literal> literals) {
  switch (kind) {
    case Kind::always:
      return gates.all_of(std::move(literals));
    case Kind::never:
      return -gates.any_of(std::move(literals));
    case Kind::equal: {
      const Literal some = gates.any_of(literals);
      return gates.any_of({-some, gates.all_of(std::move(literals))});
    }
    case Kind::at_most_one:
      return gates.count_between(std::move(literals), 0, 1);
    case Kind::exactly_one:
      return gates.count_between(std::move(literals), 1, 1);
  }
  return gates.falsity();
}

ir::FluentFacts candidate_facts(const ir::Net& net, std::size_t roles, bool joined) {
  const Samples samples(net, roles);
  ir::FluentFacts facts;
  List changing;
  std::map<std::vector<std::uint64_t>, List> alike;
  for (const std::uint32_t i : samples.fluents()) {
    const std::vector<std::uint64_t>& words = samples.of(i);
    if (std::all_of(words.begin(), words.end(), [](std::uint64_t word) { return word == 0; })) {
      facts.push_back({Kind::never, {i}});
    } else if (std::all_of(words.begin(), words.end(),
                           [](std::uint64_t word) { return word == ~std::uint64_t{0}; })) {
      facts.push_back({Kind::always, {i}});
    } else {
      changing.push_back(i);
      alike[words].push_back(i);
    }
  }
  List first;  // the first of each set of equal fluents
  for (const auto& [words, fluents] : alike) {
    first.push_back(fluents.front());
    // In pairs, so that a model of the step refutes no more than necessary.
    for (std::size_t i = 1; i < fluents.size(); ++i) {
      facts.push_back({Kind::equal, {fluents.front(), fluents[i]}});
    }
  }
  std::sort(first.begin(), first.end());
  std::set<List> groups;
  const auto add_group = [&](List fluents) {
    if (fluents.size() < 2 || !groups.insert(fluents).second) return;
    const auto [at_most, some] = samples.at_most_and_some(fluents);
    if (!at_most) return;
    facts.push_back({Kind::at_most_one, fluents});
    if (some) facts.push_back({Kind::exactly_one, std::move(fluents)});
  };
  for (auto& [key, fluents] : families(net, changing)) add_group(std::move(fluents));
  if (joined) {
    std::map<std::vector<ir::Symbol>, List> by_arguments;
    for (const std::uint32_t i : samples.fluents()) {
      by_arguments[net.fluents[i].atom.args].push_back(i);
    }
    // Few plays may reach states in which some fluents hold.
    for (auto& [key, fluents] : families(net, samples.fluents())) {
      if (std::get<1>(key) < agree) {
        for (const std::uint32_t other : by_arguments[std::get<2>(key)]) {
          List group = fluents;
          group.insert(std::ranges::lower_bound(group, other), other);
          if (net.fluents[other].atom.relation != std::get<0>(key)) add_group(std::move(group));
        }
      }
      add_group(std::move(fluents));
    }
  }
  // Two fluents of different relations that are never equal.
  for (const std::uint32_t i : first) {
    std::vector<std::uint64_t> others = samples.of(i);
    for (std::uint64_t& word : others) word = ~word;
    const auto found = alike.find(others);
    if (found == alike.end() || found->second.front() <= i) continue;
    List pair{i, found->second.front()};
    if (groups.insert(pair).second) facts.push_back({Kind::exactly_one, std::move(pair)});
  }
  return facts;
}

namespace {

/// Whether the fact holds in the initial state.
bool holds_initially(const ir::Net& net, const ir::FluentFact& fact) {
  const auto held = static_cast<std::size_t>(std::count_if(
      fact.fluents.begin(), fact.fluents.end(), [&](auto i) { return net.fluents[i].initially; }));
  switch (fact.kind) {
    case Kind::always:
      return held == fact.fluents.size();
    case Kind::never:
      return held == 0;
    case Kind::equal:
      return held == 0 || held == fact.fluents.size();
    case Kind::at_most_one:
      return held <= 1;
    case Kind::exactly_one:
      return held == 1;
  }
  return false;
}

}  // namespace

ProvedFacts prove_facts(const ir::Net& net, std::size_t roles, const ir::FluentFacts& candidates,
                        const Limits& limits) {
  Workspace workspace;
  Unrolling unrolling(workspace, net, roles, Unrolling::Start::any);
  struct Claim {
    std::size_t number = 0;
    Literal now = 0;
    Literal next = 0;
  };
  std::vector<Claim> claims;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!holds_initially(net, candidates[i])) continue;
    if (limits.reached()) return {{}, true};
    claims.push_back(
        {i, fact_literal(unrolling, candidates[i], 0), fact_literal(unrolling, candidates[i], 1)});
  }
  const std::vector<Literal> step{unrolling.moves_made(0), -unrolling.ended(0)};
  while (!claims.empty()) {
    std::vector<Literal> assumed = step;
    std::vector<Literal> violated;
    for (const Claim& claim : claims) {
      assumed.push_back(claim.now);
      violated.push_back(-claim.next);
    }
    const Solver::Answer answer = workspace.solver.solve(assumed, violated, limits);
    if (answer == Solver::Answer::unknown) return {{}, true};
    if (answer == Solver::Answer::unsatisfiable) break;
    std::erase_if(claims, [&](const Claim& claim) { return !workspace.solver.value(claim.next); });
  }
  ProvedFacts proved;
  for (const Claim& claim : claims) proved.facts.push_back(candidates[claim.number]);
  return proved;
}

}  // namespace tesuji::sat
