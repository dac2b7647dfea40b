#include "backend/features/traced/plan_tracer.h"

#include "passes/ordering/literal_order.h"
#include "passes/plans/introduce_exists.h"
#include "passes/plans/order_joins.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tesuji::slices {

// --- Rows of a relation

std::size_t Rows::Hash::operator()(const std::vector<ir::Symbol>& key) const {
  std::uint64_t value = 0x9E3779B97F4A7C15;
  for (const ir::Symbol symbol : key) {
    value = (value ^ symbol) * 0xBF58476D1CE4E5B9;
    value ^= value >> 29U;
  }
  return value;
}

Rows::Number Rows::find(std::span<const ir::Symbol> row) const {
  const auto found = numbers_.find({row.begin(), row.end()});
  return found == numbers_.end() ? none : found->second;
}

Rows::Number Rows::insert(std::span<const ir::Symbol> row, Slot slot, bool& inserted) {
  const auto number = static_cast<Number>(slots_.size());
  const auto [found, fresh] = numbers_.try_emplace({row.begin(), row.end()}, number);
  inserted = fresh;
  if (!fresh) return found->second;
  cells_.insert(cells_.end(), row.begin(), row.end());
  slots_.push_back(slot);
  for (auto& [mask, index] : indexes_) add_to(index, mask, number);
  return number;
}

void Rows::add_to(Index& index, std::uint64_t mask, Number number) {
  key_.clear();
  for (std::size_t c = 0; c < width_; ++c) {
    if ((mask >> c & 1U) != 0) key_.push_back(row(number)[c]);
  }
  index[key_].push_back(number);
}

const std::vector<Rows::Number>& Rows::matching(std::uint64_t mask,
                                                std::span<const ir::Symbol> key) {
  const auto [found, fresh] = indexes_.try_emplace(mask);
  Index& index = found->second;
  if (fresh) {
    for (Number number = 0; number < size(); ++number) add_to(index, mask, number);
  }
  // Creates an empty list, too: rows may be added while the caller iterates over it.
  return index[{key.begin(), key.end()}];
}

// --- Plans in the form that the tracer reads

namespace {

using ir::Argument;
using ir::Operation;
using Variables = std::set<ir::VariableId>;

void collect(const std::vector<Operation>& ops, Variables& used, Variables& bound) {
  const auto look = [&](const std::vector<Argument>& args) {
    for (const Argument& arg : args) {
      if (arg.kind == Argument::Kind::variable) used.insert(arg.id);
      if (arg.kind == Argument::Kind::binder) bound.insert(arg.id);
    }
  };
  for (const Operation& op : ops) {
    look(op.args);
    look(op.right);
    collect(op.body, used, bound);
  }
}

/// `before`: variables bound outside of these operations, and used in their tests or outside.
void nest(std::vector<Operation>& ops, Variables before) {
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (i > 0 && walks(ops[i])) {
      std::vector<Operation> rest(std::make_move_iterator(ops.begin() + static_cast<long>(i)),
                                  std::make_move_iterator(ops.end()));
      const Variables open = free_variables(rest);
      const bool needs_all = std::includes(open.begin(), open.end(), before.begin(), before.end());
      if (needs_all) {
        std::move(rest.begin(), rest.end(), ops.begin() + static_cast<long>(i));
      } else {
        ops.resize(i);
        Operation test;
        test.kind = Operation::Kind::exists;
        test.body = std::move(rest);
        nest(test.body, open);
        ops.push_back(std::move(test));
        return;
      }
    }
    if (ops[i].kind == Operation::Kind::exists) nest(ops[i].body, free_variables(ops[i].body));
    for (const Argument& arg : ops[i].args) {
      if (arg.kind == Argument::Kind::binder) before.insert(arg.id);
    }
  }
}

}  // namespace

Variables free_variables(const std::vector<Operation>& ops) {
  Variables used;
  Variables bound;
  collect(ops, used, bound);
  Variables open;
  std::set_difference(used.begin(), used.end(), bound.begin(), bound.end(),
                      std::inserter(open, open.end()));
  return open;
}

ir::Plan traced_plan(ir::Module& module, const passes::Estimates& estimates, const ir::Rule& rule) {
  ir::Plan plan = passes::build_plan(
      module, estimates, rule, passes::order_literals(module, estimates, {}, rule, std::nullopt),
      std::nullopt);
  static_cast<void>(passes::introduce_exists(plan));
  for (Operation& op : plan.ops) {
    if (op.kind == Operation::Kind::exists) nest(op.body, free_variables(op.body));
  }
  return plan;
}

bool arrives_once(const ir::Plan& plan) {
  Variables head;
  for (const Argument& arg : plan.ops.back().args) {
    if (arg.kind == Argument::Kind::variable) head.insert(arg.id);
  }
  return std::all_of(plan.ops.begin(), plan.ops.end(), [&](const Operation& op) {
    return !walks(op) || std::all_of(op.args.begin(), op.args.end(), [&](const Argument& arg) {
      if (arg.kind == Argument::Kind::binder) return head.contains(arg.id);
      return arg.kind != Argument::Kind::ignore;
    });
  });
}

// --- Tracing a plan

namespace {

using ir::Argument;
using ir::Operation;
using Code = Instruction::Code;

constexpr std::size_t most_depth = 200;

enum class Truth : std::uint8_t { never, always, depends };

class PlanTracer {
 public:
  PlanTracer(TraceState& state, bool tally) : state_(state), tally_(tally) {}

  void trace(const ir::Plan& plan) {
    values_.assign(plan.variables.size(), ir::no_symbol);
    run(plan.ops, 0, 0);
  }

 private:
  /// Continues behind operation `at` with mask `depth`; returns whether that emitted anything.
  bool go_on(const std::vector<Operation>& ops, std::size_t at, std::size_t depth) {
    return run(ops, at + 1, depth);
  }

  /// The same under a slot.
  bool join(const std::vector<Operation>& ops, std::size_t at, std::size_t depth, Slot slot,
            bool excluded = false) {
    if (slot == always) return excluded ? false : go_on(ops, at, depth);
    const std::size_t begin = state_.program.code.size();
    state_.emit({excluded ? Code::exclude : Code::join, next(depth), 0, slot, 0});
    return under(ops, at, depth, begin);
  }

  std::uint8_t next(std::size_t depth) const {
    if (depth + 1 >= most_depth) throw TooLarge();
    return static_cast<std::uint8_t>(depth + 1);
  }

  /// Traces the code under the join that was emitted at `begin`.
  bool under(const std::vector<Operation>& ops, std::size_t at, std::size_t depth,
             std::size_t begin) {
    joins_.push_back({begin, true});
    const bool any = go_on(ops, at, depth + 1);
    const bool skippable = joins_.back().skippable;
    joins_.pop_back();
    std::vector<Instruction>& code = state_.program.code;
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

  /// Fuses a join and the only instruction under it.
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

  /// Truncates the code, and forgets the answers computed in the removed part.
  void truncate(std::size_t size) {
    state_.program.code.resize(size);
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
      case Operation::Kind::compare:
      case Operation::Kind::compute:
      case Operation::Kind::unless:
      case Operation::Kind::remove:
        break;  // only in agendas
      case Operation::Kind::given:
        break;  // only in calls, which features do not have
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

  /// Returns the numbers of the rows that match the bound values.
  const std::vector<Rows::Number>& matching(const Operation& op) {
    std::uint64_t mask = 0;
    std::vector<ir::Symbol> key;
    for (std::size_t c = 0; c < op.args.size(); ++c) {
      const Argument& arg = op.args[c];
      if (arg.kind == Argument::Kind::ignore || arg.kind == Argument::Kind::binder) continue;
      mask |= std::uint64_t{1} << c;
      key.push_back(value(arg));
    }
    return state_.rows[op.relation].matching(mask, key);
  }

  bool walk(const std::vector<Operation>& ops, std::size_t at, std::size_t depth) {
    const Operation& op = ops[at];
    Rows& rows = state_.rows[op.relation];
    const std::vector<Rows::Number>& numbers = matching(op);
    bool any = false;
    std::set<std::uint32_t> binds;
    for (const Argument& arg : op.args) {
      if (arg.kind == Argument::Kind::binder) binds.insert(arg.id);
    }
    bound_ += binds.size();
    // Recursion may append to them.
    const std::size_t count = numbers.size();
    for (std::size_t i = 0; i < count && !(stop_ && in_test_ > 0); ++i) {
      const Rows::Number number = numbers[i];
      state_.step();
      if (!bind(op, rows.row(number))) continue;
      any = join(ops, at, depth, rows.slot(number)) || any;
    }
    bound_ -= binds.size();
    return any;
  }

  /// Returns false if a variable that occurs twice would have two values.
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
    Rows& rows = state_.rows[ops[at].relation];
    const std::size_t count = numbers.size();
    state_.step();
    if (count == 0) return false;
    if (count == 1) return join(ops, at, depth, rows.slot(numbers[0]));
    for (std::size_t i = 0; i < count; ++i) {
      if (rows.slot(numbers[i]) == always) return go_on(ops, at, depth);
    }
    const std::uint16_t found = open(depth);
    for (std::size_t i = 0; i < count; ++i) {
      state_.step();
      state_.emit({Code::join_found, next(depth + 1), found, rows.slot(numbers[i]), 0});
    }
    return close(ops, at, depth, found);
  }

  bool absent(const std::vector<Operation>& ops, std::size_t at, std::size_t depth) {
    const std::vector<Rows::Number>& numbers = matching(ops[at]);
    Rows& rows = state_.rows[ops[at].relation];
    const std::size_t count = numbers.size();
    state_.step();
    if (count == 0) return go_on(ops, at, depth);
    if (count == 1) return join(ops, at, depth, rows.slot(numbers[0]), true);
    // Traces one after the other, the last like all others.
    const std::size_t begin = state_.program.code.size();
    for (std::size_t i = 0; i < count; ++i) {
      state_.step();
      const Slot slot = rows.slot(numbers[i]);
      if (slot == always) {
        truncate(begin);
        return false;
      }
      state_.emit({Code::exclude, next(depth), 0, slot, 0});
      if (i + 1 < count) ++depth;
    }
    const bool any = go_on(ops, at, depth + 1);
    if (!any) truncate(begin);
    return any;
  }

  // Existence ----------------------------------------------------------------

  std::uint16_t open(std::size_t depth) {
    const auto found = static_cast<std::uint16_t>(found_++);
    state_.emit({Code::open, next(depth), found, 0, 0});
    return found;
  }

  bool close(const std::vector<Operation>& ops, std::size_t at, std::size_t depth,
             std::uint16_t found) {
    --found_;
    const std::size_t begin = state_.program.code.size();
    state_.emit({Code::close, next(depth), found, 0, 0});
    return under(ops, at, depth, begin);
  }

  /// Handles the end of a test's operations.
  bool arrive_in_test(std::size_t depth) {
    if (depth == test_depth_) {
      stop_ = true;  // it holds in every position
    } else {
      state_.emit({Code::found, static_cast<std::uint8_t>(depth),
                   static_cast<std::uint16_t>(found_ - 1), 0, 0});
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
    const std::size_t begin = state_.program.code.size();
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
    const Answer answer{Truth::depends, state_.new_kept()};
    state_.emit({Code::keep, 0, found, answer.slot, 0});
    --found_;
    // A cached answer must be computed in every position.
    for (Join& join : joins_) join.skippable = false;
    remember(answers, std::move(key), answer);
    return with_answer(ops, at, depth, answer);
  }

  void remember(Answers& answers, std::vector<ir::Symbol> key, const Answer& answer) {
    answer_log_.push_back(
        {&answers, key, state_.program.code.size() - (answer.truth == Truth::depends)});
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

  /// Whether different outer bindings ask the same question: not all bound variables occur in it.
  bool is_asked_again(const Operation& op) { return free_of(op).size() < bound_; }

  // The end ------------------------------------------------------------------

  bool insert(const Operation& op, std::size_t depth) {
    const auto at = static_cast<std::uint8_t>(depth);
    if (tally_) {
      state_.emit({Code::tally, at, 0, 0, 0});
      return true;
    }
    std::vector<ir::Symbol> row;
    for (const Argument& arg : op.args) row.push_back(value(arg));
    Rows& rows = state_.rows[op.relation];
    bool inserted = false;
    const Rows::Number number = rows.insert(row, always, inserted);
    if (inserted && depth > 0) rows.set_slot(number, state_.new_slot());
    if (rows.slot(number) == always) return true;
    state_.emit({Code::add, at, 0, rows.slot(number), 0});
    return true;
  }

  struct Join {
    std::size_t code;
    bool skippable;
  };
  struct Logged {
    Answers* of;
    std::vector<ir::Symbol> key;
    std::size_t code;  ///< index of the code that computes the answer
  };

  TraceState& state_;
  bool tally_;
  std::vector<ir::Symbol> values_;
  std::vector<Join> joins_;
  std::unordered_map<const Operation*, Answers> answers_;
  std::unordered_map<const Operation*, std::vector<ir::VariableId>> free_;
  std::vector<Logged> answer_log_;
  std::size_t found_ = 0;       ///< open existence tests
  std::size_t test_depth_ = 0;  ///< mask at which the innermost test begins
  std::size_t in_test_ = 0;
  std::size_t bound_ = 0;  ///< number of bound variables
  bool stop_ = false;      ///< the innermost test holds in every position
};

}  // namespace

void trace_plan(const ir::Plan& plan, TraceState& state, bool tally) {
  PlanTracer(state, tally).trace(plan);
}

}  // namespace tesuji::slices
