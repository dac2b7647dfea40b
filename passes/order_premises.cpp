#include "passes/order_premises.h"

#include "ir/agenda_premises.h"
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
  Orderer(const FreeBody& body, const Metarules& metarules)
      : body_(body), metarules_(metarules), bound_(body.variables()) {}

  PremiseOrder order() {
    PremiseOrder rest(body_.premises().size());
    std::iota(rest.begin(), rest.end(), std::size_t{0});
    PremiseOrder ordered;
    while (!rest.empty()) {
      const auto next = best(rest);
      ordered.push_back(*next);
      body_.bind(*next, bound_);
      rest.erase(next);
    }
    return ordered;
  }

 private:
  /// Whether it binds; its priority; how many others mention what it binds
  /// (negative); whether it binds no variable of the conclusions.
  using Rank = std::tuple<bool, double, int, bool>;

  PremiseOrder::iterator best(PremiseOrder& rest) const {
    auto found = rest.end();
    Rank smallest;
    for (auto i = rest.begin(); i != rest.end(); ++i) {
      if (!body_.may_stand(*i, bound_)) continue;
      const Rank rank = rank_of(*i, rest);
      if (found == rest.end() || rank < smallest) {
        found = i;
        smallest = rank;
      }
    }
    return found;
  }

  Rank rank_of(std::size_t which, const PremiseOrder& rest) const {
    const double priority = metarules_.priority(body_.views(), which, bound_)
                                .value_or(std::numeric_limits<double>::infinity());
    if (!body_.binds(which, bound_)) return {false, priority, 0, false};
    std::vector<bool> fresh(bound_.size());
    body_.bind(which, fresh);
    for (std::size_t v = 0; v < fresh.size(); ++v) fresh[v] = fresh[v] && !bound_[v];
    const auto mentioning = std::count_if(rest.begin(), rest.end(), [&](std::size_t other) {
      return other != which && mentions(other, fresh);
    });
    bool favoured = false;
    for (std::size_t v = 0; v < fresh.size(); ++v) favoured |= fresh[v] && body_.wanted(v);
    return {true, priority, -static_cast<int>(mentioning), !favoured};
  }

  bool mentions(std::size_t premise, const std::vector<bool>& variables) const {
    const std::vector<ir::Argument>& args = body_.premises()[premise].args;
    return std::any_of(args.begin(), args.end(), [&](const ir::Argument& argument) {
      return argument.kind == ir::Argument::Kind::variable && variables[argument.id];
    });
  }

  const FreeBody& body_;
  const Metarules& metarules_;
  std::vector<bool> bound_;
};

}  // namespace

PremiseOrder greedy_order(const FreeBody& body, const Metarules& metarules) {
  return Orderer(body, metarules).order();
}

bool order_premises(ir::Module& module, const Metarules& metarules) {
  if (!ir::add_only(module)) return false;
  for (ir::Agenda& agenda : module.agendas) {
    const FreeBody body(module, agenda);
    ir::set_premises(module, agenda, body.in_order(greedy_order(body, metarules)));
  }
  return !module.agendas.empty();
}

bool order_premises(ir::Module& module, PassContext& /*context*/) {
  return order_premises(module, Metarules(synthesise_metarules(module)));
}

}  // namespace tesuji::passes
