#include "backend/proofs/sat/knowledge.h"

#include "backend/proofs/sat/unrolling.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace tesuji::sat {

namespace {

/// A claim that the role knows something.
struct Claim {
  std::optional<Known> known;  ///< empty: a fluent
  std::uint32_t position = 0;  ///< in Net::moves, goals or fluents
};

class Search {
 public:
  Search(const ir::Net& net, std::size_t roles, std::uint32_t role, const AtomSignals& atoms,
         std::span<const Candidate> premises, const KnowledgeOptions& options)
      : net_(net),
        premises_(premises),
        options_(options),
        step_(net, roles, {role}, Unrolling::Start::any),
        plays_(net, roles, {role}, Unrolling::Start::initial),
        first_(step_.play(0), atoms),
        second_(step_.play(1), atoms) {
    claims_.push_back({Known::terminal, 0});
    for (std::uint32_t i = 0; i < net.moves.size(); ++i) {
      if (net.moves[i].role == role) claims_.push_back({Known::legal, i});
    }
    for (const std::uint32_t goal : options.goals) claims_.push_back({Known::goal, goal});
    for (std::uint32_t i = 0; i < net.fluents.size(); ++i) {
      if (!ir::is_fixed(net.fluents[i])) claims_.push_back({std::nullopt, i});
    }
    for (const Known known : {Known::legal, Known::terminal, Known::goal}) {
      result_.answers.push_back({known});
    }
  }

  KnowledgeResult run() {
    step_.watch(&options_.limits);
    plays_.watch(&options_.limits);
    try {
      decide();
    } catch (const LimitReached&) {
      result_.limit_reached = true;
    }
    return std::move(result_);
  }

 private:
  void decide() {
    look_for_plays(0, 0);  // a claim may already fail with one state
    for (std::uint32_t depth = 1; depth <= options_.most_depth && !result_.limit_reached; ++depth) {
      look_for_plays(depth, depth);  // the base case of the next step
      step(depth);
      if (std::all_of(result_.answers.begin(), result_.answers.end(), is_decided)) break;
    }
    look_for_plays(looked_at_, options_.most_moves);
  }

  static bool is_decided(const KnowledgeAnswer& answer) {
    return answer.outcome != Outcome::open;
  }
  KnowledgeAnswer& answer_to(Known known) {
    return *std::find_if(result_.answers.begin(), result_.answers.end(),
                         [&](const KnowledgeAnswer& some) { return some.known == known; });
  }

  /// Returns a literal that holds if the claim is true of the states at that time.
  Literal claim(AlikeUnrolling& pair, const Claim& claim, std::uint32_t time) {
    if (!claim.known) {
      return -pair.gates().differ(pair.play(0).fluent(claim.position, time),
                                  pair.play(1).fluent(claim.position, time));
    }
    const Literal over = pair.play(0).ended(time);
    const Literal other_over = pair.play(1).ended(time);
    switch (*claim.known) {
      case Known::terminal:
        return -pair.gates().differ(over, other_over);
      case Known::legal:
        return pair.gates().any_of(
            {over, other_over, pair.same(net_.moves[claim.position].legal, time)});
      case Known::goal:
        return pair.gates().any_of(
            {-over, -other_over, pair.same(net_.goals[claim.position].holds, time)});
    }
    return pair.gates().falsity();
  }

  /// Searches for plays of `first` to `last` moves that look alike and refute a query.
  void look_for_plays(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t moves = first; moves <= last && !result_.limit_reached; ++moves) {
      for (KnowledgeAnswer& answer : result_.answers) {
        if (!is_decided(answer)) look_for_play(answer, moves);
      }
      looked_at_ = std::max(looked_at_, moves + 1);
    }
  }

  void look_for_play(KnowledgeAnswer& answer, std::uint32_t moves) {
    std::vector<Literal> assumptions;
    for (std::uint32_t t = 0; t < moves; ++t) assumptions.push_back(plays_.goes_on(t));
    std::vector<Literal> denied;
    for (const Claim& some : claims_) {
      if (some.known == answer.known) denied.push_back(-claim(plays_, some, moves));
    }
    std::erase(denied, plays_.gates().falsity());
    if (denied.empty()) return;
    const Solver::Answer found = plays_.solver().solve(assumptions, denied, options_.limits);
    if (found == Solver::Answer::unknown) result_.limit_reached = true;
    if (found != Solver::Answer::satisfiable) return;
    answer.outcome = Outcome::refuted;
    answer.plays.emplace(trace_of(plays_.play(0), moves), trace_of(plays_.play(1), moves));
    answer.plays->first.violated = answer.plays->second.violated = moves;
  }

  /// Finds the largest set of claims that are true after they were true of `depth` states.
  void step(std::uint32_t depth) {
    add_premises(depth);
    // Claims that a play refutes cannot be assumed; the others have held so far.
    std::vector<std::size_t> group;
    for (std::size_t i = 0; i < claims_.size(); ++i) {
      if (claims_[i].known &&
          answer_to(*claims_[i].known).outcome == Outcome::refuted) {
        continue;
      }
      group.push_back(i);
    }
    if (!base_holds(group, depth)) return;
    for (;;) {
      std::vector<Literal> assumptions;
      for (std::uint32_t t = 0; t < depth; ++t) {
        assumptions.push_back(step_.goes_on(t));
        for (const std::size_t i : group) assumptions.push_back(claim(step_, claims_[i], t));
      }
      std::vector<Literal> holds;
      std::vector<Literal> denied;
      for (const std::size_t i : group) {
        holds.push_back(claim(step_, claims_[i], depth));
        if (holds.back() != step_.gates().truth()) denied.push_back(-holds.back());
      }
      if (denied.empty()) break;
      const Solver::Answer found = step_.solver().solve(assumptions, denied, options_.limits);
      if (found == Solver::Answer::unknown) {
        result_.limit_reached = true;
        return;
      }
      if (found == Solver::Answer::unsatisfiable) break;
      std::size_t at = 0;
      std::erase_if(group, [&](std::size_t) { return !step_.solver().value(holds[at++]); });
    }
    enter(group, depth);
  }

  /// Removes from the group all claims that differ in plays of fewer than `depth` moves that look
  /// alike.
  bool base_holds(std::vector<std::size_t>& group, std::uint32_t depth) {
    for (std::uint32_t moves = 0; moves < depth; ++moves) {
      std::vector<Literal> assumptions;
      for (std::uint32_t t = 0; t < moves; ++t) assumptions.push_back(plays_.goes_on(t));
      for (;;) {
        std::vector<Literal> holds;
        std::vector<Literal> denied;
        for (const std::size_t i : group) {
          holds.push_back(claim(plays_, claims_[i], moves));
          if (holds.back() != plays_.gates().truth()) denied.push_back(-holds.back());
        }
        if (denied.empty()) break;
        const Solver::Answer found = plays_.solver().solve(assumptions, denied, options_.limits);
        if (found == Solver::Answer::unknown) {
          result_.limit_reached = true;
          return false;
        }
        if (found == Solver::Answer::unsatisfiable) break;
        std::size_t at = 0;
        std::erase_if(group, [&](std::size_t) { return !plays_.solver().value(holds[at++]); });
      }
    }
    return true;
  }

  void enter(const std::vector<std::size_t>& group, std::uint32_t depth) {
    result_.fluents.clear();
    std::array<bool, 3> all{true, true, true};
    std::vector<bool> in_group(claims_.size(), false);
    for (const std::size_t i : group) in_group[i] = true;
    for (std::size_t i = 0; i < claims_.size(); ++i) {
      if (claims_[i].known) {
        bool& every = all[static_cast<std::size_t>(*claims_[i].known)];
        every = every && in_group[i];
      } else if (in_group[i]) {
        result_.fluents.push_back(claims_[i].position);
      }
    }
    for (KnowledgeAnswer& answer : result_.answers) {
      if (is_decided(answer) || !all[static_cast<std::size_t>(answer.known)]) continue;
      answer.outcome = Outcome::proved;
      answer.depth = depth;
    }
  }

  /// Adds the premises, which hold in all states of both copies that moves reach.
  void add_premises(std::uint32_t depth) {
    for (; premise_times_ <= depth; ++premise_times_) {
      for (const Candidate& premise : premises_) {
        // Premises that read further states would need moves after the last state.
        if (ir::degree(premise.invariant->formula) > 0) continue;
        try {
          const std::uint32_t time = premise_times_;
          const Literal a = first_.at(premise, time);
          const Literal b = second_.at(premise, time);
          std::vector<Literal> reached;
          if (time > 0) reached.push_back(-step_.goes_on(time - 1));
          for (const Literal some : {a, b}) {
            reached.push_back(some);
            step_.solver().add(reached);
            reached.pop_back();
          }
        } catch (const FormulaTooLarge&) {
          // The proof continues without it.
        }
      }
    }
  }

  const ir::Net& net_;
  std::span<const Candidate> premises_;
  const KnowledgeOptions& options_;
  AlikeUnrolling step_;
  AlikeUnrolling plays_;
  FormulaLiterals first_;
  FormulaLiterals second_;
  std::vector<Claim> claims_;
  std::uint32_t premise_times_ = 0;
  std::uint32_t looked_at_ = 0;  ///< plays of fewer moves have been searched for
  KnowledgeResult result_;
};

}  // namespace

KnowledgeResult find_knowledge(const ir::Net& net, std::size_t roles, std::uint32_t role,
                               const AtomSignals& atoms, std::span<const Candidate> premises,
                               const KnowledgeOptions& options) {
  return Search(net, roles, role, atoms, premises, options).run();
}

}  // namespace tesuji::sat
