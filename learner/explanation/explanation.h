// Generalises the deduction of a fact from an example: explanation-based generalisation.
//
// The *explanation* is the proof tree that a trace of the rules gives. The goal is regressed
// through it: from the root to the leaves each step's rule, its variables renamed apart, is
// unified with the condition that it proves. What is left at the leaves, facts that are given and
// comparisons, is the weakest precondition under which the same rules prove the goal in the same
// way. So variables stand wherever the rules do not ask for a constant, and the result is sound by
// construction: whatever satisfies the leaves has the proof (Mitchell, Keller, Kedar-Cabelli,
// Explanation-Based Generalization, 1986; DeJong and Mooney, Explanation-Based Learning, 1986).
//
// A premise that asks a deduced fact to be absent has no proof to follow. It holds exactly where
// each way to deduce such a fact fails, so the rules for it are unfolded to conjunctions of given
// facts, which become conditions of their own: `absent` of each. Where a way asks for absence
// itself, or is recursive, that part is left out if the rest already has no instance in the
// example (the rule then applies less often, and never too often). If the rest has a few instances,
// what the way asks to be absent is explained to be present in each of them, and that there are no
// other instances becomes a condition. Anything else is refused.
#pragma once

#include "learner/explanation/domain_theory.h"
#include "learner/explanation/fact_trace.h"
#include "learner/explanation/rule_condition.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::learner {

/// Thrown where something cannot be explained; what() says what, as a part of a sentence.
class Unexplained : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ExplanationLimits {
  std::size_t branches = 20'000;            ///< ways in which one absent fact could be deduced
  std::size_t conditions = 1'000;           ///< of one rule: what rules may have
  std::uint64_t bytes = ~std::uint64_t{0};  ///< for the facts of one run, roughly
  /// Ends an explanation as one that cannot be made; null: nothing does.
  const std::atomic<bool>* stop = nullptr;
  [[nodiscard]] bool is_stopped() const {
    return stop != nullptr && stop->load(std::memory_order_relaxed);
  }
};

/// Where explanations end, besides at facts that no rule concludes.
struct ExplanationLeaves {
  /// Whether rules may ask for facts of the relation, though others conclude them.
  std::function<bool(ir::Symbol)> operational;
  /// Whether they are, and all memories have the same facts of the relation.
  std::function<bool(ir::Symbol)> rigid;
};

class Explanation {
 public:
  /// Both must outlive it.
  Explanation(const DomainTheory& theory, const FactTrace& trace, ExplanationLeaves leaves,
              const ExplanationLimits& limits = {});

  /// Begins another explanation with the same variables, of what follows, in this trace of the same
  /// theory. A fact that is needed several times in one explanation is explained once, so all its
  /// conditions have to be kept together.
  void follow(const FactTrace& trace) {
    trace_ = &trace;
    explained_.clear();
  }

  /// A new variable. `name`: what to call it, may be empty; `value`: in the example, or no_symbol.
  [[nodiscard]] ir::Argument fresh(const std::string& name, ir::Symbol value = ir::no_symbol);

  /// Adds the conditions under which the fact is deduced as it was in the trace, with these
  /// arguments in the place of its own. Throws Unexplained.
  void explain(const MemoryFact& fact, const std::vector<ir::Argument>& pattern,
               Conjunction& conditions);
  /// Adds conditions under which the conjunction has no instance, as in the trace. Its variables
  /// that are local stand for anything. Throws Unexplained.
  void explain_absence(const Conjunction& body, Conjunction& conditions);

  /// The ways in which the conjunction may have an instance, down to given facts and recursive
  /// relations; impossible ones are left out. Throws Unexplained where there are too many.
  [[nodiscard]] std::vector<Conjunction> unfold(const Conjunction& body);
  /// Adds conditions under which none of these ways is there. Throws Unexplained.
  void exclude(const std::vector<Conjunction>& ways, Conjunction& conditions);
  /// Makes two arguments equal inside a way: replaces local variables, and adds a comparison where
  /// there are none. False: they never are.
  [[nodiscard]] bool join(ir::Argument left, ir::Argument right, Conjunction& way) const;
  /// Puts a way in its simplest form; false where it has no instance.
  [[nodiscard]] bool simplify(Conjunction& way) const { return simplify(way, {}); }
  /// The ways that together are this one, where it asks for the absence of tests that hold
  /// together: one for each of them that does not.
  [[nodiscard]] static std::vector<Conjunction> split_tests(const Conjunction& way);

  /// Throws Unexplained where the limits' flag is set.
  void check_stop() const {
    if (limits_.is_stopped()) throw Unexplained("it was stopped");
  }

  /// Makes two arguments equal from here on. Throws Unexplained where they never are.
  void unify(ir::Argument left, ir::Argument right);

  [[nodiscard]] ir::Argument resolved(ir::Argument argument) const;
  void resolve(Conjunction& conditions) const;
  [[nodiscard]] bool is_local(ir::VariableId variable) const { return local_[variable]; }
  void make_local(ir::VariableId variable) { local_[variable] = true; }
  [[nodiscard]] ir::Symbol value_of(ir::Argument argument) const;
  /// By variable; only those that nothing has been unified with are up to date.
  [[nodiscard]] ExampleValues values() const;
  /// Number of variables.
  [[nodiscard]] std::size_t variables() const { return bindings_.size(); }
  [[nodiscard]] const std::string& name_of(ir::VariableId variable) const {
    return names_[variable];
  }
  [[nodiscard]] const FactTrace& trace() const { return *trace_; }

 private:
  /// The rule's variables renamed apart; the result is what to add to their numbers.
  ir::VariableId rename(const TheoryRule& rule, bool local);
  static void shift(Conjunction& conditions, ir::VariableId offset);
  void explain_premise(const RuleCondition& premise, const MemoryFact& found,
                       Conjunction& conditions);
  void exclude_way(Conjunction way, Conjunction& conditions);
  /// 1: it always holds, 0: it never does, -1: it depends.
  [[nodiscard]] int truth_of(const RuleCondition& condition) const;
  /// Where it says that a local variable has a value: puts that in its place.
  /// `kept`: variables that stand elsewhere, too, ascending.
  bool replace_by_equality(const RuleCondition& condition, Conjunction& way,
                           const std::vector<ir::VariableId>& kept) const;
  [[nodiscard]] bool simplify(Conjunction& way, const std::vector<ir::VariableId>& kept) const;
  /// What is denied inside of a way, in simplest form; nothing where it is absent anyway.
  [[nodiscard]] std::optional<RuleCondition> simplified(const RuleCondition& denied,
                                                        const Conjunction& others) const;
  /// The ways that are this one, with what is denied unfolded; nothing where that is recursive or
  /// asks for absence itself.
  [[nodiscard]] std::optional<std::vector<Conjunction>> unfold_denied(const Conjunction& way);
  /// Where it says that a variable is a constant: puts that in the variable's place elsewhere.
  /// Whether that changed anything.
  bool spread_equality(std::size_t number, Conjunction& way) const;
  /// Gives local variables new numbers: no other way has them then.
  void rename_locals(Conjunction& way);
  /// Leaves out comparisons of local variables that no fact of the way has.
  void drop_unbound(Conjunction& way) const;
  [[nodiscard]] bool has_instance(const Conjunction& conditions);
  /// For a way of which the `easy` part has instances: explains for each of them that something is
  /// present whose absence the way asks for, and adds that there are no other instances. False
  /// where that cannot be.
  [[nodiscard]] bool explain_denied(const Conjunction& way, const Conjunction& easy,
                                    Conjunction& conditions);
  /// Explains one of what is denied, with arguments in the place of the keys.
  [[nodiscard]] bool explain_instance(const Conjunction& denied,
                                      const std::vector<ir::VariableId>& keys,
                                      const std::vector<ir::Argument>& args,
                                      Conjunction& conditions);
  void exclude_others(const Conjunction& easy, const std::vector<ir::VariableId>& keys,
                      const std::vector<std::vector<ir::Argument>>& explained,
                      Conjunction& conditions);
  [[nodiscard]] bool is_hard(const RuleCondition& condition) const;
  [[nodiscard]] const RuleCondition* next_deduced(const Conjunction& way) const;

  const DomainTheory& theory_;
  const FactTrace* trace_;
  /// Whether an explanation ends at facts of the relation.
  [[nodiscard]] bool is_leaf(ir::Symbol relation) const {
    return leaves_.rigid(relation) || leaves_.operational(relation);
  }

  ExplanationLeaves leaves_;
  ExplanationLimits limits_;
  std::map<MemoryFact, std::vector<ir::Argument>> explained_;  ///< facts with what stands for them
  std::vector<ir::Argument> bindings_;  ///< by variable: itself, another variable or a constant
  std::vector<ir::Symbol> values_;
  std::vector<bool> local_;
  std::vector<std::string> names_;
};

}  // namespace tesuji::learner
