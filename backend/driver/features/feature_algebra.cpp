#include "backend/driver/features/feature_algebra.h"

#include "backend/driver/features/feature_module.h"
#include "ir/core/prolog_name.h"
#include "runtime/host/memory/saturating.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace tesuji::driver {

namespace {

using ir::Argument;
using Row = std::vector<ir::Symbol>;
using Rows = std::vector<Row>;

constexpr std::size_t most_tuples = 5'000'000;

/// Rows of relations in one position.
class PositionRows {
 public:
  PositionRows(const FeatureSet& set, runtime::StateView state, const tsj_scratch& scratch)
      : set_(set), state_(state), scratch_(scratch) {}

  [[nodiscard]] Rows of(ir::RelationId id) const {
    const ir::Relation& relation = set_.module->relations[id];
    const std::size_t width = relation.columns.size();
    if (relation.kind == ir::RelationKind::fixed) {
      Rows rows;
      const std::size_t count =
          width == 0 ? std::min<std::size_t>(relation.facts.rows, 1) : relation.facts.rows;
      for (std::size_t row = 0; row < count; ++row) {
        const auto* const cells = relation.facts.cells.data() + row * width;
        rows.emplace_back(cells, cells + width);
      }
      return rows;
    }
    if (relation.kind == ir::RelationKind::input) return {};
    return relation.storage == ir::Storage::bits ? bits(id) : table(id);
  }

 private:
  [[nodiscard]] ir::Symbol symbol(const ir::Relation& relation, std::size_t column,
                                  std::uint64_t position) const {
    return set_.module->domains[relation.columns[column]].values[position];
  }

  [[nodiscard]] Rows bits(ir::RelationId id) const {
    const ir::Relation& relation = set_.module->relations[id];
    const ir::RelationLayout& layout = set_.layout->relations[id];
    const auto* const words =
        relation.kind == ir::RelationKind::state
            ? state_.data() + layout.state_offset / 8
            : reinterpret_cast<const std::uint64_t*>(reinterpret_cast<const char*>(&scratch_) +
                                                     layout.scratch_offset);
    Rows rows;
    for (std::uint64_t bit = 0; bit < layout.bits; ++bit) {
      if ((words[bit / 64] >> (bit % 64) & 1U) == 0) continue;
      Row& row = rows.emplace_back();
      std::uint64_t rest = bit;
      for (std::size_t c = 0; c < relation.columns.size(); ++c) {
        row.push_back(symbol(relation, c, rest / layout.strides[c]));
        rest %= layout.strides[c];
      }
    }
    return rows;
  }

  [[nodiscard]] Rows table(ir::RelationId id) const {
    const ir::Relation& relation = set_.module->relations[id];
    const tsj_table& table = scratch_.tables[set_.layout->relations[id].table];
    Rows rows;
    for (std::uint32_t r = 0; r < table.count; ++r) {
      Row& row = rows.emplace_back();
      for (std::size_t c = 0; c < relation.columns.size(); ++c) {
        row.push_back(symbol(relation, c, table.rows[std::size_t{r} * table.arity + c]));
      }
    }
    return rows;
  }

  const FeatureSet& set_;
  runtime::StateView state_;
  const tsj_scratch& scratch_;
};

/// Joins the literals of one rule.
class Algebra {
 public:
  Algebra(const ir::Module& module, const ir::Rule& rule, const PositionRows& rows)
      : module_(module), rule_(rule), rows_(rows) {}

  AlgebraPart run() {
    part_.expression = expression();
    std::vector<const ir::Literal*> left;
    for (const ir::Literal& literal : rule_.body) left.push_back(&literal);
    std::map<const ir::Literal*, Rows> selected;
    for (const ir::Literal* literal : left) {
      if (is_join(*literal)) selected.emplace(literal, select(*literal));
    }
    tuples_ = {Row(rule_.variables.size(), ir::no_symbol)};
    while (!left.empty()) {
      const auto next = std::find_if(left.begin(), left.end(), [&](const ir::Literal* literal) {
        return !is_join(*literal) && is_bound(*literal);
      });
      const auto chosen = next != left.end() ? next : smallest(left, selected);
      const ir::Literal& literal = **chosen;
      left.erase(chosen);
      AlgebraStep step{text(literal), !is_join(literal), 0, 0};
      if (step.test) {
        std::erase_if(tuples_, [&](const Row& tuple) { return !holds(literal, tuple); });
      } else {
        step.rows = selected.at(&literal).size();
        join(literal, selected.at(&literal));
      }
      step.tuples = tuples_.size();
      part_.steps.push_back(std::move(step));
      if (tuples_.empty()) break;  // whatever is left
    }
    project();
    return std::move(part_);
  }

 private:
  static bool is_join(const ir::Literal& literal) {
    return literal.kind == ir::Literal::Kind::positive;
  }

  [[nodiscard]] std::set<ir::VariableId> variables(const ir::Literal& literal) const {
    std::set<ir::VariableId> result;
    for (const auto* args : {&literal.args, &literal.right}) {
      for (const Argument& arg : *args) {
        if (arg.kind == Argument::Kind::variable) result.insert(arg.id);
      }
    }
    return result;
  }

  [[nodiscard]] bool is_bound(const ir::Literal& literal) const {
    const auto own = variables(literal);
    return std::includes(bound_.begin(), bound_.end(), own.begin(), own.end());
  }

  /// Of the relation the rows that agree with constants and variables that occur twice.
  [[nodiscard]] Rows select(const ir::Literal& literal) const {
    Rows rows = rows_.of(literal.relation);
    std::erase_if(rows, [&](const Row& row) {
      std::map<ir::VariableId, ir::Symbol> seen;
      for (std::size_t c = 0; c < row.size(); ++c) {
        const Argument& arg = literal.args[c];
        if (arg.kind == Argument::Kind::constant && arg.id != row[c]) return true;
        if (arg.kind != Argument::Kind::variable) continue;
        if (!seen.emplace(arg.id, row[c]).second && seen.at(arg.id) != row[c]) return true;
      }
      return false;
    });
    return rows;
  }

  /// The smallest relation first; then that which has most of the variables that are there.
  std::vector<const ir::Literal*>::iterator smallest(
      std::vector<const ir::Literal*>& left, const std::map<const ir::Literal*, Rows>& selected) {
    const auto rank = [&](const ir::Literal* literal) {
      std::size_t shared = 0;
      for (const ir::VariableId v : variables(*literal)) shared += bound_.contains(v) ? 1 : 0;
      return std::pair(bound_.empty() ? 0 : -static_cast<long>(shared),
                       selected.at(literal).size());
    };
    auto best = left.end();
    for (auto one = left.begin(); one != left.end(); ++one) {
      if (!is_join(**one)) continue;
      if (best == left.end() || rank(*one) < rank(*best)) best = one;
    }
    return best;
  }

  void join(const ir::Literal& literal, const Rows& rows) {
    // By what both have.
    std::vector<std::size_t> shared;
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      const Argument& arg = literal.args[c];
      if (arg.kind == Argument::Kind::variable && bound_.contains(arg.id)) shared.push_back(c);
    }
    std::map<Row, std::vector<const Row*>> index;
    for (const Row& row : rows) {
      Row key;
      for (const std::size_t c : shared) key.push_back(row[c]);
      index[std::move(key)].push_back(&row);
    }
    Rows joined;
    for (const Row& tuple : tuples_) {
      Row key;
      for (const std::size_t c : shared) key.push_back(tuple[literal.args[c].id]);
      const auto found = index.find(key);
      if (found == index.end()) continue;
      for (const Row* row : found->second) {
        if (joined.size() >= most_tuples) {
          throw runtime::LimitReached("more than five million tuples come up on the way");
        }
        Row& longer = joined.emplace_back(tuple);
        for (std::size_t c = 0; c < row->size(); ++c) {
          if (literal.args[c].kind == Argument::Kind::variable) {
            longer[literal.args[c].id] = (*row)[c];
          }
        }
      }
    }
    tuples_ = std::move(joined);
    bound_.merge(variables(literal));
  }

  [[nodiscard]] static ir::Symbol value(const Argument& arg, const Row& tuple) {
    return arg.kind == Argument::Kind::variable ? tuple[arg.id] : arg.id;
  }

  [[nodiscard]] bool holds(const ir::Literal& literal, const Row& tuple) {
    if (literal.kind != ir::Literal::Kind::negative) {
      bool same = true;
      for (std::size_t i = 0; i < literal.args.size(); ++i) {
        same = same && value(literal.args[i], tuple) == value(literal.right[i], tuple);
      }
      return same == (literal.kind == ir::Literal::Kind::same);
    }
    auto [known, fresh] = absent_.try_emplace(&literal);
    if (fresh) {
      for (Row& row : rows_.of(literal.relation)) known->second.insert(std::move(row));
    }
    Row row;
    for (const Argument& arg : literal.args) row.push_back(value(arg, tuple));
    return !known->second.contains(row);
  }

  void project() {
    for (const Argument& arg : rule_.head_args) part_.variables.push_back(text(arg));
    std::set<std::vector<std::string>> solutions;
    for (const Row& tuple : tuples_) {
      std::vector<std::string> solution;
      for (const Argument& arg : rule_.head_args) {
        solution.push_back(module_.symbols->text(value(arg, tuple)));
      }
      solutions.insert(std::move(solution));
    }
    part_.solutions.assign(solutions.begin(), solutions.end());
  }

  // Words ----------------------------------------------------------------------

  [[nodiscard]] std::string text(const Argument& arg) const {
    return arg.kind == Argument::Kind::constant ? ir::prolog_atom(module_.symbols->text(arg.id))
                                                : rule_.variables[arg.id];
  }

  [[nodiscard]] std::string texts(const std::vector<Argument>& args) const {
    std::string result;
    for (const Argument& arg : args) result += (result.empty() ? "" : ",") + text(arg);
    return result;
  }

  [[nodiscard]] std::string text(const ir::Literal& literal) const {
    if (literal.kind == ir::Literal::Kind::different) {
      return texts(literal.args) + " \\= " + texts(literal.right);
    }
    if (literal.kind == ir::Literal::Kind::same) {
      return texts(literal.args) + " == " + texts(literal.right);
    }
    std::string result = literal.kind == ir::Literal::Kind::negative ? "\\+ " : "";
    result += ir::written_name(module_.relations[literal.relation]);
    return literal.args.empty() ? result : result + "(" + texts(literal.args) + ")";
  }

  /// As in section 3.2: constants are selected in columns without a name.
  [[nodiscard]] std::string expression() const {
    std::string joins;
    std::string tests;
    std::size_t anonymous = 0;
    for (const ir::Literal& literal : rule_.body) {
      if (!is_join(literal)) {
        tests += (tests.empty() ? "" : ", ") + text(literal);
        continue;
      }
      std::string columns;
      std::string selections;
      for (const Argument& arg : literal.args) {
        if (!columns.empty()) columns += ",";
        if (arg.kind == Argument::Kind::variable) {
          columns += rule_.variables[arg.id];
          continue;
        }
        const std::string name = fmt::format("X{}", ++anonymous);
        columns += name;
        selections += (selections.empty() ? "" : ",") + name + "=" + text(arg);
      }
      std::string relation =
          fmt::format("{}[{}]", ir::written_name(module_.relations[literal.relation]), columns);
      if (!selections.empty()) relation = fmt::format("σ[{}]({})", selections, relation);
      joins += (joins.empty() ? "" : " ⋈ ") + relation;
    }
    if (!tests.empty()) joins = fmt::format("σ[{}]({})", tests, joins);
    return fmt::format("π[{}]({})", texts(rule_.head_args), joins);
  }

  const ir::Module& module_;
  const ir::Rule& rule_;
  const PositionRows& rows_;
  AlgebraPart part_;
  Rows tuples_;
  std::set<ir::VariableId> bound_;
  std::map<const ir::Literal*, std::set<Row>> absent_;
};

}  // namespace

std::optional<FeatureExplainer> FeatureExplainer::make(const FeatureTexts& texts,
                                                       std::optional<ir::Module> game,
                                                       Session& session) {
  constexpr std::array<std::string_view, 8> pipeline = {
      "split-by-constant", "stratify", "infer-domains",  "remove-dead",
      "infer-domains",     "stratify", "choose-storage", "order-joins"};
  auto lowered = lower_features(texts, std::move(game), session);
  if (!lowered || !run_passes(*lowered->module, pipeline, {}, session)) return std::nullopt;
  FeatureExplainer explainer;
  if (!place_module(explainer.set_, lowered->module, session)) return std::nullopt;
  explainer.set_.board = texts.theory.board;
  explainer.set_.names = std::move(lowered->names);
  explainer.parts_ = std::move(lowered->parts);
  Options options;
  options.engine = Engine::interpreter;
  FeatureCode code = feature_code(explainer.set_, options);
  explainer.entry_ = code.entry;
  explainer.self_ = code.self;
  explainer.keep_ = std::move(code.keep);
  return explainer;
}

std::optional<FeatureAlgebra> FeatureExplainer::explain(const std::string& feature,
                                                        const runtime::State& position) const {
  const auto found = std::find(set_.names.begin(), set_.names.end(), feature);
  if (found == set_.names.end()) return std::nullopt;
  runtime::ScratchBlock block(set_.tables.tables, set_.tables.scratch_size);
  tsj_scratch& scratch = *block.get();
  if (set_.codec->has_tables()) set_.codec->load(position, scratch);
  if (entry_ != nullptr && entry_(self_, &scratch, position.data(), nullptr) != TSJ_OK) {
    throw runtime::LimitReached("its relations need more rows or memory than there may be");
  }
  const PositionRows rows(set_, position, scratch);
  FeatureAlgebra algebra;
  algebra.value = 1;
  for (const std::string& part : parts_[static_cast<std::size_t>(found - set_.names.begin())]) {
    const ir::RelationId id = set_.module->find_relation(part);
    std::size_t rules = 0;
    std::set<std::vector<std::string>> solutions;
    for (const ir::Rule& rule : set_.module->rules) {
      if (rule.head != id) continue;
      ++rules;
      algebra.parts.push_back(Algebra(*set_.module, rule, rows).run());
      const auto& own = algebra.parts.back().solutions;
      solutions.insert(own.begin(), own.end());
    }
    algebra.is_union = rules > 1;
    algebra.value = runtime::saturating_product(algebra.value, solutions.size());
  }
  return algebra;
}

}  // namespace tesuji::driver
