// tesuji metarules: derives ordering metarules from domains and facts, or from observed costs.
#include "passes/ordering/idle_metarules.h"

#include "backend/rules/production.h"
#include "frontend/rules/metarules_parser.h"
#include "frontend/rules/rules_printer.h"
#include "passes/ordering/observed_metarules.h"
#include "passes/ordering/synthesise.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/options/game_options.h"
#include "tools/options/rules_options.h"
#include "tools/reports/profile_file.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

struct MetarulesArguments {
  std::string rules;
  FactsOptions facts;
  std::vector<std::string> profiles;
  std::optional<frontend::Syntax> syntax;
  std::string output;
  bool json = false;
};

const char* name_of(ir::PremisePattern::Kind kind) {
  using Kind = ir::PremisePattern::Kind;
  switch (kind) {
    case Kind::present:
      return "present";
    case Kind::absent:
      return "absent";
    case Kind::compare:
      return "compare";
    case Kind::compute:
      return "compute";
    case Kind::absent_all:
      return "absent_all";
  }
  return "";
}

Json pattern_json(const ir::PremisePattern& pattern) {
  using Argument = ir::PremisePattern::Argument;
  Json args = Json::array();
  for (const Argument& arg : pattern.args) {
    args.push_back(arg.kind == Argument::Kind::constant   ? Json{{"constant", arg.text}}
                   : arg.kind == Argument::Kind::variable ? Json{{"variable", arg.text}}
                                                          : Json(nullptr));
  }
  return {{"kind", name_of(pattern.kind)},
          {"relation", pattern.relation},
          {"arguments", std::move(args)}};
}

Json metarules_json(const std::vector<ir::OrderingMetarule>& metarules) {
  Json json = Json::array();
  for (const ir::OrderingMetarule& one : metarules) {
    Json conditions = Json::array();
    for (const ir::PremisePattern& condition : one.conditions) {
      conditions.push_back(pattern_json(condition));
    }
    json.push_back({{"name", one.name},
                    {"premise", pattern_json(one.premise)},
                    {"bound", one.bound},
                    {"unbound", one.unbound},
                    {"conditions", std::move(conditions)},
                    {"priority", one.priority},
                    {"note", one.note}});
  }
  return json;
}

/// Derives them from all profiles together; returns nothing if one cannot be read.
std::optional<std::vector<ir::OrderingMetarule>> observed(const MetarulesArguments& arguments,
                                                          driver::Session& session) {
  passes::Profile all;
  for (const std::string& name : arguments.profiles) {
    const std::optional<ir::FileId> file = driver::read_file(name, session);
    if (!file) return std::nullopt;
    auto profile = profile_from_json((*session.sources)[*file].text, name, session.diagnostics);
    if (!profile) return std::nullopt;
    std::move(profile->begin(), profile->end(), std::back_inserter(all));
  }
  return passes::observed_metarules(all);
}

/// With a profile, returns only the observed ones, because a body without metarules keeps its
/// order. Without one, returns those that bodies are ordered by.
std::optional<std::vector<ir::OrderingMetarule>> find_for_game(const MetarulesArguments& arguments,
                                                               driver::Session& session) {
  if (!arguments.facts.files.empty()) {
    session.diagnostics.error({}, "usage", "--facts belong to production rules, not to a game");
    return std::nullopt;
  }
  session.syntax = arguments.syntax;
  auto metarules = observed(arguments, session);
  if (!metarules) return std::nullopt;
  const auto module = driver::load_module(arguments.rules, {}, session);
  if (!module) return std::nullopt;
  if (arguments.profiles.empty()) return passes::synthesise_metarules(*module);
  passes::warn_of_idle(*metarules, *module, session.diagnostics);
  return metarules;
}

std::optional<std::vector<ir::OrderingMetarule>> find(const MetarulesArguments& arguments,
                                                      driver::Session& session) {
  if (arguments.rules.empty() && arguments.profiles.empty()) {
    session.diagnostics.error({}, "usage", "name rules, or a profile with --from");
    return std::nullopt;
  }
  if (arguments.rules.empty() && !arguments.facts.files.empty()) {
    session.diagnostics.error({}, "usage", "--facts belong to rules, which are not named");
    return std::nullopt;
  }
  if (is_rulesheet_path(arguments.rules)) return find_for_game(arguments, session);
  auto metarules = observed(arguments, session);
  if (!metarules || arguments.rules.empty()) return metarules;
  const auto module = driver::load_rules(arguments.rules, arguments.facts.files, session, {},
                                         arguments.facts.csv_header);
  if (!module) return std::nullopt;
  if (const auto name = frontend::unwritable_name(*module)) {
    session.diagnostics.error({}, "name",
                              fmt::format("metarules cannot have the name `{}`", *name));
    return std::nullopt;
  }
  return passes::with_others(std::move(*metarules), passes::synthesise_metarules(*module));
}

int run(const MetarulesArguments& arguments) {
  driver::Session session;
  const auto metarules = find(arguments, session);
  const bool text = !arguments.json || !arguments.output.empty();
  const bool written =
      metarules && (!text || write_output(arguments.output, frontend::print_metarules(*metarules),
                                          session.diagnostics));
  if (written && arguments.json) print_json({{"metarules", metarules_json(*metarules)}});
  print_diagnostics(session.diagnostics);
  return written ? exit_ok : exit_code_of(session.diagnostics);
}

}  // namespace

void add_metarules_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("metarules", "Write ordering metarules made from facts or from profiles");
  auto arguments = std::make_shared<MetarulesArguments>();
  command->add_option("RULES", arguments->rules,
                      "Production rules (.rules), agendas (.tir) or a game (.kif, .gdl)");
  add_syntax_option(*command, arguments->syntax);
  arguments->facts.add_to(*command, "Facts to count");
  command
      ->add_option("--from", arguments->profiles,
                   "Profile that `run` or `simulate` wrote with --profile")
      ->allow_extra_args(false)
      ->type_name("PROFILE");
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the metarules to this file (default: standard output)")
      ->type_name("FILE");
  add_json_flag(*command, arguments->json);
  declare_output(*command, command->get_option("--output"), FileKind::metarules);
  command->group("Input", {"--syntax", "--csv-header"});
  add_examples(*command, {"tesuji metarules connect.rules --facts position.pl -o connect.meta",
                          "tesuji metarules --from profile.json",
                          "tesuji metarules hexapawn.kif --from profile.json -o hexapawn.meta"});
  command->callback([arguments, &action] { action = [arguments] { return run(*arguments); }; });
}

}  // namespace tesuji::tools
