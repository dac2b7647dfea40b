#include "tools/reports/profile_file.h"

#include "frontend/rules/rules_words.h"
#include "frontend/text/sexpr.h"
#include "ir/text/words.h"
#include "passes/ordering/plan_profile.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/reports/agenda_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

using ir::PremisePattern;
using Argument = PremisePattern::Argument;

constexpr int profile_version = 1;
constexpr std::array<std::pair<PremisePattern::Kind, std::string_view>, 5> kinds{{
    {PremisePattern::Kind::present, "present"},
    {PremisePattern::Kind::absent, "absent"},
    {PremisePattern::Kind::compare, "compare"},
    {PremisePattern::Kind::compute, "compute"},
    {PremisePattern::Kind::absent_all, "absent_all"},
}};

std::string to_text(const Argument& argument) {
  if (argument.kind == Argument::Kind::any) return "_";
  return argument.kind == Argument::Kind::variable ? "?" + argument.text : argument.text;
}

Argument to_argument(const std::string& text) {
  if (text == "_") return {};
  if (text.size() > 1 && text[0] == '?') return {Argument::Kind::variable, text.substr(1)};
  return {Argument::Kind::constant, text};
}

Json to_json(const passes::ProfiledPremise& premise) {
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& entry) {
    return entry.first == premise.premise.kind;
  });
  Json arguments = Json::array();
  for (const Argument& argument : premise.premise.args) arguments.push_back(to_text(argument));
  Json bound = Json::array();
  for (const std::string& variable : premise.bound) bound.push_back("?" + variable);
  Json json = {{"kind", kind->second},
               {"relation", premise.premise.relation},
               {"arguments", std::move(arguments)},
               {"bound", std::move(bound)},
               {"trials", premise.trials},
               {"matches", premise.matches},
               {"first_witness", premise.first_witness}};
  if (premise.new_only) json["new_only"] = true;
  return json;
}

/// Throws std::runtime_error if a metarule cannot have the name.
void require_symbol(const std::string& text, bool variable) {
  const bool marked = text == "_" || text.starts_with('?');
  // IR writes variables with capitals; metarules renumber them.
  std::string name = text;
  if (variable) {
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
  }
  if (frontend::is_symbol(name) && (variable || !marked) && text != "?") return;
  throw std::runtime_error(fmt::format("`{}` is not a valid name in metarules", text));
}

/// Throws std::runtime_error if the numbers, names or variables make no sense.
void check(const passes::ProfiledPremise& premise) {
  require_symbol(premise.premise.relation, false);
  for (const Argument& argument : premise.premise.args) {
    if (argument.kind == Argument::Kind::any) continue;
    require_symbol(to_text(argument), argument.kind == Argument::Kind::variable);
  }
  for (const std::string& variable : premise.bound) {
    const bool known = std::any_of(
        premise.premise.args.begin(), premise.premise.args.end(), [&](const Argument& argument) {
          return argument.kind == Argument::Kind::variable && argument.text == variable;
        });
    if (!known) throw std::runtime_error("`?" + variable + "` in `bound` is not in the premise");
  }
  if (premise.trials == 0 && premise.matches > 0) {
    throw std::runtime_error("matches without trials");
  }
}

/// Returns the comparison's name in metarules.
std::string comparison_name(const passes::ProfiledPremise& premise) {
  const auto comparison = frontend::comparison_word(premise.premise.relation);
  if (!comparison) {
    throw std::runtime_error("unknown comparison `" + premise.premise.relation + "`");
  }
  if (premise.premise.args.empty() || premise.premise.args.size() % 2 != 0) {
    throw std::runtime_error("a comparison has two arguments, or two rows of them");
  }
  return std::string(ir::word_for(ir::comparison_words, *comparison));
}

/// Throws Json::exception or std::runtime_error if this is not a premise.
passes::ProfiledPremise to_premise(const Json& json) {
  passes::ProfiledPremise premise;
  const auto word = json.at("kind").get<std::string>();
  const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const auto& entry) { return entry.second == word; });
  if (kind == kinds.end()) throw std::runtime_error("unknown kind `" + word + "`");
  premise.premise.kind = kind->first;
  premise.premise.relation = json.at("relation").get<std::string>();
  for (const Json& argument : json.at("arguments")) {
    premise.premise.args.push_back(to_argument(argument.get<std::string>()));
  }
  for (const Json& variable : json.at("bound")) {
    const Argument argument = to_argument(variable.get<std::string>());
    if (argument.kind != Argument::Kind::variable) {
      throw std::runtime_error("`" + to_text(argument) + "` in `bound` is not a variable");
    }
    premise.bound.push_back(argument.text);
  }
  for (const char* number : {"trials", "matches"}) {
    if (!json.at(number).is_number_unsigned()) {
      throw std::runtime_error(fmt::format("`{}` has to be a natural number", number));
    }
  }
  premise.trials = json.at("trials").get<std::uint64_t>();
  premise.matches = json.at("matches").get<std::uint64_t>();
  premise.first_witness = json.value("first_witness", false);
  premise.new_only = json.value("new_only", false);
  if (premise.premise.kind == PremisePattern::Kind::compare) {
    premise.premise.relation = comparison_name(premise);
  }
  check(premise);
  return premise;
}

/// Sums of all trials and matches of a profile, which are added up when metarules are made from it.
class Counts {
 public:
  /// Throws std::runtime_error if a sum is too large.
  void add(const passes::ProfiledPremise& premise) {
    add(premise.trials);
    add(premise.matches);
  }

 private:
  void add(std::uint64_t count) {
    if (count > most - sum_) {
      throw std::runtime_error(fmt::format("trials and matches come to more than {}", most));
    }
    sum_ += count;
  }

  /// So that the sums of many profiles do not overflow.
  static constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max() >> 8U;
  std::uint64_t sum_ = 0;
};

}  // namespace

Json profile_to_json(const passes::Profile& profile, std::string_view end) {
  Json rules = Json::array();
  for (const passes::ProfiledRule& rule : profile) {
    Json premises = Json::array();
    for (const passes::ProfiledPremise& premise : rule.premises) {
      premises.push_back(to_json(premise));
    }
    Json json{{"rule", rule.name}};
    if (rule.place.known()) json["lines"] = {rule.place.begin.line, rule.place.end.line};
    if (rule.evaluations > 0) json["evaluations"] = rule.evaluations;
    if (rule.nanoseconds > 0) json["seconds"] = 1e-9 * static_cast<double>(rule.nanoseconds);
    json["premises"] = std::move(premises);
    rules.push_back(std::move(json));
  }
  return {{"profile", profile_version}, {"end", end}, {"rules", std::move(rules)}};
}

Json profile_to_json(const ir::Module& module, const runtime::ProductionResult& result) {
  std::vector<std::vector<std::uint64_t>> trials;
  for (const runtime::AgendaCounts& counts : result.counts) trials.push_back(counts.trials);
  const bool whole = result.end == runtime::ProductionEnd::fixpoint;
  return profile_to_json(passes::make_profile(module, trials, whole), name_of(result.end));
}

std::optional<passes::Profile> profile_from_json(std::string_view text, const std::string& name,
                                                 ir::Diagnostics& diagnostics) {
  const auto wrong = [&](std::string_view what) {
    diagnostics.error({}, "profile", fmt::format("{}: {}", name, what));
    return std::nullopt;
  };
  std::string place = "the file";
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || !json.contains("profile") || json["profile"] != profile_version) {
      return wrong(fmt::format("not a profile of version {}", profile_version));
    }
    passes::Profile profile;
    Counts counts;
    for (const Json& rule : json.at("rules")) {
      place = fmt::format("rule {}", profile.size() + 1);
      passes::ProfiledRule read;
      read.name = rule.at("rule").get<std::string>();
      for (const Json& premise : rule.at("premises")) {
        place = fmt::format("rule `{}`, premise {}", read.name, read.premises.size() + 1);
        read.premises.push_back(to_premise(premise));
        counts.add(read.premises.back());
      }
      profile.push_back(std::move(read));
    }
    return profile;
  } catch (const Json::exception& error) {
    // Keeps what follows the brackets of `[json.exception.out_of_range.403] key 'x' not found`.
    const std::string_view what = error.what();
    const std::size_t bracket = what.find("] ");
    return wrong(fmt::format("{}: {}", place,
                             bracket == std::string_view::npos ? what : what.substr(bracket + 2)));
  } catch (const std::runtime_error& error) {
    return wrong(fmt::format("{}: {}", place, error.what()));
  }
}

passes::Profile profile_of_play(const driver::LoadedGame& loaded, bool whole) {
  return passes::make_plan_profile(*loaded.module, loaded.trials(), whole, loaded.nanoseconds());
}

bool play_and_profile(const driver::LoadedGame& loaded, const std::string& path,
                      const std::function<void()>& play) {
  // Playouts end between evaluations; a limit ends within one.
  const auto write = [&](std::string_view end, bool whole) {
    const ir::SourceMap sources;
    ir::Diagnostics diagnostics(sources);
    const bool written = write_output(
        path, json_text(profile_to_json(profile_of_play(loaded, whole), end), 1), diagnostics);
    print_diagnostics(diagnostics);
    return written;
  };
  try {
    play();
  } catch (const runtime::LimitReached&) {
    static_cast<void>(write("limit", false));
    throw;
  }
  return write(interrupted() ? "interrupted" : "done", true);
}

}  // namespace tesuji::tools
