#include "ir/module/entries.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tesuji::ir {
namespace {

/// `terminal` must compute at least this fraction (1/8) of `legal`, counted in operations.
constexpr std::size_t least_part = 8;
/// Reusing `legal` must save `next` at least this many expected bindings: it costs one more call,
/// but no code is compiled twice.
constexpr double least_bindings = 64;

/// `ended` must save `terminal` at least this many bindings: it adds code, which takes time to
/// compile.
constexpr double least_bindings_of_end = 4;

/// Whether the stratum fills relations that may be stored in the next state.
bool writes_next_state(const Module& module, const Stratum& stratum) {
  return std::any_of(stratum.relations.begin(), stratum.relations.end(), [&](RelationId relation) {
    return module.relations[relation].answer == Answer::next;
  });
}

/// Whether an operation reads the moves, or one of these relations.
bool reads_any(const Module& module, const std::vector<bool>& relations,
               const std::vector<Operation>& operations) {
  return std::any_of(operations.begin(), operations.end(), [&](const Operation& operation) {
    const RelationId read = operation.relation;
    return (read != no_id &&
            (relations[read] || module.relations[read].kind == RelationKind::input)) ||
           reads_any(module, relations, operation.body);
  });
}

bool reads_any(const Module& module, const std::vector<bool>& relations, const Stratum& stratum) {
  return std::any_of(stratum.plans.begin(), stratum.plans.end(), [&](std::uint32_t plan) {
    return reads_any(module, relations, module.plans[plan].ops);
  });
}

double expected_bindings(const Module& module, const Stratum& stratum) {
  double count = 0;
  for (const std::uint32_t plan : stratum.plans) count += expected_bindings(module.plans[plan].ops);
  return count;
}

/// Marks the relations that operations read.
void note_read(const std::vector<Operation>& operations, std::vector<bool>& read) {
  for (const Operation& operation : operations) {
    if (operation.relation != no_id) read[operation.relation] = true;
    note_read(operation.body, read);
  }
}

/// The strata of one entry that another entry also runs, and the remaining ones.
struct Parts {
  std::vector<std::uint32_t> shared;
  Entry rest;
};

/// Returns nullopt if the shared strata cannot be kept from one evaluation to the next.
std::optional<Parts> divide(const Module& module, std::string_view asked, std::string_view before,
                            std::string_view name) {
  const Entry* entry = module.find_entry(asked);
  const Entry* done = module.find_entry(before);
  if (entry == nullptr || done == nullptr) return std::nullopt;
  Parts parts{{}, {std::string(name), {}}};
  const std::vector<bool> none(module.relations.size(), false);
  for (const std::uint32_t number : entry->strata) {
    if (std::find(done->strata.begin(), done->strata.end(), number) == done->strata.end()) {
      parts.rest.strata.push_back(number);
      continue;
    }
    const Stratum& stratum = module.strata[number];
    if (writes_next_state(module, stratum) || reads_any(module, none, stratum)) return std::nullopt;
    parts.shared.push_back(number);
  }
  return parts;
}

template <typename Count, typename Measure>
Count sum(const Module& module, const std::vector<std::uint32_t>& strata, Measure measure) {
  Count count{};
  for (const std::uint32_t number : strata) count += measure(module, module.strata[number]);
  return count;
}

}  // namespace

bool is_function(const Entry& entry) {
  return entry.name != "static" && entry.name != "ended";
}

std::optional<Entry> entry_after_terminal(const Module& module) {
  auto parts = divide(module, "legal", "terminal", legal_after_terminal);
  if (!parts) return std::nullopt;
  const auto operations = [](const Module& of, const Stratum& stratum) {
    return count_operations(of, stratum);
  };
  const auto saved = sum<std::size_t>(module, parts->shared, operations);
  const auto left = sum<std::size_t>(module, parts->rest.strata, operations);
  // A function with two callers is no longer inlined, so the saving must pay for that.
  if (saved == 0 || saved * least_part < saved + left) return std::nullopt;
  return std::move(parts->rest);
}

std::optional<Entry> entry_after_legal(const Module& module) {
  auto parts = divide(module, "next", "legal", next_after_legal);
  if (!parts) return std::nullopt;
  const auto saved = sum<double>(
      module, parts->shared,
      [](const Module& of, const Stratum& stratum) { return expected_bindings(of, stratum); });
  if (saved < least_bindings) return std::nullopt;
  return std::move(parts->rest);
}

std::optional<Entry> entry_after_next(const Module& module) {
  const Entry* ended = module.find_entry("ended");
  const Entry* next = module.find_entry("next");
  const Entry* terminal = module.find_entry("terminal");
  if (ended == nullptr || next == nullptr || terminal == nullptr) return std::nullopt;
  Entry rest{std::string(ended_after_next), {}};
  for (const std::uint32_t number : ended->strata) {
    if (std::find(next->strata.begin(), next->strata.end(), number) != next->strata.end()) continue;
    // The next state has already been completed.
    if (writes_next_state(module, module.strata[number])) return std::nullopt;
    rest.strata.push_back(number);
  }
  const auto bindings = [&](const Entry& entry) {
    return sum<double>(module, entry.strata, [](const Module& of, const Stratum& stratum) {
      return expected_bindings(of, stratum);
    });
  };
  const double saved = bindings(*terminal) - bindings(rest);
  if (saved < least_bindings_of_end) return std::nullopt;
  return rest;
}

std::optional<Entry> entry_for_other_moves(const Module& module) {
  const Entry* entry = module.find_entry("next");
  if (entry == nullptr) return std::nullopt;
  Entry rest{std::string(next_for_other_moves), {}};
  std::vector<bool> changes(module.relations.size(), false);  // relations that depend on the moves
  bool worthwhile = false;
  double saved = 0;
  for (const std::uint32_t number : entry->strata) {
    const Stratum& stratum = module.strata[number];
    if (writes_next_state(module, stratum) || reads_any(module, changes, stratum)) {
      rest.strata.push_back(number);
      for (const RelationId relation : stratum.relations) changes[relation] = true;
      continue;
    }
    worthwhile = worthwhile || stratum.recursive;
    saved += expected_bindings(module, stratum);
  }
  if (!worthwhile && saved < least_bindings) return std::nullopt;
  return rest;
}

RelationId end_relation(const Module& module) {
  const RelationId terminal = module.find_answer(Answer::terminal);
  if (terminal == no_id) return no_id;
  const Plan* only = nullptr;
  for (const Stratum& stratum : module.strata) {
    const auto& heads = stratum.relations;
    if (std::find(heads.begin(), heads.end(), terminal) == heads.end()) continue;
    if (only != nullptr || stratum.plans.size() != 1) return no_id;
    only = &module.plans[stratum.plans.front()];
  }
  if (only == nullptr || only->ops.size() != 2) return no_id;
  const Operation& test = only->ops.front();
  if (test.kind != Operation::Kind::test || test.relation == no_id) return no_id;
  const Relation& tested = module.relations[test.relation];
  const bool is_flag = tested.kind == RelationKind::derived && tested.columns.empty() &&
                       tested.storage == Storage::bits && tested.answer == Answer::none;
  return is_flag ? test.relation : no_id;
}

std::optional<Entry> entry_at_end(const Module& module) {
  const Entry* goal = module.find_entry("goal");
  const RelationId known = end_relation(module);
  const RelationId asked = module.find_answer(Answer::goal);
  if (goal == nullptr || known == no_id || asked == no_id) return std::nullopt;
  Entry rest{std::string(goal_at_end), {}};
  std::vector<bool> read(module.relations.size(), false);
  read[asked] = true;
  double saved = 0;
  for (auto at = goal->strata.rbegin(); at != goal->strata.rend(); ++at) {
    const Stratum& stratum = module.strata[*at];
    const bool is_known = std::find(stratum.relations.begin(), stratum.relations.end(), known) !=
                          stratum.relations.end();
    const bool is_read = std::any_of(stratum.relations.begin(), stratum.relations.end(),
                                     [&](RelationId relation) { return read[relation]; });
    if (is_known && stratum.relations.size() > 1) return std::nullopt;
    if (is_known || !is_read) {
      saved += expected_bindings(module, stratum);
      continue;
    }
    rest.strata.insert(rest.strata.begin(), *at);
    for (const std::uint32_t plan : stratum.plans) note_read(module.plans[plan].ops, read);
  }
  if (saved < least_bindings) return std::nullopt;
  return rest;
}

std::vector<Entry> remaining_entries(const Module& module) {
  std::vector<Entry> entries;
  for (auto& entry :
       {entry_after_terminal(module), entry_after_legal(module), entry_for_other_moves(module),
        entry_after_next(module), entry_at_end(module)}) {
    if (entry) entries.push_back(*entry);
  }
  return entries;
}

}  // namespace tesuji::ir
