#include "tools/commands/induce_texts.h"

#include "frontend/prolog/clause_metarules_reader.h"
#include "frontend/prolog/induction_reader.h"
#include "learner/induction/bias_metarules.h"
#include "learner/induction/bias_rules.h"
#include "learner/induction/induction_checks.h"
#include "tools/base/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tesuji::tools {

namespace {

/// Adds the metarules that the files name, as far as the bias allows them. `optional`: if none
/// remains, that is not an error.
void read_metarules(const InduceFiles& files, std::size_t arity, bool optional, InduceTexts& texts,
                    driver::Session& session) {
  ir::Diagnostics& diagnostics = session.diagnostics;
  const ir::BiasText& bias = texts.background.bias;
  ClauseShapes shapes;
  if (files.metarules == "migo" || (files.metarules.empty() && !files.game.empty())) {
    shapes.name = "migo";
    shapes.metarules = ir::migo_metarules();
  } else if (files.metarules == "usual" || files.metarules.empty()) {
    shapes.name = "usual";
    shapes.metarules = ir::usual_metarules(arity);
  } else if (const auto file = driver::read_file(files.metarules, session)) {
    shapes.name = files.metarules;
    if (auto read = frontend::read_clause_metarules(*file, diagnostics)) {
      shapes.metarules = std::move(*read);
    }
  }
  if (diagnostics.has_errors()) return;
  // If metarules are named, recursive ones are wanted, too.
  const bool recursion = !bias.given || bias.recursion || !files.metarules.empty();
  const std::vector<ir::ClauseMetarule> all = shapes.metarules;
  ir::Diagnostics unused(*session.sources);
  if (!learner::keep_to_bias(bias, recursion, arity, shapes.metarules,
                             optional ? unused : diagnostics)) {
    return;
  }
  shapes.space = learner::space_of(bias, recursion, all, shapes.metarules);
  texts.shapes.push_back(std::move(shapes));
}

}  // namespace

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
          fmt::format("this rule derives `{}`, which is not a declaration", ir::to_text(term)));
      break;
    }
  }
  frontend::warn_of_ignored_bias(texts.background, diagnostics);
  const ir::BiasText& bias = texts.background.bias;
  const std::size_t arity = texts.examples.empty() ? 2 : texts.examples.front().atom.args.size();
  const bool of_bias = files.metarules == "bias" ||
                       (files.metarules.empty() &&
                        (!bias.head_predicates.empty() || (files.game.empty() && arity > 2)));
  const bool both = of_bias && files.metarules.empty() && bias.invention && arity <= 2;
  if (!of_bias || both) read_metarules(files, arity, both, texts, session);
  if (diagnostics.has_errors()) return std::nullopt;
  if (of_bias)
    texts.shapes.push_back({.name = "bias", .metarules = {}, .of_bias = true, .space = {}});
  return texts;
}

namespace {

bool is_too_many(const learner::BiasForms& forms) {
  return forms.cut_by == learner::BiasForms::Cut::forms ||
         forms.cut_by == learner::BiasForms::Cut::orders;
}

/// Makes all forms that the bias allows. If there are too many, omits those whose body holds for no
/// positive example, if that makes longer bodies possible (`by_examples`).
learner::BiasForms make_forms(const learner::InductionTask& task,
                              learner::FactBackground& background,
                              const learner::FormLimits& limits, bool noise, bool& by_examples) {
  learner::BiasForms forms;
  if (limits.max_variables < task.arity) return forms;
  forms = learner::bias_metarules(task.arity, background.predicates(), limits);
  // With noise the number of forms is part of the description's length.
  if (!is_too_many(forms) || limits.recursion || noise || background.has_proved()) return forms;
  learner::BiasForms longer = learner::bias_metarules(task.arity, background.predicates(), limits,
                                                      {&background, task.positive});
  // Lengths without any form are ignored.
  by_examples = !longer.metarules.empty() && longer.longest > forms.longest;
  return by_examples ? longer : forms;
}

}  // namespace

bool add_forms(const learner::InductionTask& task, learner::FactBackground& background,
               const FormArguments& how, InduceTexts& texts, ir::Diagnostics& diagnostics) {
  const auto shapes = std::find_if(texts.shapes.begin(), texts.shapes.end(),
                                   [](const ClauseShapes& one) { return one.of_bias; });
  if (shapes == texts.shapes.end()) return true;
  const bool alone = texts.shapes.size() == 1;
  const ir::BiasText& bias = texts.background.bias;
  learner::FormLimits limits = learner::form_limits(bias, task.target, task.arity);
  limits.target_types = task.types;
  limits.max_orders = limits.max_orders / limits.max_forms * how.max_forms;
  limits.max_forms = how.max_forms;
  learner::BiasForms forms = make_forms(task, background, limits, how.noise, shapes->by_examples);
  const ir::Span place = bias.max_body        ? bias.max_body->span
                         : bias.max_variables ? bias.max_variables->span
                                              : ir::Span{};
  if (forms.metarules.empty()) {
    if (!alone) {
      texts.shapes.erase(shapes);
      return true;
    }
    const std::string arguments = counted(task.arity, "argument");
    const std::string variables = counted(limits.max_variables, "variable");
    diagnostics.error(
        place, "bias",
        is_too_many(forms)
            ? fmt::format("clauses with {} and at most {} have too many forms already where the "
                          "bodies are short (more than {}; --max-forms); types and directions make "
                          "fewer",
                          arguments, variables, limits.max_forms)
            : fmt::format("the bias allows no clause with {}: at most {} and {}", arguments,
                          variables, counted(limits.max_body, "literal")));
    return false;
  }
  if (alone && bias.max_body && is_too_many(forms)) {
    diagnostics.warning(place, "bias",
                        fmt::format("bodies have at most {} here: longer ones have too many forms "
                                    "(--max-forms); fewer variables (max_vars) make fewer",
                                    counted(forms.longest, "literal")));
  }
  shapes->metarules = std::move(forms.metarules);
  shapes->space = {.forms = true,
                   .body = forms.longest,
                   .variables = limits.max_variables,
                   .max_forms = limits.max_forms,
                   .body_cut = forms.cut_by,
                   .variables_cut = forms.cut_variables};
  return true;
}

std::vector<std::string> space_hints(const ir::BiasText& bias, const ClauseShapes& shapes) {
  std::vector<std::string> hints;
  const auto negates_any = [](const ir::ClauseMetarule& metarule) {
    return std::any_of(metarule.body.begin(), metarule.body.end(), [&](const auto& literal) {
      return literal.negated && metarule.predicates[literal.predicate].variable;
    });
  };
  if (std::any_of(shapes.metarules.begin(), shapes.metarules.end(), negates_any)) {
    hints.emplace_back(
        "no program negates a predicate that it invents: a negated literal calls only predicates "
        "of "
        "the background (--background)");
  }
  if (shapes.of_bias) {
    if (!bias.recursion) hints.emplace_back("no clause calls itself (enable_recursion)");
    return hints;
  }
  const auto& most = bias.max_body;
  if (most && shapes.space.body < most->value) {
    hints.push_back(
        fmt::format("max_body({}) makes no longer bodies: those of these metarules have at most {} "
                    "(--metarules)",
                    most->value, counted(shapes.space.body, "literal")));
  }
  return hints;
}

}  // namespace tesuji::tools
