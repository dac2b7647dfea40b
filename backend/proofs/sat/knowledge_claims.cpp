#include "backend/proofs/sat/knowledge_claims.h"

#include "backend/proofs/sat/unrolling.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>

namespace tesuji::sat {

namespace {

using Answer = Solver::Answer;

/// The plays, and the literals of formulas about them.
class Scene {
 public:
  Scene(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
        std::span<const Candidate> leaves, const ClaimsOptions& options, Unrolling::Start start)
      : plays_(net, roles, options.witnesses, start), leaves_(leaves) {
    plays_.watch(&options.limits);
    for (std::size_t i = 0; i < plays_.plays(); ++i) {
      formulas_.emplace_back(plays_.play(i), atoms);
    }
  }

  [[nodiscard]] AlikeUnrolling& plays() { return plays_; }
  [[nodiscard]] Solver& solver() { return plays_.solver(); }
  [[nodiscard]] Gates& gates() { return plays_.gates(); }

  /// Throws FormulaTooLarge.
  [[nodiscard]] Literal formula(std::size_t play, const Candidate& some, std::uint32_t time) {
    return formulas_[play].at(some, time);
  }

  /// Returns a literal that holds if the formula holds with these plays. Throws FormulaTooLarge.
  [[nodiscard]] Literal claim(const KnowledgeFormula& formula, std::uint32_t time) {
    using Kind = KnowledgeFormula::Kind;
    switch (formula.kind) {
      case Kind::holds: {
        const Literal holds = leaf(0, formula.leaf, time);
        return formula.negated ? -holds : holds;
      }
      case Kind::knows: {
        std::vector<Literal> everywhere{leaf(0, formula.leaf, time)};
        for (std::size_t i = 1; i < plays_.plays(); ++i) {
          if (plays_.role_of(i) == formula.role) everywhere.push_back(leaf(i, formula.leaf, time));
        }
        const Literal known = gates().all_of(std::move(everywhere));
        return formula.negated ? -known : known;
      }
      case Kind::all:
      case Kind::any: {
        std::vector<Literal> parts;
        for (const KnowledgeFormula& part : formula.parts) {
          parts.push_back(claim(part, time));
        }
        return formula.kind == Kind::all ? gates().all_of(std::move(parts))
                                         : gates().any_of(std::move(parts));
      }
    }
    return gates().falsity();
  }

 private:
  [[nodiscard]] Literal leaf(std::size_t play, std::size_t leaf, std::uint32_t time) {
    const auto key = std::tuple(play, leaf, time);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    const Literal literal = formula(play, leaves_[leaf], time);
    known_.emplace(key, literal);
    return literal;
  }

  AlikeUnrolling plays_;
  std::span<const Candidate> leaves_;
  std::deque<FormulaLiterals> formulas_;  ///< by play
  std::map<std::tuple<std::size_t, std::size_t, std::uint32_t>, Literal> known_;
};

class ClaimSearch {
 public:
  ClaimSearch(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
              std::span<const Candidate> leaves, std::span<const KnowledgeClaim> claims,
              std::span<const Candidate> premises, std::span<const RoleFacts> facts,
              const ClaimsOptions& options)
      : net_(net),
        claims_(claims),
        premises_(premises),
        facts_(facts),
        options_(options),
        step_(net, roles, atoms, leaves, options, Unrolling::Start::any),
        base_(net, roles, atoms, leaves, options, Unrolling::Start::initial) {
    result_.answers.resize(claims.size());
  }

  ClaimsResult run() {
    try {
      find_written();
      look_for_plays(0);
      for (std::uint32_t depth = 1; depth <= options_.most_depth && some_open(); ++depth) {
        step(depth);
        look_for_plays(depth);
      }
      for (std::uint32_t moves = looked_at_; moves <= options_.most_moves && some_open(); ++moves) {
        look_for_plays(moves);
      }
    } catch (const LimitReached&) {
      result_.limit_reached = true;
    } catch (const FormulaTooLarge&) {
      result_.limit_reached = true;  // for states later than the first ones
    }
    return std::move(result_);
  }

 private:
  using Group = std::vector<std::size_t>;

  /// Claims that are too large to expand stay open.
  void find_written() {
    for (std::size_t i = 0; i < claims_.size(); ++i) {
      if (claims_[i].refuted) continue;
      try {
        static_cast<void>(base_.claim(claims_[i].formula, 0));
        static_cast<void>(step_.claim(claims_[i].formula, 0));
        written_.push_back(i);
      } catch (const FormulaTooLarge&) {
        // The claim is not in written_.
      }
    }
  }

  [[nodiscard]] bool is_open(std::size_t i) const {
    return result_.answers[i].outcome == Outcome::open;
  }
  [[nodiscard]] bool some_open() const {
    return std::any_of(written_.begin(), written_.end(), [&](std::size_t i) { return is_open(i); });
  }

  Answer solve(Scene& scene, std::span<const Literal> assumptions,
               std::span<const Literal> denied) {
    const Answer answer = scene.solver().solve(assumptions, denied, options_.limits);
    if (answer == Answer::unknown) throw LimitReached();
    return answer;
  }

  /// Decides the base case after `moves` moves: which open claims fail, and in which plays.
  void look_for_plays(std::uint32_t moves) {
    std::vector<Literal> assumptions;
    for (std::uint32_t t = 0; t < moves; ++t) assumptions.push_back(base_.plays().goes_on(t));
    Group open;
    std::map<std::size_t, Literal> holds;
    for (const std::size_t i : written_) {
      if (!is_open(i)) continue;
      open.push_back(i);
      holds[i] = base_.claim(claims_[i].formula, moves);
    }
    for (;;) {
      std::vector<Literal> denied;
      for (const std::size_t i : open) {
        if (holds[i] != base_.gates().truth()) denied.push_back(-holds[i]);
      }
      if (denied.empty() || solve(base_, assumptions, denied) == Answer::unsatisfiable) break;
      std::vector<Trace> plays;
      for (std::size_t p = 0; p < base_.plays().plays(); ++p) {
        plays.push_back(trace_of(base_.plays().play(p), moves));
        plays.back().violated = moves;
      }
      std::erase_if(open, [&](std::size_t i) {
        if (base_.solver().value(holds[i])) return false;
        result_.answers[i].outcome = Outcome::refuted;
        result_.answers[i].plays = plays;
        return true;
      });
    }
    looked_at_ = std::max(looked_at_, moves + 1);
  }

  /// Finds the largest set of open claims that hold after they held in `depth` states. By
  /// look_for_plays, all of them hold in plays of fewer moves.
  void step(std::uint32_t depth) {
    add_premises(depth);
    Group group;
    for (const std::size_t i : written_) {
      if (is_open(i)) group.push_back(i);
    }
    std::map<std::size_t, Literal> holds;
    for (const std::size_t i : group) holds[i] = step_.claim(claims_[i].formula, depth);
    for (;;) {
      std::vector<Literal> assumptions;
      for (std::uint32_t t = 0; t < depth; ++t) {
        assumptions.push_back(step_.plays().goes_on(t));
        for (const std::size_t i : group) {
          assumptions.push_back(step_.claim(claims_[i].formula, t));
        }
      }
      std::vector<Literal> denied;
      for (const std::size_t i : group) {
        if (holds[i] != step_.gates().truth()) denied.push_back(-holds[i]);
      }
      if (denied.empty() || solve(step_, assumptions, denied) == Answer::unsatisfiable) break;
      std::erase_if(group, [&](std::size_t i) {
        return !step_.solver().value(holds[i]);
      });
    }
    for (const std::size_t i : group) {
      result_.answers[i].outcome = Outcome::proved;
      result_.answers[i].depth = depth;
      proved_.push_back(i);
    }
  }

  /// Adds the formulas that hold at all times that the plays reach.
  void add_premises(std::uint32_t depth) {
    for (; premise_times_ <= depth; ++premise_times_) {
      std::vector<Literal> reached;
      if (premise_times_ > 0) reached.push_back(-step_.plays().goes_on(premise_times_ - 1));
      for (const Candidate& premise : premises_) add_premise(premise, reached);
      for (std::size_t p = 1; p < step_.plays().plays(); ++p) add_facts(p, reached);
      for (std::size_t n = 0; n < proved_before_; ++n) add_proved(proved_[n], premise_times_);
    }
    for (; proved_before_ < proved_.size(); ++proved_before_) {
      for (std::uint32_t t = 0; t < premise_times_; ++t) add_proved(proved_[proved_before_], t);
    }
  }

  void assert_where(std::vector<Literal> reached, Literal literal) {
    reached.push_back(literal);
    step_.solver().add(reached);
  }

  void add_premise(const Candidate& premise, const std::vector<Literal>& reached) {
    // Premises that read further states would need moves after the last state.
    if (ir::degree(premise.invariant->formula) > 0) return;
    try {
      for (std::size_t p = 0; p < step_.plays().plays(); ++p) {
        assert_where(reached, step_.formula(p, premise, premise_times_));
      }
    } catch (const FormulaTooLarge&) {
      // The proof continues without it.
    }
  }

  void add_proved(std::size_t claim, std::uint32_t time) {
    std::vector<Literal> reached;
    if (time > 0) reached.push_back(-step_.plays().goes_on(time - 1));
    assert_where(std::move(reached), step_.claim(claims_[claim].formula, time));
  }

  /// Adds that the facts known to the witness's role are equal in the witness and in play 0.
  void add_facts(std::size_t witness, const std::vector<Literal>& reached) {
    AlikeUnrolling& plays = step_.plays();
    for (const RoleFacts& known : facts_) {
      if (known.role != plays.role_of(witness)) continue;
      for (const std::uint32_t fluent : known.fluents) {
        const Literal a = plays.play(0).fluent(fluent, premise_times_);
        const Literal b = plays.play(witness).fluent(fluent, premise_times_);
        assert_where(reached, -step_.gates().differ(a, b));
      }
      if (known.terminal) {
        assert_where(reached, plays.same(net_.terminal, premise_times_, 0, witness));
      }
    }
  }

  const ir::Net& net_;
  std::span<const KnowledgeClaim> claims_;
  std::span<const Candidate> premises_;
  std::span<const RoleFacts> facts_;
  const ClaimsOptions& options_;
  Scene step_;
  Scene base_;
  Group written_;  ///< claims that can be expanded, and are not known to fail
  Group proved_;
  std::size_t proved_before_ = 0;    ///< number of these that are premises
  std::uint32_t premise_times_ = 0;  ///< premises have been added for earlier times
  std::uint32_t looked_at_ = 0;      ///< plays of fewer moves have been searched for
  ClaimsResult result_;
};

}  // namespace

ClaimsResult prove_claims(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
                          std::span<const Candidate> leaves, std::span<const KnowledgeClaim> claims,
                          std::span<const Candidate> premises, std::span<const RoleFacts> facts,
                          const ClaimsOptions& options) {
  return ClaimSearch(net, roles, atoms, leaves, claims, premises, facts, options).run();
}

}  // namespace tesuji::sat
