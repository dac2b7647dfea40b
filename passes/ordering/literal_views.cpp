#include "passes/ordering/literal_views.h"

#include "ir/text/words.h"

namespace tesuji::passes {

// --- Clauses

namespace {

void append(const ir::Module& module, const std::vector<ir::Argument>& args,
            std::vector<LiteralArgument>& into) {
  for (const ir::Argument& arg : args) {
    LiteralArgument seen;
    if (arg.kind == ir::Argument::Kind::variable) {
      seen.kind = LiteralArgument::Kind::variable;
      seen.variable = arg.id;
    } else if (arg.kind == ir::Argument::Kind::constant) {
      seen.kind = LiteralArgument::Kind::constant;
      seen.constant = module.symbols->text(arg.id);
    }
    into.push_back(seen);
  }
}

LiteralView view_of(const ir::Module& module, const ir::Literal& literal) {
  LiteralView view;
  switch (literal.kind) {
    case ir::Literal::Kind::positive:
      view.relation = module.relations[literal.relation].name;
      break;
    case ir::Literal::Kind::negative:
      view.kind = ir::PremisePattern::Kind::absent;
      view.relation = module.relations[literal.relation].name;
      break;
    case ir::Literal::Kind::different:
    case ir::Literal::Kind::same:
      view.kind = ir::PremisePattern::Kind::compare;
      view.relation = ir::word_for(ir::comparison_words, literal.kind == ir::Literal::Kind::same
                                                             ? ir::Comparison::same
                                                             : ir::Comparison::different);
      break;
  }
  append(module, literal.args, view.args);
  append(module, literal.right, view.args);
  return view;
}

}  // namespace

std::vector<LiteralView> views_of(const ir::Module& module, const ir::Rule& rule) {
  std::vector<LiteralView> views;
  for (const ir::Literal& literal : rule.body) views.push_back(view_of(module, literal));
  return views;
}

// --- Production rules

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
