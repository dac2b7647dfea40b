#include "backend/llvm/agendas/agenda_tables.h"

#include <algorithm>
#include <limits>

namespace tesuji::llvm_backend {
namespace {

using agenda::AgendaStep;
using agenda::GivenColumn;

/// Maximum number of combinations of given variables for a table (4 MiB).
constexpr std::uint64_t max_keys = std::uint64_t{1} << 20;
constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

/// Computes a row's key in the variables' domains; it has none if no value of a variable matches.
class RowKeys {
 public:
  RowKeys(const AgendaScope& scope, const AgendaStep& step, const AgendaKey& key)
      : step_(step),
        key_(key),
        cells_(scope.program.fixed()[step.relation].cells),
        arity_(scope.relation(step).columns.size()) {
    const ir::Module& module = scope.program.module();
    for (const GivenColumn& given : step.given) {
      std::vector<std::uint32_t>& back = positions_.emplace_back();
      if (given.constant) continue;
      const ir::Domain& column = module.domains[scope.relation(step).columns[given.column]];
      const ir::Domain& own = module.domains[scope.variables[given.value].domain];
      for (const ir::Symbol value : column.values) {
        back.push_back(static_cast<std::uint32_t>(own.position(value)));
      }
    }
  }

  /// Finds the row's key number; returns false if no value of the variables selects the row.
  bool find(std::size_t row, std::uint64_t& number) const {
    std::vector<std::uint32_t> values(key_.variables.size(), nowhere);
    for (std::size_t i = 0; i < step_.given.size(); ++i) {
      const GivenColumn& given = step_.given[i];
      const std::uint32_t cell = cells_[row * arity_ + given.column];
      if (given.constant) {
        if (cell != given.value) return false;
        continue;
      }
      const auto place = static_cast<std::size_t>(
          std::find(key_.variables.begin(), key_.variables.end(), given.value) -
          key_.variables.begin());
      const std::uint32_t value = positions_[i][cell];
      if (value == nowhere || (values[place] != nowhere && values[place] != value)) return false;
      values[place] = value;
    }
    number = 0;
    for (std::size_t i = 0; i < values.size(); ++i) number += values[i] * key_.strides[i];
    return true;
  }

 private:
  const AgendaStep& step_;
  const AgendaKey& key_;
  const std::vector<std::uint32_t>& cells_;
  std::size_t arity_;
  std::vector<std::vector<std::uint32_t>> positions_;  ///< per given column, by cell
};

}  // namespace

AgendaKey key_over(const AgendaScope& scope, std::vector<std::uint32_t> variables) {
  AgendaKey key;
  key.variables = std::move(variables);
  key.strides.resize(key.variables.size());
  for (const std::uint32_t variable : key.variables) {
    key.sizes.push_back(std::max<std::uint64_t>(
        scope.emit.module.domain_size(scope.variables[variable].domain), 1));
  }
  for (std::size_t i = key.variables.size(); i-- > 0;) {
    key.strides[i] = key.count;
    if (__builtin_mul_overflow(key.count, key.sizes[i], &key.count)) {
      key.count = std::numeric_limits<std::uint64_t>::max();
    }
  }
  return key;
}

llvm::Value* key_number(AgendaScope& scope, const AgendaKey& key) {
  std::vector<llvm::Value*> values;
  for (const std::uint32_t variable : key.variables) {
    values.push_back(scope.variables[variable].value);
  }
  return scope.emit.mixed_radix(values, key.strides);
}

std::vector<std::uint32_t> given_variables(const AgendaStep& step) {
  std::vector<std::uint32_t> variables;
  for (const GivenColumn& given : step.given) {
    if (given.constant) continue;
    if (std::find(variables.begin(), variables.end(), given.value) == variables.end()) {
      variables.push_back(given.value);
    }
  }
  return variables;
}

bool can_fold(const AgendaScope& scope, const AgendaStep& step) {
  if (scope.relation(step).kind != ir::RelationKind::fixed) return false;
  const std::vector<std::uint32_t> given = given_variables(step);
  const bool any_open = std::any_of(given.begin(), given.end(), [&](std::uint32_t variable) {
    return scope.program.module().domains[scope.variables[variable].domain].open;
  });
  return !any_open && key_over(scope, given).count <= max_keys;
}

FoldedRows fold(const AgendaScope& scope, const AgendaStep& step) {
  FoldedRows result;
  result.key = key_over(scope, given_variables(step));
  result.begins.assign(result.key.count + 1, 0);
  const runtime::FactRows& fixed = scope.program.fixed()[step.relation];
  std::vector<std::pair<std::uint64_t, std::uint32_t>> found;
  const RowKeys keys(scope, step, result.key);
  for (std::uint32_t row = 0; row < fixed.rows && !step.impossible; ++row) {
    std::uint64_t number = 0;
    if (keys.find(row, number)) found.emplace_back(number, row);
  }
  std::sort(found.begin(), found.end());  // by key, then in order of arrival
  for (const auto& [number, row] : found) {
    ++result.begins[number + 1];
    result.rows.push_back(row);
  }
  const auto [least, most] = std::minmax_element(result.begins.begin() + 1, result.begins.end());
  result.shortest = *least;
  result.longest = *most;
  for (std::size_t i = 1; i < result.begins.size(); ++i) result.begins[i] += result.begins[i - 1];
  const std::size_t arity = scope.relation(step).columns.size();
  for (const agenda::BoundColumn& bound : step.bound) {
    std::vector<std::uint64_t>& column = result.columns.emplace_back();
    for (const std::uint32_t row : result.rows) {
      column.push_back(fixed.cells[row * arity + bound.column]);
    }
  }
  return result;
}

std::pair<llvm::Value*, llvm::Value*> emit_group(AgendaScope& scope, const FoldedRows& folded) {
  Emitter& emit = scope.emit;
  if (folded.key.count == 1) return {emit.number64(0), emit.number64(folded.rows.size())};
  llvm::Value* number = key_number(scope, folded.key);
  llvm::GlobalVariable* table = emit.module.constant_array(
      "begins", emit.module.smallest_type(folded.begins.back()), folded.begins);
  llvm::Value* begin = emit.constant_element(table, number, emit.module.i64, 0);
  llvm::Value* next = emit.build.CreateAdd(number, emit.number64(1));
  return {begin, emit.constant_element(table, next, emit.module.i64, 0)};
}

void emit_columns(AgendaScope& scope, const AgendaStep& step, const FoldedRows& folded,
                  llvm::Value* at) {
  Emitter& emit = scope.emit;
  for (std::size_t b = 0; b < step.bound.size(); ++b) {
    const std::uint64_t size =
        emit.module.domain_size(scope.relation(step).columns[step.bound[b].column]);
    llvm::GlobalVariable* table =
        emit.module.constant_array("column", emit.module.smallest_type(size), folded.columns[b]);
    scope.variables[step.bound[b].variable].value =
        emit.constant_element(table, at, emit.module.i32, size);
  }
}

llvm::Value* emit_bit_test(Emitter& emit, const std::vector<bool>& bits, llvm::Value* number) {
  if (std::find(bits.begin(), bits.end(), true) == bits.end()) return emit.build.getFalse();
  if (std::find(bits.begin(), bits.end(), false) == bits.end()) return emit.build.getTrue();
  std::vector<std::uint64_t> words((bits.size() + 63) / 64);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    words[i / 64] |= std::uint64_t{bits[i]} << (i % 64);
  }
  llvm::Value* word = emit.number64(words[0]);
  llvm::Value* bit = number;
  if (words.size() > 1) {
    word = emit.constant_element(emit.module.constant_array("bits", emit.module.i64, words),
                                 emit.build.CreateLShr(number, 6), emit.module.i64, 0);
    bit = emit.build.CreateAnd(number, 63);
  }
  return emit.build.CreateTrunc(emit.build.CreateLShr(word, bit), emit.build.getInt1Ty());
}

}  // namespace tesuji::llvm_backend
