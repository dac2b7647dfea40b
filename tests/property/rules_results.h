// What comparisons of production rules share: results side by side.
#pragma once

#include "ir/core/source.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::tests {

/// A difference; its text says which.
struct Difference : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Facts as text, by relation: modules number constants in their own ways.
using FactTexts = std::map<std::string, std::vector<std::string>>;

/// In order of arrival; `as_sets`: in alphabetical order.
[[nodiscard]] FactTexts fact_texts(const ir::Module& module, const runtime::Facts& facts,
                                   bool as_sets);

/// Whether all counts of both runs are the same.
[[nodiscard]] bool same_counts(const runtime::ProductionResult& a,
                               const runtime::ProductionResult& b);

/// Throws a Difference where the module does not verify, or its text does not read back the
/// same. `what` says in the message which module it is.
void check_module(const ir::Module& module, const std::shared_ptr<ir::SourceMap>& sources,
                  const std::string& what);

}  // namespace tesuji::tests
