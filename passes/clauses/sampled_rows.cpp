#include "passes/clauses/sampled_rows.h"

#include "passes/plans/planning.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <utility>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

using Columns = std::vector<std::uint32_t>;

/// Maximum number of rows computed for one part.
constexpr std::uint64_t most_part_rows = most_sampled_rows / 16;
/// A part is cut off at this multiple of the mean rows per part of a relation of exactly the limit.
constexpr double cut_off = 8;
/// The test succeeds when the capital has grown to the first, and gives up when it has shrunk to
/// the second.
constexpr double enough_capital = 4e7;
constexpr double least_capital = 0.1;
constexpr int most_samples = 200;
/// Fewer parts than these are computed instead of sampled.
constexpr double least_parts = 64;
/// Required ratio of possible rows to the limit: a relation seldom contains all possible rows.
constexpr double least_room = 2;
/// Maximum number of choices of columns that are tried for one relation.
constexpr std::size_t most_choices = 16;
/// Maximum number of rules that are planned for choices after the first ones of a stratum: planning
/// takes longer than sampling.
constexpr std::size_t most_planned_rules = 32;

/// Sets aside the rules, strata, entries and expected rows of a module, and restores them.
class Aside {
 public:
  explicit Aside(ir::Module& module)
      : module_(module),
        rules_(std::exchange(module.rules, {})),
        strata_(std::exchange(module.strata, {})),
        entries_(std::exchange(module.entries, {})) {
    for (const ir::Relation& relation : module.relations) {
      expected_.push_back(relation.expected_rows);
    }
  }
  ~Aside() {
    for (std::size_t id = 0; id < expected_.size(); ++id) {
      module_.relations[id].expected_rows = expected_[id];
    }
    module_.rules = std::move(rules_);
    module_.strata = std::move(strata_);
    module_.entries = std::move(entries_);
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

  [[nodiscard]] const std::vector<ir::Rule>& rules() const { return rules_; }

 private:
  ir::Module& module_;
  std::vector<ir::Rule> rules_;
  std::vector<ir::Stratum> strata_;
  std::vector<ir::Entry> entries_;
  std::vector<double> expected_;
};

class Sampler {
 public:
  Sampler(ir::Module& module, const ir::Stratum& stratum, PassContext& context,
          const StaticSampler& sampler, std::uint64_t max_rows)
      : module_(module),
        members_(stratum.relations),
        context_(context),
        sampler_(sampler),
        max_rows_(max_rows),
        relations_(module.relations.size()) {}

  std::optional<ir::RelationId> run() {
    const Aside aside(module_);
    for (const ir::Rule& rule : aside.rules()) {
      if (is_member(rule.head) && is_known(rule)) rules_.push_back(&rule);
    }
    std::vector<std::pair<ir::RelationId, Columns>> others;
    for (const ir::RelationId id : members_) {
      if (!may_exceed(module_, id, max_rows_)) continue;
      std::vector<Columns> all = choices(id);
      if (sample(id, all.front())) return id;
      for (std::size_t i = 1; i < all.size(); ++i) others.emplace_back(id, std::move(all[i]));
    }
    planned_rules_ = 0;
    for (const auto& [id, columns] : others) {
      if (planned_rules_ > most_planned_rules) break;
      if (sample(id, columns)) return id;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool is_member(ir::RelationId id) const {
    return std::find(members_.begin(), members_.end(), id) != members_.end();
  }

  [[nodiscard]] bool is_recursive(const Literal& literal) const {
    return literal.relation != ir::no_id && is_member(literal.relation);
  }

  /// Whether the rule can be evaluated: it reads only static relations and those of the stratum.
  [[nodiscard]] bool is_known(const ir::Rule& rule) const {
    return std::all_of(rule.body.begin(), rule.body.end(), [&](const Literal& literal) {
      return literal.relation == ir::no_id || is_member(literal.relation) ||
             module_.relations[literal.relation].kind == ir::RelationKind::fixed;
    });
  }

  [[nodiscard]] double values(ir::RelationId id, std::uint32_t column) const {
    return static_cast<double>(
        module_.domains[module_.relations[id].columns[column]].values.size());
  }

  /// Returns for each member the columns that equal the given ones of relation `id`, in every rule
  /// where that is possible.
  [[nodiscard]] std::map<ir::RelationId, Columns> spread(ir::RelationId id,
                                                         const Columns& columns) const {
    std::map<ir::RelationId, Columns> result{{id, columns}};
    std::vector<ir::RelationId> work{id};
    while (!work.empty()) {
      const ir::RelationId head = work.back();
      work.pop_back();
      for (const ir::Rule* rule : rules_) {
        if (rule->head != head) continue;
        for (const Literal& literal : rule->body) {
          if (!is_recursive(literal) || result.contains(literal.relation)) continue;
          const auto same = columns_with(literal, picked(rule->head_args, result.at(head)));
          if (!same) continue;
          result.emplace(literal.relation, *same);
          work.push_back(literal.relation);
        }
      }
    }
    return result;
  }

  static std::vector<Argument> picked(const std::vector<Argument>& args, const Columns& columns) {
    std::vector<Argument> result;
    for (const std::uint32_t column : columns) result.push_back(args[column]);
    return result;
  }

  /// Returns the literal's columns with these arguments, all variables.
  static std::optional<Columns> columns_with(const Literal& literal,
                                             const std::vector<Argument>& wanted) {
    Columns columns;
    for (const Argument& arg : wanted) {
      const auto found = std::find(literal.args.begin(), literal.args.end(), arg);
      if (arg.kind != Argument::Kind::variable || found == literal.args.end()) return std::nullopt;
      columns.push_back(static_cast<std::uint32_t>(found - literal.args.begin()));
    }
    return columns;
  }

  /// Whether the recursive literal belongs to the same part as the rule's head.
  static bool stays(const ir::Rule& rule, const Literal& literal,
                    const std::map<ir::RelationId, Columns>& parts) {
    const auto own = parts.find(literal.relation);
    return own != parts.end() &&
           picked(literal.args, own->second) == picked(rule.head_args, parts.at(rule.head));
  }

  /// Returns the number of recursive literals that stay within the parts.
  [[nodiscard]] std::size_t kept(const std::map<ir::RelationId, Columns>& parts) const {
    std::size_t count = 0;
    for (const ir::Rule* rule : rules_) {
      if (!parts.contains(rule->head)) continue;
      for (const Literal& literal : rule->body) {
        count += is_recursive(literal) && stays(*rule, literal, parts) ? 1 : 0;
      }
    }
    return count;
  }

  /// Returns choices of columns to sample by: those that keep most of the recursion.
  [[nodiscard]] std::vector<Columns> choices(ir::RelationId id) const {
    Columns best;
    std::size_t most = 0;
    for (std::uint32_t c = 0; c < module_.relations[id].columns.size(); ++c) {
      const std::size_t count = kept(spread(id, {c}));
      if (count > most) best.clear();
      most = std::max(most, count);
      if (count == most) best.push_back(c);
    }
    std::vector<Columns> result{best};
    for (std::size_t left_out = 0; best.size() > 2 && left_out < best.size(); ++left_out) {
      Columns& columns = result.emplace_back(best);
      columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(left_out));
    }
    for (std::size_t i = 0; best.size() > 1 && i < best.size(); ++i) result.push_back({best[i]});
    if (result.size() > most_choices) result.resize(most_choices);
    return result;
  }

  /// Whether samples by the columns show that there are too many rows.
  bool sample(ir::RelationId id, const Columns& columns) {
    double parts = 1;
    for (const std::uint32_t column : columns) parts *= values(id, column);
    const double mean = static_cast<double>(max_rows_) / parts;
    const auto most = static_cast<std::uint64_t>(
        std::min(std::ceil(cut_off * mean), static_cast<double>(most_part_rows)));
    if (parts < least_parts || least_room * mean > static_cast<double>(most)) return false;
    const bool large = exceeds(id, columns, mean, most);
    clear();
    return large;
  }

  /// Whether parts by these columns have more rows than `mean` on average. `most`: number of rows
  /// at which parts are cut off.
  bool exceeds(ir::RelationId id, const Columns& columns, double mean, std::uint64_t most) {
    const ir::RelationId drawn = add_sample(id, columns);
    add_rules(spread(id, columns), drawn);
    std::uint64_t limit = most;
    for (const ir::RelationId base : bases_) limit += base_rows(base);
    if (limit > 2 * most_part_rows) return false;
    planned_rules_ += module_.rules.size();
    const PlannedModule planned(module_, context_);
    const SampleCount count = sampler_(module_, drawn, id, limit);
    if (!count) return false;
    std::mt19937_64 random(1);
    const double largest_mean = mean / static_cast<double>(most);
    double capital = 1;
    std::uint64_t computed = 0;
    for (int n = 0; n < most_samples && computed < most_sampled_rows; ++n) {
      const std::optional<std::uint64_t> found = count(draw(drawn, random));
      if (!found) return false;
      const std::uint64_t rows = std::min(most, *found);
      computed += rows + 1;
      const double part = static_cast<double>(rows) / static_cast<double>(most);
      capital *= 1 + (part - largest_mean) / (2 * largest_mean);
      if (capital >= enough_capital) return true;
      if (capital < least_capital) return false;
    }
    return false;
  }

  ir::RelationId add_relation(const std::string& name, std::vector<ir::DomainId> columns,
                              ir::RelationKind kind) {
    ir::Relation relation;
    relation.columns = std::move(columns);
    relation.kind = kind;
    return module_.add_helper(ir::Origin::projection, ir::no_id, std::move(relation), name);
  }

  ir::RelationId add_sample(ir::RelationId id, const Columns& columns) {
    std::vector<ir::DomainId> domains;
    for (const std::uint32_t c : columns) domains.push_back(module_.relations[id].columns[c]);
    return add_relation("sample", std::move(domains), ir::RelationKind::fixed);
  }

  void add_rules(const std::map<ir::RelationId, Columns>& parts, ir::RelationId drawn) {
    std::map<ir::RelationId, ir::RelationId> without;  // maps to the relation without recursion
    for (const ir::Rule* rule : rules_) {
      const auto part = parts.find(rule->head);
      if (part == parts.end()) continue;
      ir::Rule& restricted = module_.rules.emplace_back(*rule);
      for (Literal& literal : restricted.body) {
        if (!is_recursive(literal) || stays(*rule, literal, parts)) continue;
        const auto [found, is_new] = without.try_emplace(literal.relation, ir::no_id);
        if (is_new) {
          found->second =
              add_relation("base." + module_.relations[literal.relation].name,
                           module_.relations[literal.relation].columns, ir::RelationKind::derived);
        }
        literal.relation = found->second;
      }
      Literal test;
      test.relation = drawn;
      test.args = picked(rule->head_args, part->second);
      test.span = rule->span;
      restricted.body.insert(restricted.body.begin(), std::move(test));
    }
    add_bases(without);
    ir::Stratum stratum;
    for (const auto& [id, columns] : parts) stratum.relations.push_back(id);
    stratum.recursive = kept(parts) > 0;
    module_.strata.push_back(std::move(stratum));
    module_.entries = {{"static", {}}};
    for (std::uint32_t s = 0; s < module_.strata.size(); ++s) {
      module_.entries[0].strata.push_back(s);
    }
  }

  /// Adds the relations of the rules without recursion, each in a separate stratum.
  void add_bases(const std::map<ir::RelationId, ir::RelationId>& without) {
    bases_.clear();
    for (const auto& [id, base] : without) {
      bases_.push_back(base);
      module_.strata.push_back({false, {base}, {}});
      for (const ir::Rule* rule : rules_) {
        const bool recursive =
            std::any_of(rule->body.begin(), rule->body.end(),
                        [&](const Literal& literal) { return is_recursive(literal); });
        if (rule->head != id || recursive) continue;
        module_.rules.push_back(*rule);
        module_.rules.back().head = base;
        module_.rules.back().name = "base." + rule->name;
      }
    }
  }

  /// Returns the expected number of rows of a base: those of its facts.
  [[nodiscard]] std::uint64_t base_rows(ir::RelationId base) const {
    std::uint64_t rows = 0;
    for (const ir::Rule& rule : module_.rules) {
      if (rule.head != base) continue;
      std::uint64_t most = 1;
      for (const Literal& literal : rule.body) {
        if (literal.kind != Literal::Kind::positive) continue;
        most = std::max<std::uint64_t>(most, module_.relations[literal.relation].facts.rows);
      }
      rows += most;
    }
    return rows;
  }

  [[nodiscard]] std::vector<ir::Symbol> draw(ir::RelationId drawn, std::mt19937_64& random) const {
    std::vector<ir::Symbol> row;
    for (const ir::DomainId domain : module_.relations[drawn].columns) {
      const std::vector<ir::Symbol>& values = module_.domains[domain].values;
      row.push_back(values[random() % values.size()]);
    }
    return row;
  }

  /// Removes the additions for one choice of columns.
  void clear() {
    module_.relations.truncate(relations_);
    module_.rules.clear();
    module_.strata.clear();
    module_.entries.clear();
  }

  ir::Module& module_;
  const std::vector<ir::RelationId> members_;
  PassContext& context_;
  const StaticSampler& sampler_;
  std::uint64_t max_rows_;
  std::size_t relations_;               ///< those of the module itself
  std::vector<const ir::Rule*> rules_;  ///< of the members
  std::vector<ir::RelationId> bases_;
  std::size_t planned_rules_ = 0;
};

}  // namespace

bool may_exceed(const ir::Module& module, ir::RelationId relation, std::uint64_t max_rows) {
  return static_cast<double>(module.product_size(module.relations[relation])) >=
         least_room * static_cast<double>(max_rows);
}

StaticSampler make_sampler(const PassContext& context) {
  return context.make_sampler ? context.make_sampler() : StaticSampler{};
}

std::optional<ir::RelationId> find_oversized(ir::Module& module, const ir::Stratum& stratum,
                                             PassContext& context,
                                             const StaticSampler& sampler,
                                             std::uint64_t max_rows) {
  if (!sampler) return std::nullopt;
  return Sampler(module, stratum, context, sampler, max_rows).run();
}

}  // namespace tesuji::passes
