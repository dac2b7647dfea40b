#include "passes/order_premises.h"

#include "ir/agenda_premises.h"
#include "passes/agenda_views.h"
#include "passes/synthesise.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace tesuji::passes {
namespace {

class Orderer {
 public:
  Orderer(const ir::Module& module, const ir::Agenda& agenda, const Metarules& metarules)
      : metarules_(metarules),
        premises_(ir::premises_of(agenda)),
        views_(views_of(module, premises_)),
        bound_(agenda.variables.size()),
        wanted_(agenda.variables.size()) {
    for (const ir::VariableId variable : ir::conclusion_variables(agenda)) {
      wanted_[variable] = true;
    }
  }

  std::vector<ir::AgendaOperation> order() {
    std::vector<std::size_t> rest(premises_.size());
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = i;
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
  /// Priority, then whether it binds a variable of the conclusions (false: it does).
  using Rank = std::tuple<double, bool>;

  std::vector<std::size_t>::iterator best(std::vector<std::size_t>& rest) const {
    auto found = rest.end();
    Rank smallest;
    for (auto i = rest.begin(); i != rest.end(); ++i) {
      if (!ir::may_stand(premises_[*i], bound_)) continue;
      const Rank rank = rank_of(*i);
      if (found == rest.end() || rank < smallest) {
        found = i;
        smallest = rank;
      }
    }
    return found;
  }

  Rank rank_of(std::size_t which) const {
    const bool favoured = std::any_of(premises_[which].args.begin(), premises_[which].args.end(),
                                      [&](const ir::Argument& argument) {
                                        return argument.kind == ir::Argument::Kind::variable &&
                                               wanted_[argument.id] && !bound_[argument.id];
                                      });
    const double priority = metarules_.priority(views_, which, bound_)
                                .value_or(std::numeric_limits<double>::infinity());
    return {priority, !favoured};
  }

  const Metarules& metarules_;
  const std::vector<ir::AgendaOperation> premises_;
  const std::vector<LiteralView> views_;
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
