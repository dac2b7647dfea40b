// Generalises the deduction of a fact from an example: explanation-based generalisation.
//
// The *explanation* is the proof tree that a trace of the rules gives. The goal is regressed
// through it: from the root to the leaves each step's rule, its variables renamed apart, is unified
// with the condition that it proves. The conditions at the leaves, given facts and comparisons, are
// the weakest precondition under which the same rules prove the goal in the same way. So constants
// remain only where the rules require them, and the result is sound by construction: whatever
// satisfies the leaves has the proof (Mitchell, Keller, Kedar-Cabelli, Explanation-Based
// Generalization, 1986; DeJong and Mooney, Explanation-Based Learning, 1986).
//
// A premise that requires a deduced fact to be absent has no proof to follow. It holds exactly if
// each way to deduce such a fact fails, so the rules for the fact are unfolded to conjunctions of
// given facts, and `absent` of each of these becomes a condition. If a way itself requires absence,
// or is recursive, that part is dropped if the rest already has no instance in the example (the
// rule then applies less often, and never too often). If the rest has a few instances, the
// explanation shows for each of them that something the way requires to be absent is present, and
// adds the condition that there are no other instances. Anything else is rejected.
#pragma once

#include "learner/explanation/domain_theory.h"
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

/// Thrown if something cannot be explained; what() names it, as a part of a sentence.
class Unexplained : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ExplanationLimits {
  std::size_t branches = 20'000;            ///< ways to deduce one absent fact
  std::size_t conditions = 1'000;           ///< of one rule: the most that rules may have
  std::uint64_t bytes = ~std::uint64_t{0};  ///< approximate limit for the facts of one run
  /// Ends explanations with Unexplained once it is set; may be null.
  const std::atomic<bool>* stop = nullptr;
  [[nodiscard]] bool is_stopped() const {
    return stop != nullptr && stop->load(std::memory_order_relaxed);
  }
};

/// Where explanations end, besides at facts that no rule concludes.
struct ExplanationLeaves {
  /// Whether learned rules may read facts of the relation, though other rules conclude them.
  std::function<bool(ir::Symbol)> operational;
  /// Whether learned rules may read them, and all memories have the same facts of the relation.
  std::function<bool(ir::Symbol)> rigid;
};

class Explanation {
 public:
  /// Both must outlive it.
  Explanation(const DomainTheory& theory, const FactTrace& trace, ExplanationLeaves leaves,
              const ExplanationLimits& limits = {});

  /// Begins another explanation with the same variables, for the conditions that follow, in this
  /// trace of the same theory. A fact that is needed several times in one explanation is explained
  /// once, so all its conditions must be kept together.
  void follow(const FactTrace& trace) {
    trace_ = &trace;
    explained_.clear();
  }

  /// Creates a variable. `name`: its name, may be empty; `value`: its value in the example, or
  /// no_symbol.
  [[nodiscard]] ir::Argument fresh(const std::string& name, ir::Symbol value = ir::no_symbol);

  /// Adds the conditions under which the fact is deduced as in the trace, with these arguments in
  /// place of its own. Throws Unexplained.
  void explain(const MemoryFact& fact, const std::vector<ir::Argument>& pattern,
               Conjunction& conditions);
  /// Adds conditions under which the conjunction has no instance, as in the trace. Its local
  /// variables stand for any value. Throws Unexplained.
  void explain_absence(const Conjunction& body, Conjunction& conditions);

  /// Returns the ways in which the conjunction may have an instance, unfolded to given facts and
  /// recursive relations; omits impossible ones. Throws Unexplained if there are too many.
  [[nodiscard]] std::vector<Conjunction> unfold(const Conjunction& body);
  /// Adds conditions under which none of these ways has an instance. Throws Unexplained.
  void exclude(const std::vector<Conjunction>& ways, Conjunction& conditions);
  /// Makes two arguments equal inside a way: replaces local variables, and adds a comparison if
  /// neither is local. Returns false if they are never equal.
  [[nodiscard]] bool join(ir::Argument left, ir::Argument right, Conjunction& way) const;
  /// Simplifies a way; returns false if it has no instance.
  [[nodiscard]] bool simplify(Conjunction& way) const { return simplify(way, {}); }
  /// Splits a way that requires a conjunction of tests to be absent: returns one way for each test
  /// that fails. Together they are equivalent to it.
  [[nodiscard]] static std::vector<Conjunction> split_tests(const Conjunction& way);

  /// Throws Unexplained if the limits' flag is set.
  void check_stop() const {
    if (limits_.is_stopped()) throw Unexplained("it was stopped");
  }

  /// Makes two arguments equal from here on. Throws Unexplained if they are never equal.
  void unify(ir::Argument left, ir::Argument right);

  [[nodiscard]] ir::Argument resolved(ir::Argument argument) const;
  void resolve(Conjunction& conditions) const;
  [[nodiscard]] bool is_local(ir::VariableId variable) const { return local_[variable]; }
  void make_local(ir::VariableId variable) { local_[variable] = true; }
  [[nodiscard]] ir::Symbol value_of(ir::Argument argument) const;
  /// Returns values by variable; valid only for variables that are not bound to another one.
  [[nodiscard]] ExampleValues values() const;
  /// Number of variables.
  [[nodiscard]] std::size_t variables() const { return bindings_.size(); }
  [[nodiscard]] const std::string& name_of(ir::VariableId variable) const {
    return names_[variable];
  }
  [[nodiscard]] const FactTrace& trace() const { return *trace_; }

 private:
  /// Renames the rule's variables apart; returns the number to add to theirs.
  ir::VariableId rename(const TheoryRule& rule, bool local);
  static void shift(Conjunction& conditions, ir::VariableId offset);
  void explain_premise(const RuleCondition& premise, const MemoryFact& found,
                       Conjunction& conditions);
  void exclude_way(Conjunction way, Conjunction& conditions);
  /// Returns 1 if it always holds, 0 if it never does, -1 if it depends.
  [[nodiscard]] int truth_of(const RuleCondition& condition) const;
  /// If the condition equates a local variable with a value, replaces the variable by it. `kept`:
  /// variables that occur elsewhere, too, ascending.
  bool replace_by_equality(const RuleCondition& condition, Conjunction& way,
                           const std::vector<ir::VariableId>& kept) const;
  [[nodiscard]] bool simplify(Conjunction& way, const std::vector<ir::VariableId>& kept) const;
  /// Simplifies a denied conjunction inside a way; returns nothing if it is absent anyway.
  [[nodiscard]] std::optional<RuleCondition> simplified(const RuleCondition& denied,
                                                        const Conjunction& others) const;
  /// Returns ways equivalent to this one, with its denied conjunctions unfolded; nothing if these
  /// are recursive or require absence themselves.
  [[nodiscard]] std::optional<std::vector<Conjunction>> unfold_denied(const Conjunction& way);
  /// If the condition equates a variable with a constant, replaces the variable elsewhere. Returns
  /// whether that changed anything.
  bool spread_equality(std::size_t number, Conjunction& way) const;
  /// Gives local variables new numbers, which no other way has.
  void rename_locals(Conjunction& way);
  /// Drops comparisons of local variables that no fact of the way has.
  void drop_unbound(Conjunction& way) const;
  [[nodiscard]] bool has_instance(const Conjunction& conditions);
  /// For a way whose `easy` part has instances: explains for each of them that something is present
  /// that the way requires to be absent, and adds that there are no other instances. Returns false
  /// if that is impossible.
  [[nodiscard]] bool explain_denied(const Conjunction& way, const Conjunction& easy,
                                    Conjunction& conditions);
  /// Explains an instance of a denied conjunction, with arguments in place of the keys.
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
  std::map<MemoryFact, std::vector<ir::Argument>> explained_;  ///< facts, with the arguments that
                                                               ///< represent them
  std::vector<ir::Argument> bindings_;  ///< by variable: itself, another variable or a constant
  std::vector<ir::Symbol> values_;
  std::vector<bool> local_;
  std::vector<std::string> names_;
};

}  // namespace tesuji::learner
