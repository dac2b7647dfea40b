#include "tools/commands/induce_texts.h"

#include "frontend/prolog/clause_metarules_reader.h"
#include "frontend/prolog/induction_reader.h"
#include "frontend/prolog/popper_bias.h"
#include "learner/induction/bias_metarules.h"
#include "learner/induction/bias_rules.h"
#include "learner/induction/induction_checks.h"
#include "tools/base/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tesuji::tools {

std::optional<InduceTexts> read_texts(const InduceFiles& files, driver::Session& session) {
  InduceTexts texts;
  ir::Diagnostics& diagnostics = session.diagnostics;
  for (const bool positive : {true, false}) {
    for (const std::string& path : positive ? files.examples : files.negative) {
      const auto file = driver::read_file(path, session);
      if (file) (void)frontend::read_examples(*file, positive, texts.examples, diagnostics);
    }
  }
  for (const std::string& path : files.background) {
    const auto file = driver::read_file(path, session);
    if (file) (void)frontend::read_background(*file, texts.background, diagnostics);
  }
  for (const std::string& path : files.bias) {
    const auto file = driver::read_file(path, session);
    if (file) (void)frontend::read_bias(*file, texts.background, diagnostics);
  }
  if (!diagnostics.has_errors()) {
    const auto derived = learner::derive_declarations(texts.background, diagnostics);
    if (!derived) return std::nullopt;
    for (const ir::PrologTerm& term : *derived) {
      if (frontend::read_popper_directive(term, texts.background, diagnostics)) continue;
      diagnostics.error(
          term.span, "parse",
          fmt::format("this rule derives `{}`, which is no declaration", ir::to_text(term)));
      break;
    }
  }
  frontend::warn_of_ignored_bias(texts.background, diagnostics);
  const ir::BiasText& bias = texts.background.bias;
  const std::size_t arity = texts.examples.empty() ? 2 : texts.examples.front().atom.args.size();
  texts.forms_of_bias =
      files.game.empty() &&
      (files.metarules == "bias" ||
       (files.metarules.empty() && !bias.head_predicates.empty() && !bias.invention) ||
       (files.metarules.empty() && arity > 2));
  if (texts.forms_of_bias) {
    if (diagnostics.has_errors()) return std::nullopt;
    return texts;
  }
  if (files.metarules == "migo" || (files.metarules.empty() && !files.game.empty())) {
    texts.metarules = ir::migo_metarules();
  } else if (files.metarules == "usual" || files.metarules.empty()) {
    texts.metarules = ir::usual_metarules(arity);
  } else if (const auto file = driver::read_file(files.metarules, session)) {
    if (auto read = frontend::read_clause_metarules(*file, diagnostics)) {
      texts.metarules = std::move(*read);
    }
  }
  if (diagnostics.has_errors()) return std::nullopt;
  // Who names metarules wants those that are recursive, too.
  const bool recursion = !bias.given || bias.recursion || !files.metarules.empty();
  const std::vector<ir::ClauseMetarule> all = texts.metarules;
  if (!learner::keep_to_bias(bias, recursion, arity, texts.metarules, diagnostics)) {
    return std::nullopt;
  }
  texts.space = learner::space_of(bias, recursion, all, texts.metarules);
  return texts;
}

bool add_forms(const learner::InductionTask& task, const learner::FactBackground& background,
               InduceTexts& texts, ir::Diagnostics& diagnostics) {
  const ir::BiasText& bias = texts.background.bias;
  learner::FormLimits limits = learner::form_limits(bias, task.target, task.arity);
  limits.target_types = task.types;
  learner::BiasForms forms;
  if (limits.max_variables >= task.arity) {
    forms = learner::bias_metarules(task.arity, background.predicates(), limits);
  }
  const ir::Span place = bias.max_body        ? bias.max_body->span
                         : bias.max_variables ? bias.max_variables->span
                                              : ir::Span{};
  if (forms.metarules.empty()) {
    diagnostics.error(
        place, "bias",
        fmt::format("the bias allows no clause with {}: at most {} and {}",
                    counted(task.arity, "argument"), counted(limits.max_variables, "variable"),
                    counted(limits.max_body, "literal")));
    return false;
  }
  if (bias.max_body && (forms.cut_by == learner::BiasForms::Cut::forms ||
                        forms.cut_by == learner::BiasForms::Cut::orders)) {
    diagnostics.warning(place, "bias",
                        fmt::format("bodies have at most {} here: longer ones have too many forms; "
                                    "fewer variables (max_vars) make fewer",
                                    counted(forms.longest, "literal")));
  }
  texts.metarules = std::move(forms.metarules);
  texts.space = {.forms = true,
                 .body = forms.longest,
                 .variables = limits.max_variables,
                 .max_forms = limits.max_forms,
                 .body_cut = forms.cut_by,
                 .variables_cut = forms.cut_variables};
  return true;
}

std::vector<std::string> space_hints(const InduceTexts& texts) {
  const ir::BiasText& bias = texts.background.bias;
  std::vector<std::string> hints;
  if (texts.forms_of_bias) {
    if (!bias.recursion) hints.emplace_back("no clause calls itself (enable_recursion)");
    return hints;
  }
  const auto& most = bias.max_body;
  if (most && texts.space.body < most->value) {
    hints.push_back(fmt::format(
        "max_body({}) makes no longer bodies: those of these metarules have at most {} "
        "(--metarules)",
        most->value, counted(texts.space.body, "literal")));
  }
  return hints;
}

}  // namespace tesuji::tools
