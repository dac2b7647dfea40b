#include "backend/interpreter/plan_compiler.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>

namespace tesuji::interpreter {
namespace {

using ir::Argument;
using ir::Operation;

/// A column of an operation, with its argument resolved.
struct Column {
  enum class Kind : std::uint8_t { constant, known, free, ignored };
  Kind kind = Kind::ignored;
  std::uint32_t position = 0;         ///< constant: in the column's domain
  Register value = 0;                 ///< known, free
  const std::int32_t* map = nullptr;  ///< known: from the variable's domain
  std::uint64_t size = 0;             ///< of the domain
};

bool is_given(const Column& column) {
  return column.kind == Column::Kind::constant || column.kind == Column::Kind::known;
}

class PlanCompiler {
 public:
  PlanCompiler(ProgramData& data, const ir::Plan& plan)
      : data_(data), module_(data.module()), domains_(plan.variables.size(), ir::no_id) {
    result_.registers = static_cast<Register>(plan.variables.size());
    if (!plan.ops.empty()) head_ = &plan.ops.back();
    compile(plan.ops);
    result_.code.emplace_back().code = Instruction::Code::found;
  }

  CompiledPlan take() { return std::move(result_); }

 private:
  Register fresh(std::size_t count = 1) {
    const Register first = result_.registers;
    result_.registers += static_cast<Register>(count);
    return first;
  }

  Instruction& emit(Instruction::Code code) {
    result_.code.emplace_back().code = code;
    return result_.code.back();
  }

  void compile(const std::vector<Operation>& ops) {
    for (const Operation& op : ops) compile(op);
  }

  void compile(const Operation& op) {
    result_.operations.push_back(static_cast<std::uint32_t>(result_.code.size()));
    switch (op.kind) {
      case Operation::Kind::scan:
      case Operation::Kind::probe:
        emit_match(Instruction::Code::each, op);
        break;
      case Operation::Kind::test:
        emit_match(Instruction::Code::any, op);
        break;
      case Operation::Kind::absent:
        emit_match(Instruction::Code::none, op);
        break;
      case Operation::Kind::different:
      case Operation::Kind::same:
        compile_comparison(op);
        break;
      case Operation::Kind::exists: {
        const std::size_t begin = result_.code.size();
        emit(Instruction::Code::exists);
        compile(op.body);
        emit(Instruction::Code::found);
        result_.code[begin].skip = static_cast<std::uint32_t>(result_.code.size() - begin);
        break;
      }
      case Operation::Kind::unless_derived: {
        Operation check = *head_;
        check.kind = Operation::Kind::absent;
        emit_match(Instruction::Code::none, check);
        break;
      }
      case Operation::Kind::insert:
        compile_insert(op);
        break;
      case Operation::Kind::given:
        compile_given(op);
        break;
      case Operation::Kind::compare:
      case Operation::Kind::compute:
      case Operation::Kind::unless:
      case Operation::Kind::remove:
        break;  // only in agendas
    }
  }

  void emit_match(Instruction::Code code, const Operation& op) {
    Match match = make_match(op);
    emit(code).match = std::move(match);
  }

  Match make_match(const Operation& op) {
    Match match;
    const std::optional<std::vector<Column>> columns = resolve(op, match.checks);
    if (!columns) return match;
    const ir::Relation& relation = module_.relations[op.relation];
    if (data_.is_fixed(op.relation)) {
      match_fixed(op, *columns, match);
    } else if (relation.storage == ir::Storage::call) {
      match_call(op, *columns, match);
    } else if (relation.storage == ir::Storage::bits) {
      match_bits(op, *columns, match);
    } else if (relation.storage == ir::Storage::table || relation.storage == ir::Storage::list) {
      match_table(op, *columns, match);
    } else {
      throw std::invalid_argument("relation " + relation.name + " has no storage");
    }
    return match;
  }

  /// Resolves each column of a reading operation; returns nothing if no tuple can match. Binds the
  /// operation's variables; the second occurrence of a variable becomes a check.
  std::optional<std::vector<Column>> resolve(const Operation& op, std::vector<Pair>& checks) {
    const ir::Relation& relation = module_.relations[op.relation];
    if (op.args.size() != relation.columns.size())
      throw std::invalid_argument("wrong number of arguments for " + relation.name);
    std::vector<std::size_t> binder_at(domains_.size(), op.args.size());
    for (std::size_t c = 0; c < op.args.size(); ++c) {
      if (op.args[c].kind != Argument::Kind::binder || binder_at[op.args[c].id] < c) continue;
      binder_at[op.args[c].id] = c;
      domains_[op.args[c].id] = relation.columns[c];
    }
    bool possible = true;
    std::vector<Column> columns(op.args.size());
    for (std::size_t c = 0; c < op.args.size(); ++c) {
      const Argument& arg = op.args[c];
      Column& column = columns[c];
      column.size = module_.domains[relation.columns[c]].values.size();
      if (column.size == 0) possible = false;
      switch (arg.kind) {
        case Argument::Kind::ignore:
          break;
        case Argument::Kind::constant: {
          column.kind = Column::Kind::constant;
          const std::int32_t position = module_.domains[relation.columns[c]].position(arg.id);
          if (position < 0) possible = false;
          column.position = static_cast<std::uint32_t>(position);
          break;
        }
        case Argument::Kind::binder:
        case Argument::Kind::variable:
          if (binder_at[arg.id] == c) {
            column.kind = Column::Kind::free;
            column.value = arg.id;
          } else if (binder_at[arg.id] < op.args.size()) {
            column.kind = Column::Kind::free;
            column.value = fresh();
            checks.push_back(
                {column.value, arg.id, data_.translation(relation.columns[c], domain_of(arg.id))});
          } else {
            column.kind = Column::Kind::known;
            column.value = arg.id;
            column.map = data_.translation(domain_of(arg.id), relation.columns[c]);
          }
          break;
      }
    }
    if (!possible) return std::nullopt;
    return columns;
  }

  ir::DomainId domain_of(ir::VariableId variable) const {
    if (domains_[variable] == ir::no_id)
      throw std::invalid_argument("a variable is used before it is bound");
    return domains_[variable];
  }

  /// Returns a register that holds the column's value after the transfers.
  Register given(const Column& column, std::vector<Transfer>& transfers) {
    if (column.kind == Column::Kind::known && column.map == nullptr) return column.value;
    const Register slot = fresh();
    put(column, slot, transfers);
    return slot;
  }

  void put(const Column& column, Register slot, std::vector<Transfer>& transfers) {
    if (column.kind == Column::Kind::constant) {
      result_.constants.push_back({slot, column.position});
    } else {
      transfers.push_back({column.value, slot, column.map});
    }
  }

  /// Puts the given columns among `which` into consecutive registers.
  Register key_of(const std::vector<Column>& columns, const std::vector<std::uint32_t>& which,
                  std::vector<Transfer>& transfers) {
    if (which.size() == 1) return given(columns[which[0]], transfers);
    const Register first = fresh(which.size());
    for (std::size_t i = 0; i < which.size(); ++i)
      put(columns[which[i]], first + static_cast<Register>(i), transfers);
    return first;
  }

  static std::vector<std::uint32_t> given_columns(const std::vector<Column>& columns) {
    std::vector<std::uint32_t> given;
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (is_given(columns[c])) given.push_back(static_cast<std::uint32_t>(c));
    return given;
  }

  void bind_rows(const std::vector<Column>& columns, Match& match) {
    for (std::size_t c = 0; c < columns.size(); ++c)
      if (columns[c].kind == Column::Kind::free)
        match.inner.push_back(
            {static_cast<std::uint32_t>(c), 0, columns[c].size, columns[c].value});
  }

  void match_fixed(const Operation& op, const std::vector<Column>& columns, Match& match) {
    FixedRelation& relation = data_.fixed(op.relation);
    if (relation.empty() || op.delta) return;
    if (columns.empty()) {
      match.path = AccessPath::unit;
      return;
    }
    const std::vector<std::uint32_t> key = given_columns(columns);
    if (key.size() == columns.size()) {
      if (const std::uint64_t* bits = relation.bits(); bits != nullptr) {
        match.words = {Area::constant, reinterpret_cast<std::uintptr_t>(bits)};
        match_bits(columns, relation.strides(), match);
        return;
      }
    }
    match.path = AccessPath::fixed;
    match.fixed = relation.index(key);
    match.key = key_of(columns, key, match.transfers);
    bind_rows(columns, match);
  }

  /// Matches the columns of a call's result that are not arguments.
  void match_call(const Operation& op, const std::vector<Column>& columns, Match& match) {
    const ir::Relation& relation = module_.relations[op.relation];
    std::vector<Column> free;
    std::vector<std::uint64_t> strides;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (ir::is_given_to_call(relation, c)) continue;
      free.push_back(columns[c]);
      strides.push_back(data_.layout().relations[op.relation].strides[c]);
    }
    match_bits(free, strides, match);
    if (op.delta) {
      match.words = {Area::call, offsetof(CallWords, delta)};
      return;
    }
    match.path = AccessPath::call;
    match.call = &data_.call(op.relation);
    match.key = key_of(columns, relation.indexes[0], match.transfers);
  }

  /// The arguments of the call are a row of the columns of index 0.
  void compile_given(const Operation& op) {
    Match match;
    const std::optional<std::vector<Column>> columns = resolve(op, match.checks);
    if (!columns) {
      emit(Instruction::Code::fail);
      return;
    }
    const ir::Index& index = module_.relations[op.relation].indexes[0];
    for (std::uint32_t i = 0; i < index.size(); ++i) {
      const Column& column = (*columns)[index[i]];
      if (column.kind == Column::Kind::free) {
        match.inner.push_back({i, 0, column.size, column.value});
      } else if (column.kind == Column::Kind::constant) {
        match.known.push_back({i, 0, given(column, match.transfers)});
      }
    }
    emit(Instruction::Code::given).match = std::move(match);
  }

  void match_bits(const Operation& op, const std::vector<Column>& columns, Match& match) {
    const ir::RelationLayout& place = data_.layout().relations[op.relation];
    match.words = op.delta ? Words{Area::scratch, place.delta_offset, place.words == 1}
                           : data_.words(op.relation);
    match_bits(columns, place.strides, match);
  }

  void match_bits(const std::vector<Column>& columns, const std::vector<std::uint64_t>& strides,
                  Match& match) {
    match.path = AccessPath::bits;
    const std::size_t arity = columns.size();
    std::size_t behind_given = 0;  // columns from here on are not given
    std::size_t behind_free = 0;   // columns from here on are not bound
    for (std::size_t c = 0; c < arity; ++c) {
      if (is_given(columns[c])) behind_given = c + 1;
      if (columns[c].kind == Column::Kind::free) behind_free = c + 1;
    }
    // The range begins behind the last given column if the last column is bound or no column is
    // bound; otherwise it contains only the ignored columns behind the last bound one.
    std::size_t range_begin = behind_given;
    if (behind_free > behind_given && behind_free < arity) range_begin = behind_free;
    match.any_in_range = behind_free <= range_begin;
    for (std::size_t c = 0; c < arity; ++c) {
      const Column& column = columns[c];
      const auto number = static_cast<std::uint32_t>(c);
      if (column.kind == Column::Kind::constant) {
        match.first_bit += column.position * strides[c];
      } else if (column.kind == Column::Kind::known) {
        match.known.push_back({number, strides[c], given(column, match.transfers)});
      } else if (c < range_begin) {
        const bool ignored = column.kind == Column::Kind::ignored;
        match.outer.push_back(
            {number, strides[c], column.size, ignored ? fresh() : column.value, ignored});
      } else {
        match.range *= column.size;
        if (column.kind == Column::Kind::free)
          match.inner.push_back({number, strides[c], column.size, column.value});
      }
    }
  }

  void match_table(const Operation& op, const std::vector<Column>& columns, Match& match) {
    match.path = AccessPath::rows;
    match.table = data_.layout().relations[op.relation].table;
    match.arity = static_cast<std::uint32_t>(columns.size());
    match.delta = op.delta;
    const ir::Relation& relation = module_.relations[op.relation];
    const std::vector<std::uint32_t> key = given_columns(columns);
    if (!op.delta && relation.storage == ir::Storage::table) choose_index(relation, key, match);
    if (match.path == AccessPath::chain)
      match.key = key_of(columns, relation.indexes[match.index], match.transfers);
    for (const std::uint32_t c : key)
      match.known.push_back({c, 0, value_of(columns[c], c, relation, match)});
    bind_rows(columns, match);
  }

  /// Chooses the declared index that leaves the fewest columns to filter, if one fits.
  static void choose_index(const ir::Relation& relation, const std::vector<std::uint32_t>& given,
                           Match& match) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < relation.indexes.size(); ++i) {
      const ir::Index& index = relation.indexes[i];
      if (index.size() <= best ||
          !std::includes(given.begin(), given.end(), index.begin(), index.end()))
        continue;
      best = index.size();
      match.path = AccessPath::chain;
      match.index = static_cast<std::uint32_t>(i);
    }
  }

  /// Returns the register of a given column: its place in the key, if it is part of the key.
  Register value_of(const Column& column, std::uint32_t number, const ir::Relation& relation,
                    Match& match) {
    if (match.path == AccessPath::chain) {
      const ir::Index& index = relation.indexes[match.index];
      const auto found = std::find(index.begin(), index.end(), number);
      if (found != index.end()) return match.key + static_cast<Register>(found - index.begin());
    }
    return given(column, match.transfers);
  }

  void compile_comparison(const Operation& op) {
    const bool wants_same = op.kind == Operation::Kind::same;
    std::vector<Pair> pairs;
    bool unequal = false;
    for (std::size_t i = 0; i < std::min(op.args.size(), op.right.size()); ++i)
      unequal = !compare(op.args[i], op.right[i], pairs) || unequal;
    if (unequal || pairs.empty()) {
      if (unequal == wants_same) emit(Instruction::Code::fail);
      return;
    }
    emit(wants_same ? Instruction::Code::same : Instruction::Code::different).pairs =
        std::move(pairs);
  }

  /// Adds the comparison of two arguments unless it is decided at compile time; returns false if
  /// they are never equal.
  bool compare(const Argument& left, const Argument& right, std::vector<Pair>& pairs) {
    if (left.kind == Argument::Kind::constant && right.kind == Argument::Kind::constant)
      return left.id == right.id;
    if (right.kind == Argument::Kind::constant) return compare(right, left, pairs);
    const ir::DomainId domain = domain_of(right.id);
    if (left.kind == Argument::Kind::constant) {
      const std::int32_t position = module_.domains[domain].position(left.id);
      if (position < 0) return false;
      const Register slot = fresh();
      result_.constants.push_back({slot, static_cast<std::uint32_t>(position)});
      pairs.push_back({slot, right.id, nullptr});
    } else if (left.id != right.id) {
      const auto size = [&](ir::DomainId id) { return module_.domains[id].values.size(); };
      pairs.push_back({left.id, right.id, data_.translation(domain_of(left.id), domain),
                       size(domain) > size(domain_of(left.id))});
    }
    return true;
  }

  void compile_insert(const Operation& op) {
    const ir::Relation& relation = module_.relations[op.relation];
    std::vector<Pair> no_checks;
    const std::optional<std::vector<Column>> columns = resolve(op, no_checks);
    if (!columns || data_.is_fixed(op.relation)) {
      emit(Instruction::Code::fail);
      return;
    }
    const ir::RelationLayout& place = data_.layout().relations[op.relation];
    Insertion insertion;
    insertion.once = true;
    for (std::size_t c = 0; c < columns->size(); ++c) {
      insertion.once = insertion.once && ((*columns)[c].kind == Column::Kind::constant ||
                                          ir::is_given_to_call(relation, c));
    }
    if (relation.storage == ir::Storage::call) {
      insertion.words = {Area::call, offsetof(CallWords, fresh)};
      add_key(*columns, place, insertion);
    } else if (relation.storage == ir::Storage::bits) {
      insertion.words = data_.words(op.relation);
      insertion.recursive = place.new_offset != ir::no_id;
      if (insertion.recursive) insertion.new_words = {Area::scratch, place.new_offset};
      add_key(*columns, place, insertion);
    } else if (relation.storage == ir::Storage::table || relation.storage == ir::Storage::list) {
      insertion.to_table = true;
      insertion.table = place.table;
      insertion.row = key_of(*columns, given_columns(*columns), insertion.transfers);
    } else {
      throw std::invalid_argument("relation " + relation.name + " has no storage");
    }
    emit(Instruction::Code::insert).insertion = std::move(insertion);
  }

  void add_key(const std::vector<Column>& columns, const ir::RelationLayout& place,
               Insertion& insertion) {
    for (std::uint32_t c = 0; c < columns.size(); ++c) {
      const Column& column = columns[c];
      if (place.strides[c] == 0) continue;  // an argument of the call
      if (column.kind == Column::Kind::constant) {
        insertion.first_bit += column.position * place.strides[c];
      } else {
        insertion.known.push_back({c, place.strides[c], given(column, insertion.transfers)});
      }
    }
  }

  ProgramData& data_;
  const ir::Module& module_;
  CompiledPlan result_;
  const Operation* head_ = nullptr;    ///< the plan's insert
  std::vector<ir::DomainId> domains_;  ///< of the variables bound so far
};

}  // namespace

ProgramData::ProgramData(const ir::Module& module, const ir::Layout& layout,
                         std::shared_ptr<FixedRelations> encoded)
    : module_(module),
      layout_(layout),
      computed_(module.relations.size()),
      encoded_(std::move(encoded)) {
  for (const ir::Stratum& stratum : module.strata)
    for (const ir::RelationId relation : stratum.relations) computed_[relation] = true;
}

bool ProgramData::is_fixed(ir::RelationId relation) const {
  switch (module_.relations[relation].kind) {
    case ir::RelationKind::fixed:
      return true;
    case ir::RelationKind::derived:
      return !computed_[relation];
    case ir::RelationKind::state:
    case ir::RelationKind::input:
    case ir::RelationKind::memory:
      return false;
  }
  return false;
}

FixedRelation& ProgramData::fixed(ir::RelationId relation) {
  const bool is_static = module_.relations[relation].kind == ir::RelationKind::fixed;
  return (is_static ? *encoded_ : empty_).get(module_, relation);
}

CompiledCall& ProgramData::call(ir::RelationId relation) {
  return calls_[relation];
}

const std::int32_t* ProgramData::translation(ir::DomainId from, ir::DomainId to) {
  const auto [entry, is_new] = translations_.try_emplace({from, to});
  std::vector<std::int32_t>& map = entry->second;
  if (is_new) {
    map = ir::translate(module_, from, to);
    bool identity = true;
    for (std::size_t p = 0; p < map.size(); ++p)
      identity = identity && map[p] == static_cast<std::int32_t>(p);
    if (identity) map.clear();
  }
  return map.empty() ? nullptr : map.data();
}

Words ProgramData::words(ir::RelationId relation) const {
  const ir::RelationLayout& place = layout_.relations[relation];
  if (module_.relations[relation].kind == ir::RelationKind::state)
    return {Area::state, place.state_offset, place.words == 1};
  if (place.scratch_offset != ir::no_id)
    return {Area::scratch, place.scratch_offset, place.words == 1};
  return {Area::out, place.state_offset, place.words == 1};
}

CompiledPlan compile_plan(ProgramData& data, const ir::Plan& plan) {
  return PlanCompiler(data, plan).take();
}

}  // namespace tesuji::interpreter
