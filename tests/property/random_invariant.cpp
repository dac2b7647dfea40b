#include "tests/property/random_invariant.h"

#include <algorithm>
#include <utility>

namespace tesuji::tests {

namespace {

class InvariantMaker {
 public:
  InvariantMaker(const ir::Module& module, const std::vector<std::uint32_t>& relations,
                 std::mt19937_64& random)
      : module_(module), relations_(relations), random_(random) {}

  ir::Invariant make() {
    for (std::uint64_t i = few(0, 2); i > 0; --i) result_.parameters.push_back(variable());
    scope_ = result_.parameters;
    result_.formula = formula(4, 2);
    return std::move(result_);
  }

 private:
  std::uint64_t below(std::uint64_t bound) {
    return std::uniform_int_distribution<std::uint64_t>(0, bound - 1)(random_);
  }
  /// Rather the lower.
  std::uint64_t few(std::uint64_t least, std::uint64_t most) {
    while (least < most && below(2) == 0) ++least;
    return least;
  }
  const ir::Relation& any_relation() {
    return module_.relations[relations_[below(relations_.size())]];
  }

  /// Over some column's domain, or part of it, with constants of another one.
  ir::VariableId variable() {
    std::vector<ir::Symbol> values;
    const ir::Relation* relation = &any_relation();
    for (int i = 0; i < 20 && relation->columns.empty(); ++i) relation = &any_relation();
    if (!relation->columns.empty()) {
      values = module_.domains[relation->columns[below(relation->columns.size())]].values;
    }
    if (below(3) == 0) {
      std::erase_if(values, [&](ir::Symbol) { return below(3) == 0; });
      values.push_back(static_cast<ir::Symbol>(below(module_.symbols->size())));
    }
    while (values.size() > 12)
      values.erase(values.begin() + static_cast<long>(below(values.size())));
    std::sort(values.begin(), values.end(),
              [&](ir::Symbol a, ir::Symbol b) { return module_.symbols->domain_less(a, b); });
    values.erase(std::unique(values.begin(), values.end()), values.end());
    result_.variables.push_back({"V", std::move(values)});
    return static_cast<ir::VariableId>(result_.variables.size() - 1);
  }

  ir::Argument argument(const std::vector<ir::Symbol>& likely) {
    if (!scope_.empty() && below(4) != 0) {
      // Variables of few common constants with the column say little.
      for (int i = 0; i < 4; ++i) {
        const ir::VariableId v = scope_[below(scope_.size())];
        for (const ir::Symbol value : result_.variables[v].domain) {
          if (std::find(likely.begin(), likely.end(), value) != likely.end()) {
            return ir::Argument::variable(v);
          }
        }
      }
    }
    if (likely.empty() || below(20) == 0) {
      return ir::Argument::constant(static_cast<ir::Symbol>(below(module_.symbols->size())));
    }
    return ir::Argument::constant(likely[below(likely.size())]);
  }

  ir::Formula atom() {
    const std::uint32_t id = relations_[below(relations_.size())];
    std::vector<ir::Argument> args;
    for (const ir::DomainId column : module_.relations[id].columns) {
      args.push_back(argument(module_.domains[column].values));
    }
    return ir::atom_of(id, std::move(args));
  }

  ir::Formula same() {
    ir::Formula result;
    result.kind = ir::Formula::Kind::same;
    for (std::uint64_t i = few(1, 2); i > 0; --i) {
      std::vector<ir::Symbol> likely;
      if (!scope_.empty()) likely = result_.variables[scope_[below(scope_.size())]].domain;
      result.args.push_back(argument(likely));
      result.right.push_back(argument(likely));
    }
    return result;
  }

  ir::Formula count(int depth, int degree) {
    ir::Formula result;
    result.kind = ir::Formula::Kind::count;
    result.lower = below(4) == 0 ? below(4) : 1;
    if (below(2) == 0) result.upper = result.lower + below(3);
    const std::vector<ir::VariableId> outer = scope_;
    for (std::uint64_t r = few(1, 2); r > 0; --r) {
      std::vector<ir::VariableId> own;
      for (std::uint64_t i = few(1, 2); i > 0; --i) own.push_back(variable());
      scope_.insert(scope_.end(), own.begin(), own.end());
      ir::Formula body = formula(depth - 1, degree);
      if (below(3) == 0) {
        body = below(2) == 0 ? ir::negation_of(atom()) : atom();
      }
      result.parts.push_back(std::move(body));
      result.ranges.push_back(std::move(own));
      scope_ = outer;
    }
    return result;
  }

  ir::Formula formula(int depth, int degree) {
    const std::uint64_t kind = depth == 0 ? 0 : below(12);
    if (kind <= 1) return atom();
    if (kind == 2) return same();
    if (kind <= 4) return ir::negation_of(formula(depth - 1, degree));
    if (kind <= 7) {
      std::vector<ir::Formula> parts;
      for (std::uint64_t i = below(4); i > 0; --i) parts.push_back(formula(depth - 1, degree));
      return kind == 5 ? ir::conjunction_of(std::move(parts))
                       : ir::disjunction_of(std::move(parts));
    }
    if (kind <= 9) return scope_.size() > 3 ? atom() : count(depth, degree);
    return degree == 0 ? atom() : ir::next_of(formula(depth - 1, degree - 1));
  }

  const ir::Module& module_;
  const std::vector<std::uint32_t>& relations_;
  std::mt19937_64& random_;
  ir::Invariant result_;
  std::vector<ir::VariableId> scope_;
};

}  // namespace

ir::Invariant random_invariant(const ir::Module& lowered,
                               const std::vector<std::uint32_t>& relations,
                               std::mt19937_64& random) {
  return InvariantMaker(lowered, relations, random).make();
}

}  // namespace tesuji::tests
