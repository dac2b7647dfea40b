#include "backend/features/sets/feature_algebra.h"

#include "backend/features/sets/feature_module.h"
#include "backend/interpreter/interpreter.h"
#include "ir/core/prolog_term.h"
#include "passes/analysis/dependencies.h"
#include "runtime/host/game/term_names.h"
#include "runtime/host/memory/saturating.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace tesuji::driver {

namespace {

using ir::Argument;
using ir::Literal;

constexpr std::uint64_t most_tuples = 5'000'000;

/// Relations computed for one position: joins that the interpreter runs.
class Queries {
 public:
  Queries(const FeatureSet& set, const runtime::State& position)
      : module_(*set.module), first_(static_cast<ir::RelationId>(module_.relations.size())) {
    module_.level = ir::Level::clauses;
    module_.plans.clear();
    module_.strata.clear();
    module_.entries.clear();
    const std::vector<std::string> fluents = set.codec->names(position);
    auto table = set.tables.fluents.begin();
    for (ir::Relation& relation : module_.relations) {
      relation.answer = ir::Answer::none;
      if (relation.kind != ir::RelationKind::state) continue;
      relation.kind = ir::RelationKind::fixed;
      const runtime::TermShape shape(table->term, table->columns);
      ++table;
      std::vector<std::uint32_t> row(shape.arity());
      for (const std::string& fluent : fluents) {
        if (!shape.match(runtime::tokenize_term(fluent), row.data())) continue;
        ++relation.facts.rows;
        for (std::size_t c = 0; c < row.size(); ++c) {
          relation.facts.cells.push_back(module_.domains[relation.columns[c]].values[row[c]]);
        }
      }
    }
  }

  /// Adds the relation of all `head` for which `body` holds, over the rule's variables.
  Literal add(const ir::Rule& of, std::vector<Argument> head, std::vector<Literal> body) {
    ir::Relation relation;
    relation.columns.assign(head.size(), ir::no_id);
    ir::Rule rule;
    rule.head = module_.add_helper(ir::Origin::split, of.head, std::move(relation));
    rule.name = module_.relations[rule.head].name + "#1";
    rule.variables = of.variables;
    rule.head_args = head;
    rule.body = std::move(body);
    Literal result;
    result.relation = rule.head;
    result.args = std::move(head);
    module_.rules.push_back(std::move(rule));
    return result;
  }

  /// Computes only the added relations.
  void run() {
    std::vector<bool> needed(module_.relations.size(), true);
    std::fill_n(needed.begin(), first_, false);
    needed = passes::needed_for(module_, passes::find_dependencies(module_), std::move(needed));
    std::erase_if(module_.rules, [&](const ir::Rule& rule) { return !needed[rule.head]; });
    constexpr std::array<std::string_view, 5> pipeline = {"stratify", "infer-domains", "stratify",
                                                          "choose-storage", "order-joins"};
    Session session{.sources = module_.sources, .symbols = module_.symbols};
    if (!run_passes(module_, pipeline, {}, session) ||
        !interpreter::evaluate_static(module_, session.diagnostics, most_tuples)) {
      throw runtime::LimitReached("more than five million tuples come up on the way");
    }
  }

  /// Returns the rows of an added relation.
  [[nodiscard]] const ir::Facts& rows(const Literal& query) const {
    return module_.relations[query.relation].facts;
  }

 private:
  ir::Module module_;
  ir::RelationId first_;  ///< the first added relation
};

/// The joins of one rule.
class Algebra {
 public:
  Algebra(const ir::Module& module, const ir::Rule& rule) : module_(module), rule_(rule) {
    part_.expression = expression();
    for (const Argument& arg : rule.head_args) part_.variables.push_back(text(arg));
  }

  /// Adds queries for the number of rows of each literal alone.
  void ask_sizes(Queries& queries) {
    for (const Literal& literal : rule_.body) {
      if (is_join(literal)) sizes_.emplace(&literal, select(queries, literal));
    }
  }

  /// Orders the literals, and adds queries for the number of tuples after each.
  void ask_steps(const Queries& sizes, Queries& queries) {
    std::map<const Literal*, std::size_t> rows;
    for (const auto& [literal, query] : sizes_) rows.emplace(literal, sizes.rows(query).rows);
    std::vector<const Literal*> left;
    for (const Literal& literal : rule_.body) left.push_back(&literal);
    std::vector<Literal> before;
    while (!left.empty()) {
      const auto chosen = next(left, rows);
      const Literal& literal = **chosen;
      left.erase(chosen);
      part_.steps.push_back(
          {text(literal), !is_join(literal), is_join(literal) ? rows.at(&literal) : 0, 0});
      bound_.merge(variables(literal));
      before.push_back(literal);
      std::vector<Argument> tuple;
      for (const ir::VariableId v : bound_) tuple.push_back(Argument::variable(v));
      before = {queries.add(rule_, std::move(tuple), std::move(before))};
      steps_.push_back(before.front());
    }
    solutions_ = queries.add(rule_, rule_.head_args, std::move(before));
  }

  AlgebraPart take(const Queries& queries) {
    for (std::size_t step = 0; step < steps_.size(); ++step) {
      part_.steps[step].tuples = queries.rows(steps_[step]).rows;
      if (part_.steps[step].tuples == 0)
        part_.steps.resize(step + 1);  // the remaining steps do not matter
      if (part_.steps.size() == step + 1) break;
    }
    const ir::Facts& found = queries.rows(solutions_);
    for (std::size_t row = 0; row < found.rows; ++row) {
      std::vector<std::string>& solution = part_.solutions.emplace_back();
      for (std::size_t c = 0; c < rule_.head_args.size(); ++c) {
        const ir::Symbol symbol = found.cells[row * rule_.head_args.size() + c];
        solution.push_back(module_.symbols->text(symbol));
      }
    }
    std::sort(part_.solutions.begin(), part_.solutions.end());
    return std::move(part_);
  }

 private:
  static bool is_join(const Literal& literal) { return literal.kind == Literal::Kind::positive; }

  static std::set<ir::VariableId> variables(const Literal& literal) {
    std::set<ir::VariableId> result;
    for (const auto* args : {&literal.args, &literal.right}) {
      for (const Argument& arg : *args) {
        if (arg.kind == Argument::Kind::variable) result.insert(arg.id);
      }
    }
    return result;
  }

  /// Adds a query for the relation's rows that match the literal's constants and repeated
  /// variables.
  Literal select(Queries& queries, const Literal& literal) const {
    std::vector<Argument> row;
    for (const ir::VariableId v : variables(literal)) row.push_back(Argument::variable(v));
    return queries.add(rule_, std::move(row), {literal});
  }

  /// Chooses tests as soon as they are bound. Begins with the smallest relation; then takes the one
  /// that shares most variables with the literals so far.
  std::vector<const Literal*>::iterator next(std::vector<const Literal*>& left,
                                             const std::map<const Literal*, std::size_t>& rows) {
    const auto rank = [&](const Literal* literal) {
      const std::set<ir::VariableId> own = variables(*literal);
      const auto shared = std::count_if(own.begin(), own.end(),
                                        [&](ir::VariableId v) { return bound_.contains(v); });
      if (!is_join(*literal)) {
        return std::tuple(static_cast<std::size_t>(shared) == own.size() ? 0 : 2, long{0},
                          std::size_t{0});
      }
      return std::tuple(1, bound_.empty() ? 0 : -static_cast<long>(shared), rows.at(literal));
    };
    return std::min_element(left.begin(), left.end(),
                            [&](const Literal* a, const Literal* b) { return rank(a) < rank(b); });
  }

  // Text -----------------------------------------------------------------------

  [[nodiscard]] std::string text(const Argument& arg) const {
    return arg.kind == Argument::Kind::constant ? ir::prolog_atom(module_.symbols->text(arg.id))
                                                : rule_.variables[arg.id];
  }

  [[nodiscard]] std::string texts(const std::vector<Argument>& args) const {
    std::string result;
    for (const Argument& arg : args) result += (result.empty() ? "" : ",") + text(arg);
    return result;
  }

  [[nodiscard]] std::string text(const Literal& literal) const {
    if (literal.kind == Literal::Kind::different) {
      return texts(literal.args) + " \\= " + texts(literal.right);
    }
    if (literal.kind == Literal::Kind::same) {
      return texts(literal.args) + " == " + texts(literal.right);
    }
    std::string result = literal.kind == Literal::Kind::negative ? "\\+ " : "";
    result += ir::written_name(module_.relations[literal.relation]);
    return literal.args.empty() ? result : result + "(" + texts(literal.args) + ")";
  }

  /// As in section 3.2: selects constants in unnamed columns.
  [[nodiscard]] std::string expression() const {
    std::string joins;
    std::string tests;
    std::size_t anonymous = 0;
    for (const Literal& literal : rule_.body) {
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
  AlgebraPart part_;
  std::map<const Literal*, Literal> sizes_;
  std::vector<Literal> steps_;
  Literal solutions_;
  std::set<ir::VariableId> bound_;
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
  return explainer;
}

std::optional<FeatureAlgebra> FeatureExplainer::explain(const std::string& feature,
                                                        const runtime::State& position) const {
  const auto found = std::find(set_.names.begin(), set_.names.end(), feature);
  if (found == set_.names.end()) return std::nullopt;
  const auto& names = parts_[static_cast<std::size_t>(found - set_.names.begin())];
  std::vector<std::vector<Algebra>> parts(names.size());
  Queries sizes(set_, position);
  for (std::size_t p = 0; p < names.size(); ++p) {
    const ir::RelationId id = set_.module->find_relation(names[p]);
    for (const ir::Rule& rule : set_.module->rules) {
      if (rule.head == id) parts[p].emplace_back(*set_.module, rule).ask_sizes(sizes);
    }
  }
  sizes.run();
  Queries steps(set_, position);
  for (auto& part : parts) {
    for (Algebra& clause : part) clause.ask_steps(sizes, steps);
  }
  steps.run();
  FeatureAlgebra algebra;
  algebra.value = 1;
  for (auto& part : parts) {
    std::set<std::vector<std::string>> solutions;
    for (Algebra& clause : part) {
      algebra.parts.push_back(clause.take(steps));
      const auto& own = algebra.parts.back().solutions;
      solutions.insert(own.begin(), own.end());
    }
    algebra.is_union = part.size() > 1;
    algebra.value = runtime::saturating_product(algebra.value, solutions.size());
  }
  return algebra;
}

}  // namespace tesuji::driver
