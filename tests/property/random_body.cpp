#include "tests/property/random_body.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

namespace tesuji::tests {

namespace {

using frontend::Clause;
using frontend::Literal;
using frontend::Term;

constexpr std::size_t most_variables = 4;
constexpr std::array<const char*, 6> variable_names = {"x", "y", "z", "w", "n++", "r"};

class ClauseMaker {
 public:
  ClauseMaker(const Vocabulary& vocabulary, const RandomRelation& head, runtime::Rng& rng,
              ir::SymbolTable& symbols)
      : vocabulary_(vocabulary),
        types_(vocabulary.types),
        head_(head),
        rng_(rng),
        symbols_(symbols) {
    if (head.layers) layer_ = rng_.below(layer_names().size());
  }

  Clause fact() {
    Clause clause;
    std::vector<Term> args;
    for (std::size_t c = 0; c < head_.columns.size(); ++c) {
      args.push_back(is_layer(head_, c) ? layer_term(layer_)
                                        : types_.ground(head_.columns[c], rng_, symbols_));
    }
    clause.head = compound_term(head_.name, std::move(args), symbols_);
    return clause;
  }

  Clause rule() {
    Clause clause;
    for (std::uint64_t i = rng_.below(3) + rng_.below(2); i > 0; --i) {
      clause.body.push_back(positive(true));
    }
    if (chance(12)) clause.body.push_back(binding_disjunction());
    for (std::uint64_t i = chance(45) ? 0 : rng_.below(3); i > 0; --i)
      clause.body.push_back(extra(2));
    std::vector<Term> args;
    for (std::size_t c = 0; c < head_.columns.size(); ++c) {
      args.push_back(is_layer(head_, c) ? layer_term(layer_) : built(head_.columns[c]));
    }
    clause.head = compound_term(head_.name, std::move(args), symbols_);
    // A body is a conjunction: what binds a variable may stand behind what uses it.
    for (std::size_t i = clause.body.size(); i > 1; --i) {
      std::swap(clause.body[i - 1], clause.body[rng_.below(i)]);
    }
    return clause;
  }

 private:
  struct Variable {
    std::string name;
    TypeId type = 0;
  };

  bool chance(std::uint64_t percent) { return rng_.below(100) < percent; }

  const std::vector<std::string>& layer_names() const {
    return types_[head_.columns[*head_.layers]].constants;
  }
  Term layer_term(std::size_t layer) { return constant_term(layer_names()[layer], symbols_); }
  static bool is_layer(const RandomRelation& relation, std::size_t column) {
    return relation.layers == column;
  }

  // Atoms ----------------------------------------------------------------

  /// One of the relations that the head may refer to, positively or not.
  const RandomRelation* choose(bool negative) {
    std::vector<const RandomRelation*> allowed;
    for (const RandomRelation& relation : vocabulary_.relations) {
      const bool own_layers = &relation == vocabulary_.find(head_.name) && relation.layers;
      bool allow = relation.at < head_.at;
      if (relation.at == head_.at && head_.at != level::state) {
        allow = negative ? own_layers && layer_ > 0 : true;
      }
      if (!allow) continue;
      allowed.push_back(&relation);
      // State and moves are what rules are about.
      if (relation.name == "true" || relation.name == "does") {
        allowed.insert(allowed.end(), 3, &relation);
      }
      if (relation.at == head_.at) allowed.insert(allowed.end(), 2, &relation);
    }
    return allowed[rng_.below(allowed.size())];
  }

  /// An atom of the relation, its arguments made by `argument(type)`; of the head's
  /// own relation with a layer that stratification allows.
  template <typename MakeArgument>
  Literal atom(const RandomRelation& relation, bool negative, MakeArgument make_argument) {
    const bool own = relation.name == head_.name;
    std::vector<Term> args;
    for (std::size_t c = 0; c < relation.columns.size(); ++c) {
      if (own && is_layer(relation, c)) {
        args.push_back(layer_term(negative ? rng_.below(layer_) : rng_.below(layer_ + 1)));
      } else {
        args.push_back(make_argument(relation.columns[c]));
      }
    }
    return {Literal::Kind::atom, compound_term(relation.name, std::move(args), symbols_), {}, {}};
  }

  Literal positive(bool may_bind) {
    if (chance(2)) return undefined(may_bind);
    const RandomRelation& relation = *choose(false);
    // GDL's recursion restriction: terms around variables may not close a cycle, since
    // top-down evaluation would ask for ever larger ones.
    const bool flat = relation.at == head_.at;
    return atom(relation, false, [&](TypeId type) { return matched(type, may_bind, flat); });
  }

  /// A relation that no clause is for: false.
  Literal undefined(bool may_bind) {
    std::vector<Term> args;
    if (chance(50)) args.push_back(matched(vocabulary_.fluent, may_bind));
    const char* const name = args.empty() ? "nowhere" : "nowhere1";
    return {Literal::Kind::atom, compound_term(name, std::move(args), symbols_), {}, {}};
  }

  // Arguments ------------------------------------------------------------

  Term term(const Variable& variable) { return variable_term(variable.name, symbols_); }

  const TermType::Compound* some_compound(TypeId type) {
    const auto& compounds = types_[type].compounds;
    return compounds.empty() ? nullptr : &compounds[rng_.below(compounds.size())];
  }

  template <typename MakeArgument>
  Term compound(const TermType::Compound& form, MakeArgument make_argument) {
    std::vector<Term> args;
    for (const TypeId arg : form.args) args.push_back(make_argument(arg));
    return compound_term(form.functor, std::move(args), symbols_);
  }

  /// For a positive atom: what may be matched with terms of the type, also in vain.
  /// `flat`: no variable within a compound.
  Term matched(TypeId type, bool may_bind, bool flat = false) {
    if (may_bind && bound_.size() < most_variables && chance(60)) {
      bound_.push_back({variable_names[bound_.size()], type});
      return term(bound_.back());
    }
    if (!bound_.empty() && chance(60)) {
      const Variable& any = bound_[rng_.below(bound_.size())];
      if (chance(8) || types_.contains(type, any.type) || types_.contains(any.type, type)) {
        return term(any);
      }
    }
    if (const TermType::Compound* form = some_compound(type);
        !flat && form != nullptr && chance(75)) {
      return compound(*form, [&](TypeId arg) { return matched(arg, may_bind); });
    }
    return types_.ground(chance(4) ? vocabulary_.fluent : type, rng_, symbols_);
  }

  /// For heads: a term that is of the type whatever its variables are bound to.
  Term built(TypeId type) {
    std::vector<const Variable*> fitting;
    for (const Variable& variable : bound_) {
      if (types_.contains(type, variable.type)) fitting.push_back(&variable);
    }
    if (!fitting.empty() && chance(80)) return term(*fitting[rng_.below(fitting.size())]);
    if (const TermType::Compound* form = some_compound(type); form != nullptr && chance(80)) {
      return compound(*form, [&](TypeId arg) { return built(arg); });
    }
    return types_.ground(type, rng_, symbols_);
  }

  /// For `distinct`: a bound variable, something around one, or anything ground.
  Term compared() {
    if (bound_.empty() || chance(25)) return types_.ground(some_type(), rng_, symbols_);
    if (chance(25)) {
      if (const TermType::Compound* form = some_compound(some_type())) {
        return compound(*form, [&](TypeId) { return term(bound_[rng_.below(bound_.size())]); });
      }
    }
    return term(bound_[rng_.below(bound_.size())]);
  }

  TypeId some_type() { return static_cast<TypeId>(rng_.below(types_.size())); }

  // Connectives ------------------------------------------------------------

  static Literal connective(Literal::Kind kind, std::vector<Literal> children) {
    return {kind, {}, std::move(children), {}};
  }

  Literal negative() {
    if (chance(3)) return connective(Literal::Kind::negation, {undefined_ground()});
    return connective(
        Literal::Kind::negation,
        {atom(*choose(true), true, [&](TypeId type) { return matched(type, false); })});
  }

  Literal undefined_ground() {
    return {Literal::Kind::atom, compound_term("nowhere", {}, symbols_), {}, {}};
  }

  Literal distinct() {
    std::vector<Term> sides{compared(), compared()};
    return {Literal::Kind::distinct, compound_term("distinct", std::move(sides), symbols_), {}, {}};
  }

  /// A literal that binds nothing. Under a negation (`negated`) only what a negative
  /// literal may refer to may stand, since the number of negations does not count.
  Literal extra(std::size_t depth, bool negated = false) {
    const std::uint64_t kind = rng_.below(100);
    if (kind < 30) return negative();
    if (kind < 50) return distinct();
    if (kind < 60) return connective(Literal::Kind::negation, {distinct()});
    if (depth > 0) {
      if (kind < 80) return disjunction(depth - 1, negated);
      return connective(Literal::Kind::negation, {extra(depth - 1, true)});
    }
    if (negated) return negative().children.front();
    return positive(false);
  }

  /// Of two or three literals; seldom of one or none.
  Literal disjunction(std::size_t depth, bool negated) {
    std::vector<Literal> children;
    const std::uint64_t count = chance(10) ? rng_.below(2) : 2 + rng_.below(2);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (!negated && chance(20)) {
        children.push_back(local());
      } else if (chance(40)) {
        children.push_back(negated ? negative().children.front() : positive(false));
      } else {
        children.push_back(extra(depth, negated));
      }
    }
    return connective(Literal::Kind::disjunction, std::move(children));
  }

  /// A disjunct that may have variables of its own.
  Literal local() {
    const std::size_t outside = bound_.size();
    Literal literal = positive(true);
    bound_.resize(outside);
    return literal;
  }

  /// Every disjunct binds the same variable, so that it may be used outside.
  Literal binding_disjunction() {
    if (bound_.size() >= most_variables) return disjunction(1, false);
    std::vector<const RandomRelation*> candidates;
    for (const RandomRelation& relation : vocabulary_.relations) {
      if (relation.at < head_.at && !relation.columns.empty()) candidates.push_back(&relation);
    }
    const RandomRelation& first = *candidates[rng_.below(candidates.size())];
    const std::size_t column = rng_.below(first.columns.size());
    const Variable variable{variable_names[bound_.size()], first.columns[column]};
    std::vector<Literal> children;
    for (const RandomRelation* relation : candidates) {
      for (std::size_t c = 0; c < relation->columns.size() && children.size() < 3; ++c) {
        if (!types_.contains(variable.type, relation->columns[c])) continue;
        std::size_t at = 0;
        children.push_back(atom(*relation, false, [&](TypeId type) {
          return at++ == c ? term(variable) : matched(type, false);
        }));
      }
    }
    bound_.push_back(variable);
    return connective(Literal::Kind::disjunction, std::move(children));
  }

  const Vocabulary& vocabulary_;
  const TermTypes& types_;
  const RandomRelation& head_;
  runtime::Rng& rng_;
  ir::SymbolTable& symbols_;
  std::size_t layer_ = 0;        ///< position among layer_names(), where the head has layers
  std::vector<Variable> bound_;  ///< by positive literals, in order
};

}  // namespace

Clause random_clause(const Vocabulary& vocabulary, const RandomRelation& head, bool fact,
                     runtime::Rng& rng, ir::SymbolTable& symbols) {
  ClauseMaker maker(vocabulary, head, rng, symbols);
  return fact ? maker.fact() : maker.rule();
}

}  // namespace tesuji::tests
