#include "tests/property/term_types.h"

#include <algorithm>
#include <utility>

namespace tesuji::tests {

using frontend::Term;

Term constant_term(std::string_view name, ir::SymbolTable& symbols) {
  return {Term::Kind::constant, symbols.intern(name), {}, {}};
}

Term variable_term(std::string_view name, ir::SymbolTable& symbols) {
  return {Term::Kind::variable, symbols.intern(name), {}, {}};
}

Term compound_term(std::string_view functor, std::vector<Term> args, ir::SymbolTable& symbols) {
  return {Term::Kind::compound, symbols.intern(functor), std::move(args), {}};
}

TypeId TermTypes::add(TermType type) {
  type.size = type.constants.size();
  for (const TermType::Compound& compound : type.compounds) {
    std::size_t terms = 1;
    for (const TypeId arg : compound.args) {
      terms *= types_[arg].size;
      type.depth = std::max(type.depth, types_[arg].depth + 1);
    }
    type.depth = std::max<std::size_t>(type.depth, 1);
    type.size += terms;
  }
  types_.push_back(std::move(type));
  return static_cast<TypeId>(types_.size() - 1);
}

bool TermTypes::contains(TypeId large, TypeId small) const {
  if (large == small) return true;
  const TermType& outer = types_[large];
  const TermType& inner = types_[small];
  for (const std::string& constant : inner.constants) {
    if (std::find(outer.constants.begin(), outer.constants.end(), constant) ==
        outer.constants.end()) {
      return false;
    }
  }
  return std::all_of(inner.compounds.begin(), inner.compounds.end(), [&](const auto& compound) {
    return std::any_of(outer.compounds.begin(), outer.compounds.end(), [&](const auto& candidate) {
      return candidate.functor == compound.functor &&
             std::equal(candidate.args.begin(), candidate.args.end(), compound.args.begin(),
                        compound.args.end(),
                        [&](TypeId wide, TypeId narrow) { return contains(wide, narrow); });
    });
  });
}

Term TermTypes::ground(TypeId type, runtime::Rng& rng, ir::SymbolTable& symbols) const {
  const TermType& chosen = types_[type];
  const std::uint64_t form = rng.below(chosen.constants.size() + chosen.compounds.size());
  if (form < chosen.constants.size()) return constant_term(chosen.constants[form], symbols);
  const TermType::Compound& compound = chosen.compounds[form - chosen.constants.size()];
  std::vector<Term> args;
  for (const TypeId arg : compound.args) args.push_back(ground(arg, rng, symbols));
  return compound_term(compound.functor, std::move(args), symbols);
}

}  // namespace tesuji::tests
