#include "ir/entries.h"

#include "ir/answer.h"

#include <algorithm>
#include <string>

namespace tesuji::ir {
namespace {

/// `terminal` has to compute one part in so many of `legal`, counted by operations.
constexpr std::size_t least_saved = 8;

/// Whether the stratum fills relations that may lie in the next state.
bool writes_next_state(const Module& module, const Stratum& stratum) {
  return std::any_of(stratum.relations.begin(), stratum.relations.end(), [&](RelationId relation) {
    return answer_of(module.relations[relation].name) == "next";
  });
}

std::size_t count_operations(const std::vector<Operation>& operations) {
  std::size_t count = operations.size();
  for (const Operation& operation : operations) count += count_operations(operation.body);
  return count;
}

std::size_t count_operations(const Module& module, const Stratum& stratum) {
  std::size_t count = 0;
  for (const std::uint32_t plan : stratum.plans) count += count_operations(module.plans[plan].ops);
  return count;
}

}  // namespace

std::optional<Entry> entry_after_terminal(const Module& module) {
  const Entry* legal = module.find_entry("legal");
  const Entry* terminal = module.find_entry("terminal");
  if (legal == nullptr || terminal == nullptr) return std::nullopt;
  Entry rest{std::string(legal_after_terminal), {}};
  std::size_t all = 0;
  std::size_t saved = 0;
  for (const std::uint32_t number : legal->strata) {
    const std::size_t operations = count_operations(module, module.strata[number]);
    all += operations;
    const bool shared = std::find(terminal->strata.begin(), terminal->strata.end(), number) !=
                        terminal->strata.end();
    if (!shared) {
      rest.strata.push_back(number);
      continue;
    }
    if (writes_next_state(module, module.strata[number])) return std::nullopt;
    saved += operations;
  }
  // Functions that two entries call are no longer made part of one.
  if (saved == 0 || saved * least_saved < all) return std::nullopt;
  return rest;
}

}  // namespace tesuji::ir
