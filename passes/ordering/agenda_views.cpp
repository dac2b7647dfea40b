#include "passes/ordering/agenda_views.h"

#include "ir/text/words.h"

namespace tesuji::passes {

std::vector<LiteralView> views_of(const ir::Module& module,
                                  const std::vector<ir::Operation>& premises) {
  std::vector<LiteralView> views;
  for (const ir::Operation& premise : premises) {
    LiteralView view;
    std::vector<ir::Argument> args = premise.args;
    if (premise.kind == ir::Operation::Kind::compute) {
      view.kind = ir::PremisePattern::Kind::compute;
      view.relation = ir::computation_pattern;
      args.resize(1);  // only the result matters, whether it is bound
    } else if (premise.kind == ir::Operation::Kind::unless) {
      view.kind = ir::PremisePattern::Kind::absent_all;
      view.relation = ir::absence_pattern;
      args.clear();
    } else if (premise.kind == ir::Operation::Kind::compare) {
      view.kind = ir::PremisePattern::Kind::compare;
      view.relation = ir::word_for(ir::comparison_words, premise.comparison);
    } else {
      view.kind = premise.kind == ir::Operation::Kind::absent ? ir::PremisePattern::Kind::absent
                                                              : ir::PremisePattern::Kind::present;
      view.relation = module.relations[premise.relation].name;
    }
    for (const ir::Argument& argument : args) {
      LiteralArgument seen;
      if (argument.kind == ir::Argument::Kind::variable) {
        seen.kind = LiteralArgument::Kind::variable;
        seen.variable = argument.id;
      } else if (argument.kind == ir::Argument::Kind::constant) {
        seen.kind = LiteralArgument::Kind::constant;
        seen.constant = module.symbols->text(argument.id);
      }
      view.args.push_back(seen);
    }
    views.push_back(std::move(view));
  }
  return views;
}

}  // namespace tesuji::passes
