#include "frontend/invariants/invariants_reader.h"

#include "frontend/invariants/invariants_checks.h"
#include "frontend/invariants/invariants_domains.h"
#include "frontend/invariants/invariants_parser.h"
#include "frontend/invariants/invariants_resolver.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>

namespace tesuji::frontend {
namespace {

void check_names(const InvariantsText& text, ir::Diagnostics& diagnostics) {
  std::map<std::string_view, ir::Span> names;
  for (const InvariantText& invariant : text.invariants) {
    const auto [found, is_new] = names.emplace(invariant.name, invariant.name_span);
    if (is_new) continue;
    diagnostics
        .error(invariant.name_span, "duplicate",
               fmt::format("there are two invariants `{}`", invariant.name))
        .notes.push_back({found->second, "here is the first"});
  }
}

std::optional<std::vector<ir::Invariant>> resolve(const InvariantsText& text, ir::FileId file,
                                                  const ir::Module& module,
                                                  ir::Diagnostics& diagnostics,
                                                  std::size_t errors_before) {
  const ir::Vocabulary vocabulary(module);
  InvariantDomains domains(text, module, vocabulary, diagnostics);
  InvariantChecks checks(module, vocabulary, diagnostics);
  InvariantResolver resolver(module, vocabulary, domains, diagnostics);
  check_names(text, diagnostics);
  domains.check_declarations();
  std::vector<ir::Invariant> invariants;
  for (const InvariantText& invariant : text.invariants) {
    const std::size_t errors = diagnostics.error_count();
    checks.check(invariant);
    if (diagnostics.error_count() == errors) resolver.resolve(invariant, invariants);
  }
  diagnostics.sort_by_place(file);
  if (diagnostics.error_count() != errors_before) return std::nullopt;
  // A family's members may be called what another invariant is called.
  std::set<std::string> names;
  for (ir::Invariant& invariant : invariants) {
    const std::string name = invariant.name;
    for (int number = 2; !names.insert(invariant.name).second; ++number) {
      invariant.name = fmt::format("{}/{}", name, number);
    }
  }
  return invariants;
}

}  // namespace

std::optional<std::vector<ir::Invariant>> read_invariants(ir::FileId file, const ir::Module& module,
                                                          ir::Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const InvariantsText text = parse_invariants(file, *module.symbols, diagnostics);
  if (text.invariants.empty() && diagnostics.error_count() == errors) {
    diagnostics.warning({file, {}, {}}, "empty", "there are no invariants in this file");
  }
  return resolve(text, file, module, diagnostics, errors);
}

std::optional<std::vector<ir::Invariant>> read_property(ir::FileId file,
                                                        std::string_view default_name,
                                                        const ir::Module& module,
                                                        ir::Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const InvariantsText text = parse_property(file, default_name, *module.symbols, diagnostics);
  return resolve(text, file, module, diagnostics, errors);
}

}  // namespace tesuji::frontend
