#include "passes/ordering/order_premises.h"

#include "ir/module/agenda_premises.h"
#include "passes/ordering/literal_views.h"
#include "passes/ordering/synthesise.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace tesuji::passes {

// --- Premises without an order

FreeBody::FreeBody(const ir::Module& module, const ir::Agenda& agenda)
    : premises_(ir::premises_of(agenda)),
      wanted_(agenda.variables.size()),
      outside_(agenda.variables.size()) {
  ir::ignore_lone_variables(premises_, ir::conclusions_of(agenda), ir::Operation::Kind::scan);
  views_ = views_of(module, premises_);
  for (const ir::VariableId variable : ir::conclusion_variables(agenda)) wanted_[variable] = true;
}

FreeBody::FreeBody(const ir::Module& module, const ir::Agenda& agenda, const ir::Operation& unless)
    : premises_(unless.body), wanted_(agenda.variables.size()), outside_(agenda.variables.size()) {
  views_ = views_of(module, premises_);
  for (const ir::Argument& argument : unless.args) outside_[argument.id] = true;
}

bool FreeBody::may_stand(std::size_t premise, const std::vector<bool>& bound) const {
  return ir::may_stand(premises_[premise], bound);
}

bool FreeBody::binds(std::size_t premise, const std::vector<bool>& bound) const {
  const std::vector<ir::Argument>& args = premises_[premise].args;
  return std::any_of(args.begin(), args.end(), [&](const ir::Argument& argument) {
    return argument.kind == ir::Argument::Kind::variable && !bound[argument.id];
  });
}

void FreeBody::bind(std::size_t premise, std::vector<bool>& bound) const {
  for (const ir::Argument& argument : premises_[premise].args) {
    if (argument.kind == ir::Argument::Kind::variable) bound[argument.id] = true;
  }
}

std::vector<ir::Operation> FreeBody::in_order(const PremiseOrder& order) const {
  std::vector<ir::Operation> ordered;
  for (const std::size_t premise : order) ordered.push_back(premises_[premise]);
  return ordered;
}

// --- The pass

namespace {

class Orderer {
 public:
  Orderer(const FreeBody& body, const Metarules& metarules)
      : body_(body),
        metarules_(metarules),
        bound_(body.outside()),
        having_(body.variables()),
        known_(body.premises().size()),
        is_left_(body.premises().size(), true),
        counted_(body.premises().size(), 0) {
    for (std::size_t premise = 0; premise < known_.size(); ++premise) {
      for (const ir::Argument& argument : body.premises()[premise].args) {
        if (argument.kind != ir::Argument::Kind::variable) continue;
        auto& having = having_[argument.id];
        if (having.empty() || having.back() != premise) having.push_back(premise);
      }
    }
  }

  PremiseOrder order() {
    PremiseOrder rest(body_.premises().size());
    std::iota(rest.begin(), rest.end(), std::size_t{0});
    PremiseOrder ordered;
    while (!rest.empty()) {
      const auto next = best(rest);
      ordered.push_back(*next);
      take(*next);
      rest.erase(next);
    }
    return ordered;
  }

 private:
  /// Whether the premise binds; its priority.
  using Rank = std::pair<bool, double>;
  /// Tie breaker, smaller is better: minus twice the number of other premises that contain its new
  /// variables, plus one if it binds no variable of the conclusions.
  using Tie = std::int64_t;

  PremiseOrder::iterator best(PremiseOrder& rest) {
    auto found = rest.end();
    Rank smallest;
    Tie tie = 0;  // of the best so far, once needed
    bool asked = false;
    for (auto i = rest.begin(); i != rest.end(); ++i) {
      if (!body_.may_stand(*i, bound_)) continue;
      const Rank rank{body_.binds(*i, bound_), priority(*i)};
      if (found == rest.end() || rank < smallest) {
        found = i;
        smallest = rank;
        asked = false;
      } else if (rank == smallest && rank.first) {
        if (!asked) tie = tie_of(*found);
        asked = true;
        const Tie other = tie_of(*i);
        if (other < tie) {
          found = i;
          tie = other;
        }
      }
    }
    return found;
  }

  /// Computes the priority; cached until a variable is bound on which it may depend.
  double priority(std::size_t premise) {
    if (!known_[premise]) {
      known_[premise] = metarules_.priority(body_.views(), premise, bound_)
                            .value_or(std::numeric_limits<double>::infinity());
    }
    return *known_[premise];
  }

  Tie tie_of(std::size_t which) {
    ++count_;
    Tie mentioning = 0;
    bool favoured = false;
    for (const ir::Argument& argument : body_.premises()[which].args) {
      if (argument.kind != ir::Argument::Kind::variable || bound_[argument.id]) continue;
      favoured |= body_.wanted(argument.id);
      for (const std::size_t other : having_[argument.id]) {
        if (other == which || !is_left_[other] || counted_[other] == count_) continue;
        counted_[other] = count_;
        ++mentioning;
      }
    }
    return -2 * mentioning + (favoured ? 0 : 1);
  }

  void take(std::size_t premise) {
    const std::vector<bool> before = bound_;
    body_.bind(premise, bound_);
    is_left_[premise] = false;
    for (const ir::Argument& argument : body_.premises()[premise].args) {
      if (argument.kind != ir::Argument::Kind::variable) continue;
      if (before[argument.id] == bound_[argument.id]) continue;
      for (const std::size_t other : having_[argument.id]) known_[other].reset();
    }
    // Metarules with conditions may depend on variables that other premises bind.
    if (metarules_.have_conditions()) std::fill(known_.begin(), known_.end(), std::nullopt);
  }

  const FreeBody& body_;
  const Metarules& metarules_;
  std::vector<bool> bound_;
  std::vector<std::vector<std::size_t>> having_;  ///< by variable: premises
  std::vector<std::optional<double>> known_;      ///< priorities, by premise
  std::vector<bool> is_left_;
  std::vector<std::size_t> counted_;  ///< by premise: the last tie_of() that has counted it
  std::size_t count_ = 0;
};

}  // namespace

PremiseOrder greedy_order(const FreeBody& body, const Metarules& metarules) {
  return Orderer(body, metarules).order();
}

std::vector<ir::Operation> with_ordered_bodies(const ir::Module& module, const ir::Agenda& agenda,
                                               std::vector<ir::Operation> premises,
                                               const Metarules& metarules) {
  for (ir::Operation& premise : premises) {
    if (premise.kind != ir::Operation::Kind::unless) continue;
    const FreeBody body(module, agenda, premise);
    premise.body = body.in_order(greedy_order(body, metarules));
  }
  return premises;
}

bool order_premises(ir::Module& module, const Metarules& metarules) {
  if (!ir::add_only(module)) return false;
  for (ir::Agenda& agenda : module.agendas) {
    const FreeBody body(module, agenda);
    ir::set_premises(module, agenda,
                     with_ordered_bodies(module, agenda,
                                         body.in_order(greedy_order(body, metarules)), metarules));
  }
  return !module.agendas.empty();
}

bool order_premises(ir::Module& module, PassContext& /*context*/) {
  return order_premises(module, Metarules(synthesise_metarules(module)));
}

}  // namespace tesuji::passes
