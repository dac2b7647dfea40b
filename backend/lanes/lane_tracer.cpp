#include "backend/lanes/lane_tracer.h"

#include "backend/lanes/lane_plans.h"
#include "backend/lanes/lane_rows.h"
#include "passes/possible.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>

namespace tesuji::lanes {

namespace {

using ir::Argument;
using ir::Operation;
using Code = Instruction::Code;

/// More than the limits allow.
struct TooLarge {};

/// Slots of answers that are kept are numbered behind all others, when these are known.
constexpr Slot kept_mark = Slot{1} << 31U;
constexpr std::size_t most_depth = 200;

enum class Truth : std::uint8_t { never, always, depends };

class Tracer {
 public:
  Tracer(const ir::Module& clauses, const TraceLimits& limits) : module_(clauses), limits_(limits) {
    for (const ir::Relation& relation : module_.relations) {
      rows_.emplace_back(relation.columns.size());
    }
  }

  void place_state(
      ir::RelationId id, const ir::Facts& facts,
      const std::function<std::optional<std::uint32_t>(std::span<const ir::Symbol>)>& bit) {
    each_row(module_.relations[id], facts, [&](std::span<const ir::Symbol> row) {
      const auto at = bit(row);
      if (!at) return;
      bool inserted = false;
      rows_[id].insert(row, next_slot_, inserted);
      if (inserted) program_.inputs.push_back({*at, next_slot_++});
    });
    settle(id);
  }

  void trace_all(const std::vector<std::vector<ir::RelationId>>& features) {
    place_static();
    std::vector<bool> is_part(module_.relations.size());
    for (const auto& parts : features) {
      for (const ir::RelationId part : parts) is_part[part] = true;
    }
    const std::vector<bool> needed = needed_by(features);
    for (const ir::Stratum& stratum : module_.strata) {
      if (std::none_of(stratum.relations.begin(), stratum.relations.end(),
                       [&](ir::RelationId id) { return needed[id]; })) {
        continue;
      }
      const bool part = !stratum.relations.empty() && is_part[stratum.relations.front()];
      const bool done = std::all_of(stratum.relations.begin(), stratum.relations.end(),
                                    [&](ir::RelationId id) { return settled(id); });
      if (part || done) continue;
      most_steps_ = limits_.max_steps;
      most_code_ = limits_.max_instructions;
      most_slots_ = limits_.max_slots;
      trace_stratum(stratum);
    }
    for (const auto& parts : features) traced_.traced.push_back(trace_feature(parts));
  }

  TracedFeatures take() {
    program_.slots = next_slot_ + next_kept_;
    program_.kept_from = next_slot_;
    const auto place = [&](Slot& slot) {
      if ((slot & kept_mark) != 0) slot = next_slot_ + (slot & ~kept_mark);
    };
    std::sort(program_.inputs.begin(), program_.inputs.end(),
              [](const Input& a, const Input& b) { return a.bit < b.bit; });
    for (Instruction& one : program_.code) {
      if (one.code != Code::count) place(one.slot);
      program_.depth = std::max<std::size_t>(program_.depth, one.depth + std::size_t{1});
      if (one.code == Code::open) {
        program_.found = std::max<std::size_t>(program_.found, one.other + std::size_t{1});
      }
    }
    program_.depth = std::max<std::size_t>(program_.depth, 1);
    traced_.program = std::move(program_);
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

  /// Relations that the features speak of, and these of.
  [[nodiscard]] std::vector<bool> needed_by(
      const std::vector<std::vector<ir::RelationId>>& features) const {
    std::vector<bool> needed(module_.relations.size());
    for (const auto& parts : features) {
      for (const ir::RelationId part : parts) needed[part] = true;
    }
    for (bool grown = true; grown;) {
      grown = false;
      for (const ir::Rule& rule : module_.rules) {
        if (!needed[rule.head]) continue;
        for (const ir::Literal& literal : rule.body) {
          if (literal.relation == ir::no_id || needed[literal.relation]) continue;
          needed[literal.relation] = grown = true;
        }
      }
    }
    return needed;
  }

  void place_static() {
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const ir::Relation& relation = module_.relations[id];
      if (relation.kind != ir::RelationKind::fixed || rows_[id].size() > 0) continue;
      each_row(relation, relation.facts, [&](std::span<const ir::Symbol> row) {
        bool inserted = false;
        rows_[id].insert(row, always, inserted);
      });
    }
  }

  [[nodiscard]] bool settled(ir::RelationId id) const {
    return module_.relations[id].kind == ir::RelationKind::fixed;
  }

  /// What a relation may hold is known: from here on it is counted.
  void settle(ir::RelationId id) {
    ir::Relation& relation = module_.relations[id];
    relation.kind = ir::RelationKind::fixed;
    relation.storage = ir::Storage::rows;
    relation.facts = {};
    relation.facts.rows = rows_[id].size();
    for (Rows::Number row = 0; row < rows_[id].size(); ++row) {
      const auto cells = rows_[id].row(row);
      relation.facts.cells.insert(relation.facts.cells.end(), cells.begin(), cells.end());
    }
    estimates_.reset();
  }

  const passes::Estimates& estimates() {
    if (!estimates_) estimates_ = std::make_unique<passes::Estimates>(module_);
    return *estimates_;
  }

  [[nodiscard]] std::vector<const ir::Rule*> rules_of(ir::RelationId id) const {
    std::vector<const ir::Rule*> rules;
    for (const ir::Rule& rule : module_.rules) {
      if (rule.head == id) rules.push_back(&rule);
    }
    return rules;
  }

  // Projections --------------------------------------------------------------

  ir::Plan plan_of(const ir::Rule& rule) {
    const ir::Rule narrow = projected(rule);
    return lane_plan(module_, estimates(), narrow);
  }

  /// The rule with literals that lack the columns whose variables occur nowhere else.
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

  /// What the relation holds in some of its columns; computed where it is first asked for.
  ir::RelationId projection(ir::RelationId of, std::uint64_t columns) {
    const auto [found, fresh] = projections_.try_emplace({of, columns}, ir::no_id);
    if (!fresh) return found->second;
    ir::Relation relation;
    relation.name = module_.relations[of].name + ".some" + std::to_string(columns);
    for (std::size_t c = 0; c < module_.relations[of].columns.size(); ++c) {
      if ((columns >> c & 1U) != 0) relation.columns.push_back(module_.relations[of].columns[c]);
    }
    const auto id = static_cast<ir::RelationId>(module_.relations.size());
    found->second = id;
    projection_log_.push_back({of, columns});
    rows_.emplace_back(relation.columns.size());
    module_.relations.push_back(std::move(relation));
    std::vector<std::vector<Slot>> sources;  // by row
    std::vector<ir::Symbol> row;
    for (Rows::Number number = 0; number < rows_[of].size(); ++number) {
      row.clear();
      for (std::size_t c = 0; c < rows_[of].row(number).size(); ++c) {
        if ((columns >> c & 1U) != 0) row.push_back(rows_[of].row(number)[c]);
      }
      bool inserted = false;
      const Rows::Number to = rows_[id].insert(row, always, inserted);
      if (inserted) sources.emplace_back();
      sources[to].push_back(rows_[of].slot(number));
    }
    for (Rows::Number number = 0; number < rows_[id].size(); ++number) {
      const std::vector<Slot>& slots = sources[number];
      if (std::find(slots.begin(), slots.end(), always) != slots.end()) continue;
      if (slots.size() == 1) {
        rows_[id].set_slot(number, slots.front());
        continue;
      }
      const Slot to = new_slot();
      for (const Slot slot : slots) emit({Code::join_add, 1, 0, slot, to});
      rows_[id].set_slot(number, to);
    }
    settle(id);
    return id;
  }

  /// Forgets those that were made since there were so many.
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
      // What may be there, first.
      const Slot kept = next_kept_;
      for (std::size_t before = ~std::size_t{0}; before != known(stratum);) {
        before = known(stratum);
        const std::size_t begin = program_.code.size();
        for (const ir::Plan& plan : plans) trace(plan);
        program_.code.resize(begin);
        next_kept_ = kept;
      }
      const std::size_t begin = program_.code.size();
      emit({Code::repeat});
      for (const ir::Plan& plan : plans) trace(plan);
      emit({Code::until_same, 0, 0, 0,
            static_cast<std::uint32_t>(program_.code.size() - begin - 1)});
    } else {
      for (const ir::Plan& plan : plans) trace(plan);
    }
    for (const ir::RelationId id : stratum.relations) settle(id);
  }

  [[nodiscard]] std::size_t known(const ir::Stratum& stratum) const {
    std::size_t count = 0;
    for (const ir::RelationId id : stratum.relations) count += rows_[id].size();
    return count;
  }

  /// False, and nothing is left of it, where it is too large.
  bool trace_feature(const std::vector<ir::RelationId>& parts) {
    const std::size_t code = program_.code.size();
    const std::size_t counted = program_.parts.size();
    const Slot slot = next_slot_;
    const Slot kept = next_kept_;
    const std::size_t projections = projection_log_.size();
    most_steps_ = std::min(limits_.max_steps, steps_ + limits_.max_part_steps);
    most_code_ = std::min(limits_.max_instructions, code + limits_.max_part_instructions);
    most_slots_ = std::min(limits_.max_slots, slot + kept + limits_.max_part_slots);
    try {
      Feature feature{{}, code, code};
      for (const ir::RelationId part : parts) {
        feature.parts.push_back(static_cast<std::uint32_t>(program_.parts.size()));
        trace_part(part);
      }
      feature.end = program_.code.size();
      program_.features.push_back(std::move(feature));
      return true;
    } catch (const TooLarge&) {
      program_.code.resize(code);
      program_.parts.resize(counted);
      next_slot_ = slot;
      next_kept_ = kept;
      tally_ = false;
      forget_projections(projections);
      program_.features.push_back({{}, code, code});
      return false;
    }
  }

  void trace_part(ir::RelationId id) {
    std::vector<ir::Plan> plans;
    for (const ir::Rule* rule : rules_of(id)) plans.push_back(plan_of(*rule));
    Part part;
    part.counted = plans.empty() || (plans.size() == 1 && arrives_once(plans.front()));
    const auto number = static_cast<Slot>(program_.parts.size());
    if (part.counted) {
      emit({Code::count, 0, 0, number, 0});
      tally_ = true;
      for (const ir::Plan& plan : plans) trace(plan);
      tally_ = false;
      emit({Code::end_count, 0, 0, number, 0});
    } else {
      rows_[id] = Rows(module_.relations[id].columns.size());
      for (const ir::Plan& plan : plans) trace(plan);
      // Those that are there always are counted, too.
      for (Rows::Number row = 0; row < rows_[id].size(); ++row) {
        part.slots.push_back(rows_[id].slot(row));
      }
      rows_[id] = Rows(module_.relations[id].columns.size());
    }
    program_.parts.push_back(std::move(part));
  }

  // One plan -----------------------------------------------------------------

  void trace(const ir::Plan& plan) {
    values_.assign(plan.variables.size(), ir::no_symbol);
    answers_.clear();
    free_.clear();
    answer_log_.clear();
    joins_.clear();
    found_ = test_depth_ = in_test_ = bound_ = 0;
    stop_ = false;
    run(plan.ops, 0, 0);
  }

  void emit(Instruction one) {
    if (program_.code.size() >= most_code_) throw TooLarge();
    program_.code.push_back(one);
  }

  void step() {
    if (++steps_ > most_steps_) throw TooLarge();
  }

  Slot new_slot() {
    if (next_slot_ + next_kept_ >= most_slots_) throw TooLarge();
    return next_slot_++;
  }

  /// Goes on behind operation `at` with mask `depth`; whether anything came of it.
  bool go_on(const std::vector<Operation>& ops, std::size_t at, std::size_t depth) {
    return run(ops, at + 1, depth);
  }

  /// The same under a slot.
  bool join(const std::vector<Operation>& ops, std::size_t at, std::size_t depth, Slot slot,
            bool excluded = false) {
    if (slot == always) return excluded ? false : go_on(ops, at, depth);
    const std::size_t begin = program_.code.size();
    emit({excluded ? Code::exclude : Code::join, next(depth), 0, slot, 0});
    return under(ops, at, depth, begin);
  }

  std::uint8_t next(std::size_t depth) const {
    if (depth + 1 >= most_depth) throw TooLarge();
    return static_cast<std::uint8_t>(depth + 1);
  }

  /// Traces what lies under the join that was emitted at `begin`.
  bool under(const std::vector<Operation>& ops, std::size_t at, std::size_t depth,
             std::size_t begin) {
    joins_.push_back({begin, true});
    const bool any = go_on(ops, at, depth + 1);
    const bool skippable = joins_.back().skippable;
    joins_.pop_back();
    std::vector<Instruction>& code = program_.code;
    if (!any) {
      truncate(begin);
      return false;
    }
    if (code.size() == begin + 2 && fuse(code[begin], code[begin + 1])) {
      code.pop_back();
    } else if (skippable) {
      code[begin].skip = static_cast<std::uint32_t>(code.size() - begin - 1);
    }
    return true;
  }

  /// Makes one instruction of a join and what is all that lies under it.
  static bool fuse(Instruction& join, const Instruction& end) {
    if (join.code != Code::join || end.depth != join.depth) return false;
    switch (end.code) {
      case Code::add:
        join.code = Code::join_add;
        join.skip = end.slot;
        return true;
      case Code::tally:
        join.code = Code::join_tally;
        return true;
      case Code::found:
        join.code = Code::join_found;
        join.other = end.other;
        return true;
      default:
        return false;
    }
  }

  /// Answers whose code goes are forgotten.
  void truncate(std::size_t size) {
    program_.code.resize(size);
    while (!answer_log_.empty() && answer_log_.back().code >= size) {
      answer_log_.back().of->erase(answer_log_.back().key);
      answer_log_.pop_back();
    }
  }

  bool run(const std::vector<Operation>& ops, std::size_t at, std::size_t depth) {
    if (at == ops.size()) return arrive_in_test(depth);
    const Operation& op = ops[at];
    switch (op.kind) {
      case Operation::Kind::scan:
      case Operation::Kind::probe:
        return walk(ops, at, depth);
      case Operation::Kind::test:
        return test(ops, at, depth);
      case Operation::Kind::absent:
        return absent(ops, at, depth);
      case Operation::Kind::different:
        return differs(op) && go_on(ops, at, depth);
      case Operation::Kind::same:
        return !differs(op) && go_on(ops, at, depth);
      case Operation::Kind::exists:
        return exists(ops, at, depth);
      case Operation::Kind::unless_derived:
        return go_on(ops, at, depth);
      case Operation::Kind::insert:
        return insert(op, depth);
    }
    return false;
  }

  [[nodiscard]] ir::Symbol value(const Argument& arg) const {
    return arg.kind == Argument::Kind::constant ? arg.id : values_[arg.id];
  }

  [[nodiscard]] bool differs(const Operation& op) const {
    for (std::size_t i = 0; i < op.args.size(); ++i) {
      if (value(op.args[i]) != value(op.right[i])) return true;
    }
    return false;
  }

  /// Numbers of the rows that agree with what is bound.
  const std::vector<Rows::Number>& matching(const Operation& op) {
    std::uint64_t mask = 0;
    std::vector<ir::Symbol> key;
    for (std::size_t c = 0; c < op.args.size(); ++c) {
      const Argument& arg = op.args[c];
      if (arg.kind == Argument::Kind::ignore || arg.kind == Argument::Kind::binder) continue;
      mask |= std::uint64_t{1} << c;
      key.push_back(value(arg));
    }
    return rows_[op.relation].matching(mask, key);
  }

  bool walk(const std::vector<Operation>& ops, std::size_t at, std::size_t depth) {
    const Operation& op = ops[at];
    Rows& rows = rows_[op.relation];
    const std::vector<Rows::Number>& numbers = matching(op);
    bool any = false;
    std::set<std::uint32_t> binds;
    for (const Argument& arg : op.args) {
      if (arg.kind == Argument::Kind::binder) binds.insert(arg.id);
    }
    bound_ += binds.size();
    // Recursion may add to them.
    const std::size_t count = numbers.size();
    for (std::size_t i = 0; i < count && !(stop_ && in_test_ > 0); ++i) {
      const Rows::Number number = numbers[i];
      step();
      if (!bind(op, rows.row(number))) continue;
      any = join(ops, at, depth, rows.slot(number)) || any;
    }
    bound_ -= binds.size();
    return any;
  }

  /// False where a variable that occurs twice has two values.
  bool bind(const Operation& op, std::span<const ir::Symbol> row) {
    std::uint64_t bound = 0;
    for (std::size_t c = 0; c < op.args.size(); ++c) {
      const Argument& arg = op.args[c];
      if (arg.kind != Argument::Kind::binder) continue;
      for (std::size_t d = 0; d < c; ++d) {
        if ((bound >> d & 1U) != 0 && op.args[d].id == arg.id && row[d] != row[c]) return false;
      }
      values_[arg.id] = row[c];
      bound |= std::uint64_t{1} << c;
    }
    return true;
  }

  bool test(const std::vector<Operation>& ops, std::size_t at, std::size_t depth) {
    const std::vector<Rows::Number>& numbers = matching(ops[at]);
    Rows& rows = rows_[ops[at].relation];
    const std::size_t count = numbers.size();
    step();
    if (count == 0) return false;
    if (count == 1) return join(ops, at, depth, rows.slot(numbers[0]));
    for (std::size_t i = 0; i < count; ++i) {
      if (rows.slot(numbers[i]) == always) return go_on(ops, at, depth);
    }
    const std::uint16_t found = open(depth);
    for (std::size_t i = 0; i < count; ++i) {
      step();
      emit({Code::join_found, next(depth + 1), found, rows.slot(numbers[i]), 0});
    }
    return close(ops, at, depth, found);
  }

  bool absent(const std::vector<Operation>& ops, std::size_t at, std::size_t depth) {
    const std::vector<Rows::Number>& numbers = matching(ops[at]);
    Rows& rows = rows_[ops[at].relation];
    const std::size_t count = numbers.size();
    step();
    if (count == 0) return go_on(ops, at, depth);
    if (count == 1) return join(ops, at, depth, rows.slot(numbers[0]), true);
    // One after the other, the last as all others are.
    const std::size_t begin = program_.code.size();
    for (std::size_t i = 0; i < count; ++i) {
      step();
      const Slot slot = rows.slot(numbers[i]);
      if (slot == always) {
        truncate(begin);
        return false;
      }
      emit({Code::exclude, next(depth), 0, slot, 0});
      if (i + 1 < count) ++depth;
    }
    const bool any = go_on(ops, at, depth + 1);
    if (!any) truncate(begin);
    return any;
  }

  // Existence ----------------------------------------------------------------

  std::uint16_t open(std::size_t depth) {
    const auto found = static_cast<std::uint16_t>(found_++);
    emit({Code::open, next(depth), found, 0, 0});
    return found;
  }

  bool close(const std::vector<Operation>& ops, std::size_t at, std::size_t depth,
             std::uint16_t found) {
    --found_;
    const std::size_t begin = program_.code.size();
    emit({Code::close, next(depth), found, 0, 0});
    return under(ops, at, depth, begin);
  }

  /// The end of a test's operations.
  bool arrive_in_test(std::size_t depth) {
    if (depth == test_depth_) {
      stop_ = true;  // it holds whatever the position
    } else {
      emit({Code::found, static_cast<std::uint8_t>(depth), static_cast<std::uint16_t>(found_ - 1),
            0, 0});
    }
    return true;
  }

  struct Answer {
    Truth truth = Truth::never;
    Slot slot = 0;
  };
  using Answers = std::map<std::vector<ir::Symbol>, Answer>;

  bool exists(const std::vector<Operation>& ops, std::size_t at, std::size_t depth) {
    const Operation& op = ops[at];
    Answers& answers = answers_[&op];
    std::vector<ir::Symbol> key;
    const std::vector<ir::VariableId>& open_variables = free_of(op);
    for (const ir::VariableId v : open_variables) key.push_back(values_[v]);
    if (const auto known = answers.find(key); known != answers.end()) {
      return with_answer(ops, at, depth, known->second);
    }
    const std::size_t begin = program_.code.size();
    const std::uint16_t found = open(depth);
    const std::size_t outer_depth = std::exchange(test_depth_, depth + 1);
    const bool outer_stop = std::exchange(stop_, false);
    ++in_test_;
    const bool any = run(op.body, 0, depth + 1);
    --in_test_;
    const bool holds = std::exchange(stop_, outer_stop);
    test_depth_ = outer_depth;
    if (!any || holds) {
      --found_;
      truncate(begin);
      const Answer answer{holds ? Truth::always : Truth::never, 0};
      remember(answers, std::move(key), answer);
      return with_answer(ops, at, depth, answer);
    }
    if (!is_asked_again(op)) return close(ops, at, depth, found);
    if (next_slot_ + next_kept_ >= most_slots_) throw TooLarge();
    const Answer answer{Truth::depends, kept_mark | next_kept_++};
    emit({Code::keep, 0, found, answer.slot, 0});
    --found_;
    // What is kept has to be computed, whatever the position.
    for (Join& join : joins_) join.skippable = false;
    remember(answers, std::move(key), answer);
    return with_answer(ops, at, depth, answer);
  }

  void remember(Answers& answers, std::vector<ir::Symbol> key, const Answer& answer) {
    answer_log_.push_back({&answers, key, program_.code.size() - (answer.truth == Truth::depends)});
    answers.emplace(std::move(key), answer);
  }

  bool with_answer(const std::vector<Operation>& ops, std::size_t at, std::size_t depth,
                   const Answer& answer) {
    if (answer.truth == Truth::never) return false;
    if (answer.truth == Truth::always) return go_on(ops, at, depth);
    return join(ops, at, depth, answer.slot);
  }

  const std::vector<ir::VariableId>& free_of(const Operation& op) {
    const auto [found, fresh] = free_.try_emplace(&op);
    if (fresh) {
      const auto variables = free_variables(op.body);
      found->second.assign(variables.begin(), variables.end());
    }
    return found->second;
  }

  /// Whether there are other bindings outside with the same question: not all that is bound there
  /// is in it.
  bool is_asked_again(const Operation& op) { return free_of(op).size() < bound_; }

  // The end ------------------------------------------------------------------

  bool insert(const Operation& op, std::size_t depth) {
    const auto at = static_cast<std::uint8_t>(depth);
    if (tally_) {
      emit({Code::tally, at, 0, 0, 0});
      return true;
    }
    std::vector<ir::Symbol> row;
    for (const Argument& arg : op.args) row.push_back(value(arg));
    Rows& rows = rows_[op.relation];
    bool inserted = false;
    const Rows::Number number = rows.insert(row, always, inserted);
    if (inserted && depth > 0) rows.set_slot(number, new_slot());
    if (rows.slot(number) == always) return true;
    emit({Code::add, at, 0, rows.slot(number), 0});
    return true;
  }

  ir::Module module_;
  TraceLimits limits_;
  std::vector<Rows> rows_;  ///< by relation
  std::unique_ptr<passes::Estimates> estimates_;
  std::map<std::pair<ir::RelationId, std::uint64_t>, ir::RelationId> projections_;
  std::vector<std::pair<ir::RelationId, std::uint64_t>> projection_log_;
  LaneProgram program_;
  TracedFeatures traced_;
  Slot next_slot_ = 0;
  Slot next_kept_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t most_steps_ = 0;
  std::size_t most_code_ = 0;
  std::uint32_t most_slots_ = 0;

  // Of the plan that is traced.
  struct Join {
    std::size_t code;
    bool skippable;
  };
  struct Logged {
    Answers* of;
    std::vector<ir::Symbol> key;
    std::size_t code;  ///< where the answer is computed
  };
  std::vector<ir::Symbol> values_;
  std::vector<Join> joins_;
  std::unordered_map<const Operation*, Answers> answers_;
  std::unordered_map<const Operation*, std::vector<ir::VariableId>> free_;
  std::vector<Logged> answer_log_;
  std::size_t found_ = 0;       ///< open existence tests
  std::size_t test_depth_ = 0;  ///< mask at which the innermost test begins
  std::size_t in_test_ = 0;
  std::size_t bound_ = 0;  ///< variables that are bound here
  bool stop_ = false;      ///< the innermost test holds whatever the position
  bool tally_ = false;
};

/// The tuples that states may have, as facts of their relations: what `base` says or, of a game's
/// states, what may come up in play.
std::optional<ir::Module> possible_states(const ir::Module& clauses, passes::PassContext& context,
                                          const TraceLimits& limits) {
  ir::Module module = clauses;
  std::erase_if(module.rules, [&](const ir::Rule& rule) {
    return clauses.relations[rule.head].name.starts_with("feature.");
  });
  ir::RelationId over = ir::no_id;
  return passes::find_possible(module, context, limits.max_possible, over);
}

}  // namespace

std::optional<TracedFeatures> trace_features(const ir::Module& clauses, const ir::Module& states,
                                             const ir::Layout& layout,
                                             const std::vector<std::vector<std::string>>& features,
                                             passes::PassContext& context,
                                             const TraceLimits& limits) {
  try {
    const std::optional<ir::Module> possible = possible_states(clauses, context, limits);
    if (!possible) return std::nullopt;
    Tracer tracer(clauses, limits);
    for (ir::RelationId id = 0; id < clauses.relations.size(); ++id) {
      const ir::Relation& relation = clauses.relations[id];
      if (relation.kind != ir::RelationKind::state) continue;
      const ir::RelationId place = states.find_relation(relation.name);
      if (place == ir::no_id || states.relations[place].storage != ir::Storage::bits) {
        return std::nullopt;
      }
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
      tracer.place_state(id, possible->relations[id].facts, bit);
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

}  // namespace tesuji::lanes
