#include "passes/analysis/determined.h"

#include "passes/analysis/unique_fluents.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tesuji::passes {
namespace {

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

}  // namespace

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

}  // namespace tesuji::passes
