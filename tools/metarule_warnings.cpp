#include "tools/metarule_warnings.h"

#include "backend/driver/production.h"
#include "ir/agenda_premises.h"
#include "passes/agenda_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace tesuji::tools {
namespace {

using ir::PremisePattern;

/// What the rules' premises ask for: kinds, relations and numbers of arguments.
class Forms {
 public:
  explicit Forms(const ir::Module& module) {
    for (const ir::Agenda& agenda : module.agendas) {
      const std::vector<ir::AgendaOperation> premises = ir::premises_of(agenda);
      for (const passes::LiteralView& view : passes::views_of(module, premises)) {
        forms_.insert({view.kind, std::string(view.relation), view.args.size()});
      }
    }
  }

  [[nodiscard]] bool have(const PremisePattern& pattern) const {
    return forms_.contains({pattern.kind, pattern.relation, pattern.args.size()});
  }

  /// What is meant perhaps, as the end of a sentence.
  [[nodiscard]] std::string hint(const PremisePattern& pattern) const {
    std::vector<std::string> names;
    for (const Form& form : forms_) {
      if (form.kind != pattern.kind) continue;
      if (form.relation == pattern.relation) {
        return fmt::format(": `{}` has {} arguments there", form.relation, form.arity);
      }
      names.push_back(form.relation);
    }
    const std::string nearest = ir::nearest_name(pattern.relation, names);
    return nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest);
  }

 private:
  struct Form {
    PremisePattern::Kind kind;
    std::string relation;
    std::size_t arity;
    auto operator<=>(const Form&) const = default;
  };
  std::set<Form> forms_;
};

}  // namespace

std::optional<std::vector<ir::OrderingMetarule>> load_metarules_for(const ir::Module& module,
                                                                    const std::string& path,
                                                                    driver::Session& session) {
  auto metarules = driver::load_metarules(path, session);
  if (!metarules) return std::nullopt;
  const Forms forms(module);
  for (const ir::OrderingMetarule& metarule : *metarules) {
    std::vector<const PremisePattern*> patterns{&metarule.premise};
    for (const PremisePattern& condition : metarule.conditions) patterns.push_back(&condition);
    const auto idle = std::find_if(patterns.begin(), patterns.end(),
                                   [&](const PremisePattern* p) { return !forms.have(*p); });
    if (idle == patterns.end()) continue;
    session.diagnostics.warning((*idle)->span, "unmatched",
                                fmt::format("metarule `{}` matches no premise of the rules{}",
                                            metarule.name, forms.hint(**idle)));
  }
  return metarules;
}

}  // namespace tesuji::tools
