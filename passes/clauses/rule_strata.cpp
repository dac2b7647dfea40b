#include "passes/clauses/rule_strata.h"

#include "ir/module/agenda_premises.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tesuji::passes {
namespace {

using ir::Operation;
using ir::RelationId;
using Kind = Operation::Kind;

/// Returns the facts whose presence (`scan`) or absence a rule tests.
std::vector<Operation> facts_asked_for(const ir::Agenda& agenda) {
  std::vector<Operation> facts;
  for (const Operation& premise : ir::premises_of(agenda)) {
    if (premise.kind == Kind::scan) facts.push_back(premise);
    for (const Operation* fact : ir::absent_facts(premise)) {
      facts.push_back(*fact);
      facts.back().kind = Kind::absent;
      if (premise.kind == Kind::unless) facts.back().span = premise.span;
    }
  }
  return facts;
}

/// Represents rules by the facts that they read and add.
class RuleGraph {
 public:
  explicit RuleGraph(const ir::Module& module) {
    for (const ir::Agenda& agenda : module.agendas) {
      premises_.push_back(facts_asked_for(agenda));
      conclusions_.push_back(ir::conclusions_of(agenda));
    }
    adders_.resize(module.relations.size());
    removed_.resize(module.relations.size());
    for (std::size_t rule = 0; rule < size(); ++rule) {
      for (const Operation& op : conclusions_[rule]) {
        if (op.kind == Kind::remove) removed_[op.relation] = true;
        if (op.kind != Kind::insert) continue;
        std::vector<std::size_t>& adders = adders_[op.relation];
        if (adders.empty() || adders.back() != rule) adders.push_back(rule);
      }
    }
  }

  [[nodiscard]] std::size_t size() const { return premises_.size(); }
  [[nodiscard]] const std::vector<Operation>& premises(std::size_t rule) const {
    return premises_[rule];
  }
  [[nodiscard]] const std::vector<Operation>& conclusions(std::size_t rule) const {
    return conclusions_[rule];
  }
  /// Returns rules that add facts of the relation, ascending.
  [[nodiscard]] const std::vector<std::size_t>& adders(RelationId relation) const {
    return adders_[relation];
  }
  [[nodiscard]] bool removed(RelationId relation) const { return removed_[relation]; }

  /// Returns the rules from which facts of the relation may come, directly or indirectly.
  [[nodiscard]] std::set<std::size_t> sources(RelationId relation) const {
    return with_sources({adders_[relation].begin(), adders_[relation].end()});
  }

  /// Returns these rules, and those from which the facts they read may come.
  [[nodiscard]] std::set<std::size_t> with_sources(std::set<std::size_t> found) const {
    std::vector<std::size_t> open(found.begin(), found.end());
    while (!open.empty()) {
      const std::size_t rule = open.back();
      open.pop_back();
      for (const Operation& op : premises_[rule]) {
        for (const std::size_t adder : adders_[op.relation]) {
          if (found.insert(adder).second) open.push_back(adder);
        }
      }
    }
    return found;
  }

  /// Whether a second run of the rule could not use facts added by its first: only its first
  /// premise reads the relations it adds to, and scans them.
  [[nodiscard]] bool done_after_one_run(std::size_t rule) const {
    const auto asks_own = [&](const Operation& op) {
      return op.kind == Kind::scan &&
             std::any_of(conclusions_[rule].begin(), conclusions_[rule].end(),
                         [&](const auto& added) { return added.relation == op.relation; });
    };
    const std::vector<Operation>& all = premises_[rule];
    const auto first = std::find_if(all.begin(), all.end(), asks_own);
    if (first == all.end()) return true;
    const bool outermost =
        std::none_of(all.begin(), first, [](const auto& op) { return op.kind == Kind::scan; });
    const bool goes_through = std::any_of(first->args.begin(), first->args.end(), [](auto arg) {
      return arg.kind == ir::Argument::Kind::variable;
    });
    return outermost && goes_through && std::none_of(first + 1, all.end(), asks_own);
  }

 private:
  std::vector<std::vector<Operation>> premises_;
  std::vector<std::vector<Operation>> conclusions_;
  std::vector<std::vector<std::size_t>> adders_;
  std::vector<bool> removed_;
};

class Stratification {
 public:
  Stratification(const ir::Module& module, ir::Diagnostics& diagnostics)
      : module_(module), graph_(module), diagnostics_(diagnostics) {}

  std::optional<std::vector<std::uint32_t>> run() {
    const std::size_t errors = diagnostics_.error_count();
    for (std::size_t rule = 0; rule < graph_.size(); ++rule) check(rule);
    if (diagnostics_.error_count() > errors) return std::nullopt;
    return without_gaps(levels());
  }

 private:
  void check(std::size_t rule) {
    for (const Operation& op : graph_.conclusions(rule)) {
      if (op.kind != Kind::remove) continue;
      diagnostics_.error(op.span, "unstratified",
                         "rules that remove facts cannot be stratified: their order has a meaning");
    }
    for (const Operation& op : graph_.premises(rule)) {
      if (op.kind == Kind::absent) check_absent(rule, op);
    }
  }

  void check_absent(std::size_t rule, const Operation& premise) {
    if (!graph_.sources(premise.relation).contains(rule)) return;
    ir::Diagnostic& error = diagnostics_.error(
        premise.span, "unstratified",
        fmt::format("`{}` depends on its own absence here: rule {} leads to it",
                    module_.relations[premise.relation].name, module_.agendas[rule].name));
    const std::size_t adder = graph_.adders(premise.relation).front();
    for (const Operation& op : graph_.conclusions(adder)) {
      if (op.relation != premise.relation) continue;
      error.notes.push_back({op.span, fmt::format("rule {} adds it", module_.agendas[adder].name)});
      break;
    }
  }

  /// Returns the levels of rules: at least those of the facts they read, above those of the facts
  /// whose absence they test.
  [[nodiscard]] std::vector<std::uint32_t> levels() const {
    std::vector<std::uint32_t> of_relation(module_.relations.size(), 0);
    std::vector<std::uint32_t> of_rule(graph_.size(), 0);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t rule = 0; rule < graph_.size(); ++rule) {
        for (const Operation& op : graph_.premises(rule)) {
          if (graph_.adders(op.relation).empty()) continue;
          const std::uint32_t above = op.kind == Kind::absent ? 1 : 0;
          of_rule[rule] = std::max(of_rule[rule], of_relation[op.relation] + above);
        }
        for (const Operation& op : graph_.conclusions(rule)) {
          if (of_relation[op.relation] >= of_rule[rule]) continue;
          of_relation[op.relation] = of_rule[rule];
          changed = true;
        }
      }
    }
    return of_rule;
  }

  static std::vector<std::uint32_t> without_gaps(std::vector<std::uint32_t> levels) {
    const std::set<std::uint32_t> used(levels.begin(), levels.end());
    for (std::uint32_t& level : levels) {
      level = static_cast<std::uint32_t>(std::distance(used.begin(), used.find(level)));
    }
    return levels;
  }

  const ir::Module& module_;
  RuleGraph graph_;
  ir::Diagnostics& diagnostics_;
};

/// Finds rules that add facts of a premise's relation after the premise was found absent.
class LateFacts {
 public:
  /// The premise is one of `rule`. If rules also remove such facts, ignores those that the rule
  /// itself adds: there facts come and go, and the rule waits for its turn.
  LateFacts(const RuleGraph& graph, std::size_t rule, RelationId relation)
      : graph_(graph), rule_(rule), relation_(relation), own_counts_(!graph.removed(relation)) {}

  struct Late {
    std::size_t adder = 0;
    std::size_t cause = 0;  ///< the late rule: the adder itself, or one that leads to it
  };

  [[nodiscard]] std::optional<Late> find() const {
    const std::vector<std::size_t>& adders = graph_.adders(relation_);
    for (const std::size_t adder : adders) {
      if (may_be_late(adder)) return Late{adder, adder};
    }
    for (const std::size_t adder : adders) {
      if (!counts(adder)) continue;
      for (const std::size_t source : graph_.with_sources({adder})) {
        if (may_be_late(source)) return Late{adder, source};
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool counts(std::size_t source) const { return own_counts_ || source != rule_; }

  /// Whether the rule may add facts after the premise's rule has run: it comes after that one, or
  /// runs again. Rules run in the order of the text.
  [[nodiscard]] bool may_be_late(std::size_t source) const {
    if (!counts(source)) return false;
    if (source >= rule_ || !graph_.done_after_one_run(source)) return true;
    const std::vector<Operation>& premises = graph_.premises(source);
    return std::any_of(premises.begin(), premises.end(), [&](const Operation& op) {
      if (op.kind != Kind::scan) return false;
      const std::vector<std::size_t>& adders = graph_.adders(op.relation);
      return !adders.empty() && adders.back() > source;
    });
  }

  const RuleGraph& graph_;
  std::size_t rule_;
  RelationId relation_;
  bool own_counts_;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> stratify_rules(const ir::Module& module,
                                                         ir::Diagnostics& diagnostics) {
  return Stratification(module, diagnostics).run();
}

std::vector<OrderedPremise> premises_that_order_decides(const ir::Module& module) {
  const RuleGraph graph(module);
  std::vector<OrderedPremise> found;
  for (std::size_t rule = 0; rule < graph.size(); ++rule) {
    for (const Operation& op : graph.premises(rule)) {
      if (op.kind != Kind::absent) continue;
      const auto late = LateFacts(graph, rule, op.relation).find();
      if (!late) continue;
      OrderedPremise one{rule, op.relation, op.span, late->adder, late->cause, {}};
      for (const Operation& added : graph.conclusions(late->adder)) {
        if (added.kind == Kind::insert && added.relation == op.relation)
          one.conclusion = added.span;
      }
      found.push_back(one);
    }
  }
  return found;
}

}  // namespace tesuji::passes
