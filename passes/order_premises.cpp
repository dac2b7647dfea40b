#include "passes/order_premises.h"

#include "ir/agenda_premises.h"
#include "passes/agenda_views.h"
#include "passes/synthesise.h"

#include <algorithm>
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
      for (const ir::Argument& argument : premises_[*next].args) {
        if (argument.kind == ir::Argument::Kind::variable) bound_[argument.id] = true;
      }
      rest.erase(next);
    }
    return ordered;
  }

 private:
  /// Whether it binds; its priority; how many others mention what it binds
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
    const double priority = metarules_.priority(views_, which, bound_)
                                .value_or(std::numeric_limits<double>::infinity());
    const auto unbound = [&](ir::VariableId variable) { return !bound_[variable]; };
    if (!any_variable(which, unbound)) return {false, priority, 0, false};
    std::vector<bool> fresh(bound_.size());
    for (const ir::Argument& argument : premises_[which].args) {
      if (argument.kind == ir::Argument::Kind::variable) fresh[argument.id] = unbound(argument.id);
    }
    const auto mentioning = std::count_if(rest.begin(), rest.end(), [&](std::size_t other) {
      return other != which && any_variable(other, [&](auto variable) { return fresh[variable]; });
    });
    const bool favoured =
        any_variable(which, [&](auto variable) { return fresh[variable] && wanted_[variable]; });
    return {true, priority, -static_cast<int>(mentioning), !favoured};
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
