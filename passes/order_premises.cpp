#include "passes/order_premises.h"

#include "ir/agenda_premises.h"
#include "passes/agenda_views.h"
#include "passes/synthesise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace tesuji::passes {
namespace {

class Orderer {
 public:
  Orderer(const ir::Module& module, const ir::Agenda& agenda, const Metarules& metarules)
      : metarules_(metarules),
        premises_(ir::premises_of(agenda)),
        bound_(agenda.variables.size()),
        wanted_(agenda.variables.size()) {
    ir::ignore_lone_variables(premises_, ir::conclusions_of(agenda),
                              ir::AgendaOperation::Kind::scan);
    views_ = views_of(module, premises_);
    for (const ir::VariableId variable : ir::conclusion_variables(agenda)) {
      wanted_[variable] = true;
    }
  }

  std::vector<ir::AgendaOperation> order() {
    std::vector<std::size_t> rest(premises_.size());
    std::iota(rest.begin(), rest.end(), std::size_t{0});
    std::vector<ir::AgendaOperation> ordered;
    while (!rest.empty()) {
      const auto next = best(rest);
      ordered.push_back(premises_[*next]);
      bind(*next, bound_);
      rest.erase(next);
    }
    return ordered;
  }

 private:
  /// Whether it binds; expected bindings behind it; how many tests it makes possible
  /// (negative); whether it binds no variable of the conclusions.
  using Rank = std::tuple<bool, double, int, bool>;

  std::vector<std::size_t>::iterator best(std::vector<std::size_t>& rest) const {
    auto found = rest.end();
    Rank smallest;
    for (auto i = rest.begin(); i != rest.end(); ++i) {
      if (!ir::may_stand(premises_[*i], bound_)) continue;
      const Rank rank = rank_of(*i, rest);
      if (found == rest.end() || rank < smallest) {
        found = i;
        smallest = rank;
      }
    }
    return found;
  }

  Rank rank_of(std::size_t which, const std::vector<std::size_t>& rest) const {
    if (!binds(which, bound_)) return {false, priority(which, bound_), 0, false};
    std::vector<bool> then = bound_;
    bind(which, then);
    double expected = priority(which, bound_);
    int tests = 0;
    for (const std::size_t other : rest) {
      if (other == which || binds(other, then) || !binds(other, bound_)) continue;
      if (std::isfinite(expected)) expected *= std::min(1.0, priority(other, then));
      ++tests;
    }
    return {true, expected, -tests, !favoured(which)};
  }

  double priority(std::size_t which, const std::vector<bool>& bound) const {
    return metarules_.priority(views_, which, bound)
        .value_or(std::numeric_limits<double>::infinity());
  }

  /// Whether the premise has a variable that is not bound.
  bool binds(std::size_t which, const std::vector<bool>& bound) const {
    return any_variable(which, [&](ir::VariableId variable) { return !bound[variable]; });
  }

  bool favoured(std::size_t which) const {
    return any_variable(which,
                        [&](auto variable) { return wanted_[variable] && !bound_[variable]; });
  }

  void bind(std::size_t which, std::vector<bool>& bound) const {
    for (const ir::Argument& argument : premises_[which].args) {
      if (argument.kind == ir::Argument::Kind::variable) bound[argument.id] = true;
    }
  }

  template <typename Predicate>
  bool any_variable(std::size_t which, const Predicate& is) const {
    const std::vector<ir::Argument>& args = premises_[which].args;
    return std::any_of(args.begin(), args.end(), [&](const ir::Argument& argument) {
      return argument.kind == ir::Argument::Kind::variable && is(argument.id);
    });
  }

  const Metarules& metarules_;
  std::vector<ir::AgendaOperation> premises_;
  std::vector<LiteralView> views_;
  std::vector<bool> bound_;
  std::vector<bool> wanted_;
};

}  // namespace

bool order_premises(ir::Module& module, const Metarules& metarules) {
  if (!ir::add_only(module)) return false;
  for (ir::Agenda& agenda : module.agendas) {
    ir::set_premises(module, agenda, Orderer(module, agenda, metarules).order());
  }
  return !module.agendas.empty();
}

bool order_premises(ir::Module& module, PassContext& /*context*/) {
  return order_premises(module, Metarules(synthesise_metarules(module)));
}

}  // namespace tesuji::passes
