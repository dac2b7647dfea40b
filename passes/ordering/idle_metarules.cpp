#include "passes/ordering/idle_metarules.h"

#include "ir/core/counted.h"
#include "ir/module/agenda_premises.h"
#include "passes/ordering/literal_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace tesuji::passes {
namespace {

using ir::PremisePattern;

/// The forms of premises and bodies: kinds, relations and numbers of arguments.
class Forms {
 public:
  explicit Forms(const ir::Module& module) {
    for (const ir::Agenda& agenda : module.agendas) {
      add(views_of(module, ir::premises_of(agenda)));
    }
    for (const ir::Rule& rule : module.rules) add(views_of(module, rule));
  }

  [[nodiscard]] bool have(const PremisePattern& pattern) const {
    return forms_.contains({pattern.kind, pattern.relation, pattern.args.size()});
  }

  /// Returns a suggestion of the intended name, as the end of a sentence.
  [[nodiscard]] std::string hint(const PremisePattern& pattern) const {
    std::vector<std::string> names;
    for (const Form& form : forms_) {
      if (form.kind != pattern.kind) continue;
      if (form.relation == pattern.relation) {
        return fmt::format(": `{}` has {} there", form.relation,
                           ir::counted(form.arity, "argument"));
      }
      names.push_back(form.relation);
    }
    const std::string nearest = ir::nearest_name(pattern.relation, names);
    return nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest);
  }

 private:
  void add(const std::vector<passes::LiteralView>& views) {
    for (const passes::LiteralView& view : views) {
      forms_.insert({view.kind, std::string(view.relation), view.args.size()});
    }
  }

  struct Form {
    PremisePattern::Kind kind;
    std::string relation;
    std::size_t arity;
    auto operator<=>(const Form&) const = default;
  };
  std::set<Form> forms_;
};

}  // namespace

void warn_of_idle(const std::vector<ir::OrderingMetarule>& metarules, const ir::Module& module,
                  ir::Diagnostics& diagnostics) {
  const Forms forms(module);
  const std::string_view what = module.agendas.empty()
                                    ? "literal of the rules, as they are compiled"
                                    : "premise of the rules";
  for (const ir::OrderingMetarule& metarule : metarules) {
    std::vector<const PremisePattern*> patterns{&metarule.premise};
    for (const PremisePattern& condition : metarule.conditions) patterns.push_back(&condition);
    const auto idle = std::find_if(patterns.begin(), patterns.end(),
                                   [&](const PremisePattern* p) { return !forms.have(*p); });
    if (idle == patterns.end()) continue;
    diagnostics.warning(
        (*idle)->span, "unmatched",
        fmt::format("metarule `{}` matches no {}{}", metarule.name, what, forms.hint(**idle)));
  }
}

}  // namespace tesuji::passes
