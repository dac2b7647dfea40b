#include "backend/features/traced/feature_tracer.h"

#include "backend/features/traced/plan_tracer.h"
#include "passes/analysis/dependencies.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <utility>

namespace tesuji::slices {

namespace {

using ir::Argument;
using Code = Instruction::Code;

/// Sets of columns are words.
constexpr std::size_t most_columns = 64;

class Tracer {
 public:
  Tracer(const ir::Module& clauses, const TraceLimits& limits) : module_(clauses), limits_(limits) {
    for (const ir::Relation& relation : module_.relations) {
      if (relation.columns.size() > most_columns) throw TooLarge();
      state_.rows.emplace_back(relation.columns.size());
    }
    rules_by_head_.resize(module_.relations.size());
    for (std::size_t rule = 0; rule < module_.rules.size(); ++rule) {
      rules_by_head_[module_.rules[rule].head].push_back(rule);
    }
  }

  void place_state(
      ir::RelationId id, const ir::Facts& facts,
      const std::function<std::optional<std::uint32_t>(std::span<const ir::Symbol>)>& bit) {
    each_row(module_.relations[id], facts, [&](std::span<const ir::Symbol> row) {
      const auto at = bit(row);
      if (!at) return;
      bool inserted = false;
      state_.rows[id].insert(row, state_.next_slot, inserted);
      if (inserted) state_.program.inputs.push_back({*at, state_.next_slot++});
    });
    settle(id);
  }

  void trace_all(const std::vector<std::vector<ir::RelationId>>& features) {
    const std::vector<bool> needed = needed_by(features);
    place_static(needed);
    std::vector<bool> is_part(module_.relations.size());
    for (const auto& parts : features) {
      for (const ir::RelationId part : parts) is_part[part] = true;
    }
    for (const ir::Stratum& stratum : module_.strata) {
      if (std::none_of(stratum.relations.begin(), stratum.relations.end(),
                       [&](ir::RelationId id) { return needed[id]; })) {
        continue;
      }
      const bool part = !stratum.relations.empty() && is_part[stratum.relations.front()];
      const bool done = std::all_of(stratum.relations.begin(), stratum.relations.end(),
                                    [&](ir::RelationId id) { return settled(id); });
      if (part || done) continue;
      state_.most_steps = limits_.max_steps;
      state_.most_code = limits_.max_instructions;
      state_.most_slots = limits_.max_slots;
      trace_stratum(stratum);
    }
    for (const auto& parts : features) traced_.traced.push_back(trace_feature(parts));
  }

  TracedFeatures take() {
    state_.program.slots = state_.next_slot + state_.next_kept;
    state_.program.kept_from = state_.next_slot;
    const auto place = [&](Slot& slot) {
      if ((slot & kept_mark) != 0) slot = state_.next_slot + (slot & ~kept_mark);
    };
    std::sort(state_.program.inputs.begin(), state_.program.inputs.end(),
              [](const Input& a, const Input& b) { return a.bit < b.bit; });
    for (Instruction& one : state_.program.code) {
      if (one.code != Code::count) place(one.slot);
      state_.program.depth =
          std::max<std::size_t>(state_.program.depth, one.depth + std::size_t{1});
      if (one.code == Code::open) {
        state_.program.found =
            std::max<std::size_t>(state_.program.found, one.other + std::size_t{1});
      }
    }
    state_.program.depth = std::max<std::size_t>(state_.program.depth, 1);
    if (limits_.names) name_slots();
    traced_.program = std::move(state_.program);
    return std::move(traced_);
  }

 private:
  template <typename Action>
  static void each_row(const ir::Relation& relation, const ir::Facts& facts, const Action& action) {
    const std::size_t width = relation.columns.size();
    const std::size_t count = width == 0 ? std::min<std::size_t>(facts.rows, 1) : facts.rows;
    for (std::size_t row = 0; row < count; ++row) {
      action(std::span<const ir::Symbol>(facts.cells.data() + row * width, width));
    }
  }

  void name_slots() {
    traced_.slot_names.resize(state_.program.slots);
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const Rows& rows = state_.rows[id];
      for (Rows::Number number = 0; number < rows.size(); ++number) {
        const Slot slot = rows.slot(number);
        if (slot == always || (slot & kept_mark) != 0) continue;
        std::string& name = traced_.slot_names[slot];
        if (!name.empty()) continue;
        for (const ir::Symbol cell : rows.row(number)) {
          name += (name.empty() ? "" : ",") + module_.symbols->text(cell);
        }
        name = module_.relations[id].name + "(" + name + ")";
      }
    }
  }

  /// Returns the relations on which the features depend, directly or indirectly.
  [[nodiscard]] std::vector<bool> needed_by(
      const std::vector<std::vector<ir::RelationId>>& features) const {
    std::vector<bool> needed(module_.relations.size());
    for (const auto& parts : features) {
      for (const ir::RelationId part : parts) needed[part] = true;
    }
    return passes::needed_for(module_, passes::find_dependencies(module_), std::move(needed));
  }

  void place_static(const std::vector<bool>& needed) {
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const ir::Relation& relation = module_.relations[id];
      if (!needed[id]) continue;
      if (relation.kind != ir::RelationKind::fixed || state_.rows[id].size() > 0) continue;
      each_row(relation, relation.facts, [&](std::span<const ir::Symbol> row) {
        bool inserted = false;
        state_.rows[id].insert(row, always, inserted);
      });
    }
  }

  [[nodiscard]] bool settled(ir::RelationId id) const {
    return module_.relations[id].kind == ir::RelationKind::fixed;
  }

  /// Records that a relation's possible tuples are known: from now on they are counted.
  void settle(ir::RelationId id) {
    ir::Relation& relation = module_.relations[id];
    relation.kind = ir::RelationKind::fixed;
    relation.storage = ir::Storage::rows;
    relation.facts = {};
    relation.facts.rows = state_.rows[id].size();
    for (Rows::Number row = 0; row < state_.rows[id].size(); ++row) {
      const auto cells = state_.rows[id].row(row);
      relation.facts.cells.insert(relation.facts.cells.end(), cells.begin(), cells.end());
    }
    if (estimates_) estimates_->know(id);
  }

  const passes::Estimates& estimates() {
    if (!estimates_) estimates_ = std::make_unique<passes::Estimates>(module_);
    return *estimates_;
  }

  [[nodiscard]] std::vector<const ir::Rule*> rules_of(ir::RelationId id) const {
    std::vector<const ir::Rule*> rules;
    for (const std::size_t rule : rules_by_head_[id]) rules.push_back(&module_.rules[rule]);
    return rules;
  }

  // Projections --------------------------------------------------------------

  ir::Plan plan_of(const ir::Rule& rule) {
    const ir::Rule narrow = projected(rule);
    return traced_plan(module_, estimates(), narrow);
  }

  /// Returns the rule without the columns of literals whose variables occur nowhere else.
  ir::Rule projected(ir::Rule rule) {
    std::vector<std::size_t> occurrences(rule.variables.size());
    const auto count = [&](const std::vector<Argument>& args) {
      for (const Argument& arg : args) {
        if (arg.kind == Argument::Kind::variable) ++occurrences[arg.id];
      }
    };
    count(rule.head_args);
    for (const ir::Literal& literal : rule.body) {
      count(literal.args);
      count(literal.right);
    }
    for (ir::Literal& literal : rule.body) {
      if (literal.kind != ir::Literal::Kind::positive || !settled(literal.relation)) continue;
      std::uint64_t columns = 0;
      std::vector<Argument> args;
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        const Argument& arg = literal.args[c];
        if (arg.kind == Argument::Kind::variable && occurrences[arg.id] == 1) continue;
        columns |= std::uint64_t{1} << c;
        args.push_back(arg);
      }
      if (args.size() == literal.args.size()) continue;
      literal.relation = projection(literal.relation, columns);
      literal.args = std::move(args);
    }
    return rule;
  }

  /// Returns the projection of the relation to some of its columns; computed on first use.
  ir::RelationId projection(ir::RelationId of, std::uint64_t columns) {
    const auto [found, fresh] = projections_.try_emplace({of, columns}, ir::no_id);
    if (!fresh) return found->second;
    ir::Relation relation;
    for (std::size_t c = 0; c < module_.relations[of].columns.size(); ++c) {
      if ((columns >> c & 1U) != 0) relation.columns.push_back(module_.relations[of].columns[c]);
    }
    projection_log_.push_back({of, columns});
    state_.rows.emplace_back(relation.columns.size());
    const ir::RelationId id =
        module_.add_helper(ir::Origin::projection, of, std::move(relation),
                           module_.relations[of].name + "." + std::to_string(columns));
    found->second = id;
    std::vector<std::vector<Slot>> sources;  // by row
    std::vector<ir::Symbol> row;
    for (Rows::Number number = 0; number < state_.rows[of].size(); ++number) {
      row.clear();
      for (std::size_t c = 0; c < state_.rows[of].row(number).size(); ++c) {
        if ((columns >> c & 1U) != 0) row.push_back(state_.rows[of].row(number)[c]);
      }
      bool inserted = false;
      const Rows::Number to = state_.rows[id].insert(row, always, inserted);
      if (inserted) sources.emplace_back();
      sources[to].push_back(state_.rows[of].slot(number));
    }
    for (Rows::Number number = 0; number < state_.rows[id].size(); ++number) {
      const std::vector<Slot>& slots = sources[number];
      if (std::find(slots.begin(), slots.end(), always) != slots.end()) continue;
      if (slots.size() == 1) {
        state_.rows[id].set_slot(number, slots.front());
        continue;
      }
      const Slot to = state_.new_slot();
      for (const Slot slot : slots) state_.emit({Code::join_add, 1, 0, slot, to});
      state_.rows[id].set_slot(number, to);
    }
    settle(id);
    return id;
  }

  /// Forgets projections made since there were `count`.
  void forget_projections(std::size_t count) {
    while (projection_log_.size() > count) {
      projections_.erase(projection_log_.back());
      projection_log_.pop_back();
    }
  }

  // Strata -------------------------------------------------------------------

  void trace_stratum(const ir::Stratum& stratum) {
    std::vector<ir::Plan> plans;
    for (const ir::RelationId id : stratum.relations) {
      for (const ir::Rule* rule : rules_of(id)) {
        plans.push_back(plan_of(*rule));
      }
    }
    if (stratum.recursive) {
      // First collects the possible tuples.
      const Slot kept = state_.next_kept;
      for (std::size_t before = ~std::size_t{0}; before != known(stratum);) {
        before = known(stratum);
        const std::size_t begin = state_.program.code.size();
        for (const ir::Plan& plan : plans) trace_plan(plan, state_, false);
        state_.program.code.resize(begin);
        state_.next_kept = kept;
      }
      const std::size_t begin = state_.program.code.size();
      state_.emit({Code::repeat});
      for (const ir::Plan& plan : plans) trace_plan(plan, state_, false);
      state_.emit({Code::until_same, 0, 0, 0,
                   static_cast<std::uint32_t>(state_.program.code.size() - begin - 1)});
    } else {
      for (const ir::Plan& plan : plans) trace_plan(plan, state_, false);
    }
    for (const ir::RelationId id : stratum.relations) settle(id);
  }

  [[nodiscard]] std::size_t known(const ir::Stratum& stratum) const {
    std::size_t count = 0;
    for (const ir::RelationId id : stratum.relations) count += state_.rows[id].size();
    return count;
  }

  /// Traces a feature; returns false and removes all traces of it if it is too large.
  bool trace_feature(const std::vector<ir::RelationId>& parts) {
    const std::size_t code = state_.program.code.size();
    const std::size_t counted = state_.program.parts.size();
    const Slot slot = state_.next_slot;
    const Slot kept = state_.next_kept;
    const std::size_t projections = projection_log_.size();
    state_.most_steps = std::min(limits_.max_steps, state_.steps + limits_.max_part_steps);
    state_.most_code = std::min(limits_.max_instructions, code + limits_.max_part_instructions);
    state_.most_slots = std::min(limits_.max_slots, slot + kept + limits_.max_part_slots);
    try {
      Feature feature{{}, {}, code, code};
      for (const ir::RelationId part : parts) {
        const auto next = static_cast<std::uint32_t>(state_.program.parts.size());
        const auto [number, fresh] = part_numbers_.emplace(part, next);
        feature.parts.push_back(number->second);
        if (!fresh) continue;
        feature.first_parts.push_back(next);
        trace_part(part);
      }
      feature.end = state_.program.code.size();
      state_.program.features.push_back(std::move(feature));
      return true;
    } catch (const TooLarge&) {
      state_.program.code.resize(code);
      state_.program.parts.resize(counted);
      std::erase_if(part_numbers_, [&](const auto& part) { return part.second >= counted; });
      state_.next_slot = slot;
      state_.next_kept = kept;
      forget_projections(projections);
      state_.program.features.push_back({{}, {}, code, code});
      return false;
    }
  }

  void trace_part(ir::RelationId id) {
    std::vector<ir::Plan> plans;
    for (const ir::Rule* rule : rules_of(id)) plans.push_back(plan_of(*rule));
    Part part;
    part.counted = plans.empty() || (plans.size() == 1 && arrives_once(plans.front()));
    const auto number = static_cast<Slot>(state_.program.parts.size());
    if (part.counted) {
      state_.emit({Code::count, 0, 0, number, 0});
      for (const ir::Plan& plan : plans) trace_plan(plan, state_, true);
      state_.emit({Code::end_count, 0, 0, number, 0});
    } else {
      state_.rows[id] = Rows(module_.relations[id].columns.size());
      for (const ir::Plan& plan : plans) trace_plan(plan, state_, false);
      // Tuples that are always true count, too.
      for (Rows::Number row = 0; row < state_.rows[id].size(); ++row) {
        part.slots.push_back(state_.rows[id].slot(row));
      }
      state_.rows[id] = Rows(module_.relations[id].columns.size());
    }
    state_.program.parts.push_back(std::move(part));
  }

  ir::Module module_;
  std::vector<std::vector<std::size_t>> rules_by_head_;  ///< of the module's original relations
  TraceLimits limits_;
  std::unique_ptr<passes::Estimates> estimates_;
  std::map<std::pair<ir::RelationId, std::uint64_t>, ir::RelationId> projections_;
  std::vector<std::pair<ir::RelationId, std::uint64_t>> projection_log_;
  std::map<ir::RelationId, std::uint32_t> part_numbers_;  ///< of traced parts
  TraceState state_;
  TracedFeatures traced_;
};

/// Returns the possible tuples of a state relation: those of `base` or, for a game's states, all
/// tuples for which the layout has bits, since a given state need not be reachable. Returns nothing
/// if there are too many.
std::optional<ir::Facts> possible_rows(const ir::Module& clauses, const ir::Relation& relation,
                                       const ir::Module& states, const ir::Relation& place,
                                       const TraceLimits& limits) {
  const bool plays =
      std::any_of(clauses.relations.begin(), clauses.relations.end(), [](const ir::Relation& one) {
        return one.kind == ir::RelationKind::state && one.next != ir::no_id;
      });
  if (!plays) {
    if (relation.init == ir::no_id) return ir::Facts();
    return clauses.relations[relation.init].facts;
  }
  ir::Facts facts;
  facts.rows = 1;
  for (const ir::DomainId column : place.columns) {
    facts.rows *= states.domains[column].values.size();
    if (facts.rows > limits.max_possible) return std::nullopt;
  }
  for (std::size_t row = 0; row < facts.rows; ++row) {
    std::size_t rest = row;
    for (const ir::DomainId column : place.columns) {
      const ir::Domain& domain = states.domains[column];
      facts.cells.push_back(domain.values[rest % domain.values.size()]);
      rest /= domain.values.size();
    }
  }
  return facts;
}

}  // namespace

std::optional<TracedFeatures> trace_features(const ir::Module& clauses, const ir::Module& states,
                                             const ir::Layout& layout,
                                             const std::vector<std::vector<std::string>>& features,
                                             const TraceLimits& limits) {
  try {
    Tracer tracer(clauses, limits);
    for (ir::RelationId id = 0; id < clauses.relations.size(); ++id) {
      const ir::Relation& relation = clauses.relations[id];
      if (relation.kind != ir::RelationKind::state) continue;
      const ir::RelationId place = states.find_relation(relation.name);
      if (place == ir::no_id || states.relations[place].storage != ir::Storage::bits) {
        return std::nullopt;
      }
      const auto possible =
          possible_rows(clauses, relation, states, states.relations[place], limits);
      if (!possible) return std::nullopt;
      const auto bit = [&](std::span<const ir::Symbol> row) -> std::optional<std::uint32_t> {
        std::vector<std::uint32_t> positions;
        for (std::size_t c = 0; c < row.size(); ++c) {
          const auto at = states.domains[states.relations[place].columns[c]].position(row[c]);
          if (at < 0) return std::nullopt;
          positions.push_back(static_cast<std::uint32_t>(at));
        }
        const ir::RelationLayout& at = layout.relations[place];
        return static_cast<std::uint32_t>(at.state_offset * 8 + ir::pack(at, positions));
      };
      tracer.place_state(id, *possible, bit);
    }
    std::vector<std::vector<ir::RelationId>> parts;
    for (const auto& names : features) {
      auto& ids = parts.emplace_back();
      for (const std::string& name : names) ids.push_back(clauses.find_relation(name));
    }
    tracer.trace_all(parts);
    return tracer.take();
  } catch (const TooLarge&) {
    return std::nullopt;
  }
}

}  // namespace tesuji::slices
