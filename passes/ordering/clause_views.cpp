#include "passes/ordering/clause_views.h"

#include "ir/text/words.h"

namespace tesuji::passes {
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

}  // namespace tesuji::passes
