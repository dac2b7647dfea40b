#include "passes/ground/project_unique.h"

#include "ir/module/module.h"
#include "passes/analysis/conjunction.h"
#include "passes/analysis/dependencies.h"
#include "passes/analysis/unique_fluents.h"
#include "passes/analysis/variables.h"
#include "passes/clauses/resolve.h"
#include "passes/clauses/split_existential.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

// --- Determined variables
//
// Finds variables of a rule's body that have at most one value for each value of the head's.
//
//   legal(R, M) :- king_of(R, K), cell(X, Y, K), ...
//   determined:    K, as `king_of` has one row for each R; then X and Y, if each K is on one cell

/// A literal, and the variables that it determines once the earlier ones are known.
struct Determiner {
  std::size_t literal = 0;  ///< position in the body
  std::vector<ir::VariableId> variables;
};

using ir::Argument;
using ir::Literal;

/// A given column with more constants gets a single key.
constexpr std::size_t most_constants = 32;
/// Static relations with more rows are not searched for columns that determine others.
constexpr std::size_t most_rows = 4096;

class Determination {
 public:
  Determination(const ir::Module& module, const ir::Rule& rule)
      : module_(module), rule_(rule), known_(rule.variables.size(), false) {
    for (const Argument& arg : rule.head_args) {
      if (ir::is_variable(arg)) known_[arg.id] = true;
    }
  }

  /// `is_key` decides whether the keys of a literal over fluents hold.
  template <typename IsKey>
  std::vector<Determiner> run(const IsKey& is_key) {
    std::vector<Determiner> result;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < rule_.body.size(); ++i) {
        const Literal& literal = rule_.body[i];
        if (literal.kind != Literal::Kind::positive || !determines(literal, is_key)) continue;
        Determiner found{i, {}};
        for (const Argument& arg : literal.args) {
          if (!ir::is_variable(arg) || known_[arg.id]) continue;
          known_[arg.id] = true;
          found.variables.push_back(arg.id);
        }
        if (found.variables.empty()) continue;
        result.push_back(std::move(found));
        changed = true;
      }
    }
    return result;
  }

  /// Returns the keys by which the literal would determine its open arguments; nullopt if it has no
  /// such keys.
  [[nodiscard]] std::optional<std::vector<FluentKey>> keys_of(const Literal& literal) const {
    std::vector<FluentKey> keys{{literal.relation, {}}};
    bool any_open = false;
    for (const Argument& arg : literal.args) {
      std::vector<Argument> values;
      if (arg.kind == Argument::Kind::ignore || (ir::is_variable(arg) && !known_[arg.id])) {
        values = {Argument::ignored()};
        any_open = any_open || ir::is_variable(arg);
      } else {
        values = ir::is_variable(arg) ? constants_of(arg.id) : std::vector{arg};
      }
      std::vector<FluentKey> longer;
      for (const FluentKey& key : keys) {
        for (const Argument& value : values) {
          longer.push_back(key);
          longer.back().columns.push_back(value);
        }
      }
      if (longer.size() > most_constants) return std::nullopt;
      keys = std::move(longer);
    }
    if (!any_open) return std::nullopt;
    return keys;
  }

 private:
  /// Returns the constants that facts allow for a variable; a variable if there are too many.
  [[nodiscard]] std::vector<Argument> constants_of(ir::VariableId variable) const {
    std::optional<std::set<ir::Symbol>> fewest;
    for (const Literal& literal : rule_.body) {
      if (literal.kind != Literal::Kind::positive) continue;
      if (module_.relations[literal.relation].kind != ir::RelationKind::fixed) continue;
      const auto at =
          std::find(literal.args.begin(), literal.args.end(), Argument::variable(variable));
      if (at == literal.args.end()) continue;
      if (module_.relations[literal.relation].facts.rows > most_rows) continue;
      const auto column = static_cast<std::size_t>(at - literal.args.begin());
      std::set<ir::Symbol> values;
      for_rows(literal, [&](const ir::Symbol* row) { values.insert(row[column]); });
      if (!fewest || values.size() < fewest->size()) fewest = std::move(values);
    }
    if (!fewest || fewest->size() > most_constants) return {Argument::variable(0)};
    std::vector<Argument> result;
    for (const ir::Symbol value : *fewest) result.push_back(Argument::constant(value));
    return result;
  }

  /// Calls `use` for the facts that match the literal's constants.
  template <typename Use>
  void for_rows(const Literal& literal, const Use& use) const {
    const ir::Facts& facts = module_.relations[literal.relation].facts;
    for (std::size_t r = 0; r < facts.rows; ++r) {
      const ir::Symbol* const row = facts.cells.data() + r * literal.args.size();
      bool fits = true;
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        const Argument& arg = literal.args[c];
        if (arg.kind == Argument::Kind::constant && arg.id != row[c]) fits = false;
      }
      if (fits) use(row);
    }
  }

  template <typename IsKey>
  [[nodiscard]] bool determines(const Literal& literal, const IsKey& is_key) const {
    const bool open = std::any_of(literal.args.begin(), literal.args.end(), [&](Argument arg) {
      return ir::is_variable(arg) && !known_[arg.id];
    });
    if (!open) return false;
    const ir::RelationKind kind = module_.relations[literal.relation].kind;
    if (kind == ir::RelationKind::fixed) return is_function(literal);
    return kind == ir::RelationKind::state && is_key(literal);
  }

  /// Whether facts have one row for the known arguments.
  [[nodiscard]] bool is_function(const Literal& literal) const {
    if (module_.relations[literal.relation].facts.rows > most_rows) return false;
    std::map<std::vector<ir::Symbol>, std::vector<ir::Symbol>> open_of;
    bool single = true;
    for_rows(literal, [&](const ir::Symbol* row) {
      std::vector<ir::Symbol> given;
      std::vector<ir::Symbol> open;
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        const Argument& arg = literal.args[c];
        if (!ir::is_variable(arg)) continue;
        (known_[arg.id] ? given : open).push_back(row[c]);
      }
      const auto [place, is_new] = open_of.try_emplace(std::move(given), open);
      single = single && place->second == open;
    });
    return single;
  }

  const ir::Module& module_;
  const ir::Rule& rule_;
  std::vector<bool> known_;  ///< by variable
};

/// Whether `wider` covers all tuples of `key`.
bool is_within(const FluentKey& key, const FluentKey& wider) {
  return key.relation == wider.relation &&
         std::equal(key.columns.begin(), key.columns.end(), wider.columns.begin(),
                    [](const Argument& own, const Argument& other) {
                      if (other.kind == Argument::Kind::ignore) return true;
                      if (own.kind == Argument::Kind::ignore) return false;
                      return ir::is_variable(other) || own == other;
                    });
}

/// Returns the determiners in the order of their dependency. Assumes that `keys` hold.
std::vector<Determiner> find_determined(const ir::Module& module, const ir::Rule& rule,
                                        std::span<const FluentKey> keys) {
  Determination determination(module, rule);
  return determination.run([&](const Literal& literal) {
    const auto wanted = determination.keys_of(literal);
    return wanted && std::all_of(wanted->begin(), wanted->end(), [&](const FluentKey& key) {
             return std::any_of(keys.begin(), keys.end(),
                                [&](const FluentKey& known) { return is_within(key, known); });
           });
  });
}

/// Returns keys that would let find_determined find more: those of literals over fluents, for each
/// constant that facts allow in the given columns.
std::vector<FluentKey> wanted_keys(const ir::Module& module, const ir::Rule& rule) {
  Determination determination(module, rule);
  std::vector<FluentKey> result;
  determination.run([&](const Literal& literal) {
    const auto wanted = determination.keys_of(literal);
    const bool likely =
        wanted && std::all_of(wanted->begin(), wanted->end(),
                              [&](const FluentKey& key) { return holds_initially(module, key); });
    if (likely) result.insert(result.end(), wanted->begin(), wanted->end());
    return likely;
  });
  return result;
}

// --- The pass

/// A use of a relation together with the literals that determine some of its columns: a rule whose
/// head has the other variables, and whose last literal is of the relation.
struct Projection {
  ir::Rule rule;
  std::vector<Argument> args;  ///< the head's arguments in the using rule
};

class Projector {
 public:
  explicit Projector(ir::Module& module)
      : module_(module), dependencies_(find_dependencies(module)), rules_(module.rules.size()) {
    for (const ir::Relation& relation : module.relations) {
      is_static_.push_back(relation.kind == ir::RelationKind::fixed);
    }
  }

  bool run() {
    const std::vector<std::uint32_t> wide = wide_rules();
    std::vector<FluentKey> wanted;
    for (const std::uint32_t r : wide) {
      std::vector<FluentKey> own = wanted_keys(module_, module_.rules[r]);
      if (!helps(module_.rules[r], own)) continue;
      for (FluentKey& key : own) {
        if (std::find(wanted.begin(), wanted.end(), key) == wanted.end()) {
          wanted.push_back(std::move(key));
        }
      }
    }
    if (wanted.empty()) return false;
    const std::vector<FluentKey> keys = prove_unique(module_, std::move(wanted));
    bool changed = false;
    for (const std::uint32_t r : wide) changed |= project(r, keys);
    return changed;
  }

 private:
  /// Returns rules with very many ground rules that test the absence of a computed tuple.
  [[nodiscard]] std::vector<std::uint32_t> wide_rules() {
    const ExistentialSplitter estimates(module_, is_static_, ExistentialSplitter::Unknown{});
    std::vector<std::uint32_t> result;
    for (std::uint32_t r = 0; r < rules_; ++r) {
      const ir::Rule& rule = module_.rules[r];
      const bool asks = std::any_of(rule.body.begin(), rule.body.end(),
                                    [&](const Literal& literal) { return is_asked(literal); });
      if (asks && estimates.bindings(rule) >= min_projected_bindings) result.push_back(r);
    }
    return result;
  }

  /// Whether a variable could be projected away if all of these keys were proved.
  [[nodiscard]] bool helps(const ir::Rule& rule, const std::vector<FluentKey>& keys) const {
    const std::vector<Determiner> determined = find_determined(module_, rule, keys);
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      if (is_asked(rule.body[i]) && find_projection(rule, i, determined)) return true;
    }
    return false;
  }

  [[nodiscard]] bool is_asked(const Literal& literal) const {
    return literal.kind == Literal::Kind::negative &&
           module_.relations[literal.relation].kind == ir::RelationKind::derived;
  }

  bool project(std::uint32_t r, const std::vector<FluentKey>& keys) {
    const std::vector<Determiner> determined = find_determined(module_, module_.rules[r], keys);
    bool changed = false;
    for (std::size_t i = 0; i < module_.rules[r].body.size(); ++i) {
      if (!is_asked(module_.rules[r].body[i])) continue;
      const auto projection = find_projection(module_.rules[r], i, determined);
      if (!projection) continue;
      const ir::RelationId relation = relation_of(*projection);
      Literal& literal = module_.rules[r].body[i];
      literal.relation = relation;
      literal.args = projection->args;
      changed = true;
    }
    return changed;
  }

  [[nodiscard]] std::optional<Projection> find_projection(
      const ir::Rule& rule, std::size_t position, const std::vector<Determiner>& determined) const {
    const Literal& asked = rule.body[position];
    std::set<ir::VariableId> needed;
    for (const Argument& arg : asked.args) {
      if (ir::is_variable(arg)) needed.insert(arg.id);
    }
    std::set<ir::VariableId> left_out;
    std::vector<std::size_t> by;
    for (auto d = determined.rbegin(); d != determined.rend(); ++d) {
      const auto& own = d->variables;
      if (std::none_of(own.begin(), own.end(), [&](auto v) { return needed.contains(v); }))
        continue;
      by.push_back(d->literal);
      left_out.insert(own.begin(), own.end());
      for (const Argument& arg : rule.body[d->literal].args) {
        if (ir::is_variable(arg)) needed.insert(arg.id);
      }
    }
    double values = 1;
    for (const Argument& arg : asked.args) {
      if (!ir::is_variable(arg) || !left_out.contains(arg.id)) continue;
      values *= static_cast<double>(
          module_.domains[narrowest_domain(module_, arg.id, rule.body)].values.size());
    }
    if (values < min_left_out) return std::nullopt;
    return make_projection(rule, asked, by, left_out);
  }

  /// Numbers variables by occurrence, so that equal uses have equal rules.
  static Projection make_projection(const ir::Rule& rule, const Literal& asked,
                                    const std::vector<std::size_t>& by,
                                    const std::set<ir::VariableId>& left_out) {
    Projection result;
    std::vector<ir::VariableId> numbers(rule.variables.size(), ir::no_id);
    const auto renumber = [&](std::vector<Argument> args) {
      for (Argument& arg : args) {
        if (!ir::is_variable(arg)) continue;
        if (numbers[arg.id] == ir::no_id) {
          numbers[arg.id] = static_cast<ir::VariableId>(result.rule.variables.size());
          result.rule.variables.push_back(rule.variables[arg.id]);
          if (!left_out.contains(arg.id)) {
            result.args.push_back(arg);
            result.rule.head_args.push_back(Argument::variable(numbers[arg.id]));
          }
        }
        arg.id = numbers[arg.id];
      }
      return args;
    };
    Literal last = asked;
    last.kind = Literal::Kind::positive;
    last.args = renumber(asked.args);
    for (auto literal = by.rbegin(); literal != by.rend(); ++literal) {
      result.rule.body.push_back(rule.body[*literal]);
      result.rule.body.back().args = renumber(rule.body[*literal].args);
    }
    result.rule.body.push_back(std::move(last));
    result.rule.span = rule.span;
    return result;
  }

  /// Returns the projection's relation, with its rules; reuses an existing equal one.
  ir::RelationId relation_of(const Projection& projection) {
    for (const auto& [rule, relation] : made_) {
      if (is_same(rule, projection.rule)) return relation;
    }
    ir::Rule rule = projection.rule;
    const ir::RelationId asked = rule.body.back().relation;
    ir::Relation relation;
    relation.span = rule.span;
    for (const Argument& arg : rule.head_args) {
      relation.columns.push_back(narrowest_domain(module_, arg.id, rule.body));
    }
    rule.head = module_.add_helper(ir::Origin::projection, asked, std::move(relation));
    made_.emplace_back(projection.rule, rule.head);
    const std::string name = module_.relations[rule.head].name + "#";
    if (dependencies_.recursive[dependencies_.component[asked]]) {
      rule.name = name + "1";
      module_.rules.push_back(std::move(rule));
      return made_.back().second;
    }
    std::size_t number = 0;
    for (const std::uint32_t definition : dependencies_.rules[asked]) {
      auto written = resolve(rule, rule.body.size() - 1, module_.rules[definition]);
      if (!written) continue;
      written->name = name + std::to_string(++number);
      written->span = module_.rules[definition].span;
      module_.rules.push_back(std::move(*written));
    }
    return made_.back().second;
  }

  static bool is_same(const ir::Rule& a, const ir::Rule& b) {
    return a.head_args == b.head_args &&
           std::equal(a.body.begin(), a.body.end(), b.body.begin(), b.body.end(),
                      [](const Literal& x, const Literal& y) {
                        return x.relation == y.relation && x.args == y.args;
                      });
  }

  ir::Module& module_;
  Dependencies dependencies_;  ///< before any change
  std::size_t rules_;
  std::vector<bool> is_static_;
  std::vector<std::pair<ir::Rule, ir::RelationId>> made_;
};

}  // namespace

bool project_unique(ir::Module& module, PassContext&) {
  if (!Projector(module).run()) return false;
  module.strata.clear();
  module.entries.clear();
  return true;
}

}  // namespace tesuji::passes
