#include "tools/reports/run_why.h"

#include "tools/base/json.h"

#include "backend/rules/computed_numbers.h"
#include "backend/rules/fact_origins.h"
#include "frontend/rules/facts_reader.h"
#include "ir/core/counted.h"
#include "ir/core/prolog_term.h"
#include "ir/text/words.h"
#include "runtime/host/game/stop.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/messages.h"
#include "tools/base/report.h"
#include "tools/reports/agenda_report.h"

#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <utility>

namespace tesuji::tools {
namespace {

using driver::OriginFact;
using driver::OriginPremise;
using driver::OriginStep;

/// Reads the relation and the constants of the text; returns nothing after an error, which is
/// reported.
std::optional<OriginFact> read_fact(const ir::Module& module, const std::string& text,
                                    driver::Session& session) {
  const std::size_t end = text.find_last_not_of(" \t\n");
  // Facts in Prolog's syntax end with a `.`, s-expressions do not.
  const bool ends = end != std::string::npos && (text[end] == '.' || text[0] == '(');
  const ir::FileId file = session.sources->add("--why", ends ? text : text + ".");
  ir::Diagnostics& diagnostics = session.diagnostics;
  const auto facts = frontend::read_facts(file, *session.symbols, diagnostics);
  if (!facts) return std::nullopt;
  const ir::Span all{file, {1, 1}, {1, static_cast<std::uint32_t>(text.size() + 1)}};
  if (facts->size() != 1) {
    diagnostics.error(all, "parse", "one fact is expected here, such as `reached(c)`");
    return std::nullopt;
  }
  const frontend::GroundFact& fact = facts->front();
  const std::string& name = session.symbols->text(fact.relation);
  std::vector<std::string> known;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    if (relation.name == name) {
      if (relation.columns.size() == fact.args.size()) return OriginFact{id, fact.args};
      diagnostics.error(
          fact.span, "arity",
          fmt::format("`{}` has {} here, and {} in the rules", name,
                      ir::counted(fact.args.size(), "argument"), relation.columns.size()));
      return std::nullopt;
    }
    known.push_back(relation.name);
  }
  std::string message = fmt::format("neither rules nor facts have `{}`", name);
  if (const std::string near = ir::nearest_name(name, known); !near.empty()) {
    message += fmt::format("; did you mean `{}`?", near);
  }
  diagnostics.error(fact.span, "undefined", std::move(message));
  return std::nullopt;
}

std::string text_of(const ir::Module& module, std::string_view name,
                    const std::vector<ir::Symbol>& args) {
  std::vector<std::string> names;
  for (const ir::Symbol symbol : args) {
    names.push_back(symbol == ir::no_symbol ? "_"
                                            : ir::prolog_constant(module.symbols->text(symbol)));
  }
  return names.empty() ? ir::prolog_atom(name)
                       : fmt::format("{}({})", ir::prolog_atom(name), fmt::join(names, ","));
}

std::string text_of(const ir::Module& module, const OriginFact& fact) {
  return text_of(module, module.relations[fact.relation].name, fact.args);
}

std::string text_of(const ir::Module& module, const OriginPremise& premise) {
  switch (premise.kind) {
    case OriginPremise::Kind::present:
      return text_of(module, premise.fact);
    case OriginPremise::Kind::absent:
      return "absent " + text_of(module, premise.fact);
    case OriginPremise::Kind::compute: {
      std::vector<std::string> texts;
      for (const ir::Symbol symbol : premise.fact.args)
        texts.push_back(module.symbols->text(symbol));
      return fmt::format("{} is {}", texts[0], ir::function_text(premise.computation, texts));
    }
    case OriginPremise::Kind::absent_all: {
      std::vector<std::string> texts;
      for (const OriginPremise& member : premise.body) texts.push_back(text_of(module, member));
      return fmt::format("absent together ({})", fmt::join(texts, ", "));
    }
    case OriginPremise::Kind::compare:
      return text_of(module, ir::word_for(ir::comparison_words, premise.comparison),
                     premise.fact.args);
  }
  return {};
}

std::vector<std::string> premises_of(const ir::Module& module, const OriginStep& step) {
  std::vector<std::string> texts;
  for (const OriginPremise& premise : step.premises) texts.push_back(text_of(module, premise));
  return texts;
}

void print_steps(const ir::Module& module, const OriginFact& fact,
                 const std::vector<OriginStep>& steps) {
  if (steps.empty()) fmt::print("{} is given\n", text_of(module, fact));
  for (const OriginStep& step : steps) {
    fmt::print("{} by rule {}: {}\n", text_of(module, step.fact), module.agendas[step.rule].name,
               fmt::join(premises_of(module, step), ", "));
  }
}

Json steps_to_json(const ir::Module& module, const OriginFact& fact,
                   const std::vector<OriginStep>& steps) {
  Json list = Json::array();
  for (const OriginStep& step : steps) {
    list.push_back({{"fact", text_of(module, step.fact)},
                    {"rule", module.agendas[step.rule].name},
                    {"premises", premises_of(module, step)}});
  }
  return {{"why", text_of(module, fact)}, {"given", steps.empty()}, {"steps", std::move(list)}};
}

}  // namespace

int run_why(std::shared_ptr<const ir::Module> module,
            const std::vector<driver::RuleStratum>& strata, const WhyOptions& options,
            driver::Session& session) {
  ir::Diagnostics& diagnostics = session.diagnostics;
  const std::optional<OriginFact> fact = read_fact(*module, options.fact, session);
  if (!fact) return exit_input;
  const runtime::StopScope scope(options.time != nullptr ? &options.time->flag()
                                                         : &watch_interrupts());
  driver::TracedRun run = driver::trace_rules(module, strata, options.limits);
  runtime::ProductionResult& result = run.result;
  if (options.time != nullptr && options.time->is_over()) {
    result.end = runtime::ProductionEnd::seconds;
  }
  module = run.module;
  driver::warn_of_failures(*module, result.failures, diagnostics);
  const auto steps = run.origins.steps_to(*fact);
  if (!steps) {
    diagnostics.error(
        {}, "not-found",
        fmt::format("`{}` is not given, and no rule adds it", text_of(*module, *fact)));
  } else if (options.json) {
    print_json(steps_to_json(*module, *fact, *steps));
  } else {
    print_steps(*module, *fact, *steps);
  }
  if (result.end != runtime::ProductionEnd::fixpoint) {
    std::fflush(stdout);
    print_error(why_stopped(result.end, result.rounds, options.limits));
    return stop_code(result.end);
  }
  return steps ? exit_ok : exit_input;
}

}  // namespace tesuji::tools
