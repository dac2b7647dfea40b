#include "tools/commands/solve_puzzle.h"

#include "backend/puzzles/solve_puzzle.h"
#include "runtime/host/puzzles/chance_value.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/commands/solve_forward.h"
#include "tools/options/certifying.h"
#include "tools/reports/puzzle_report.h"
#include "tools/reports/verify/verify_programs.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace tesuji::tools {

namespace {

const std::map<std::string, driver::PuzzleMethod>& methods_by_name() {
  static const std::map<std::string, driver::PuzzleMethod> methods{
      {"a-star", driver::PuzzleMethod::a_star},
      {"asp", driver::PuzzleMethod::asp},
      {"beam", driver::PuzzleMethod::beam},
      {"breadth-first", driver::PuzzleMethod::breadth_first},
      {"factoring", driver::PuzzleMethod::factoring},
      {"sat", driver::PuzzleMethod::sat},
      {"two-sided", driver::PuzzleMethod::two_sided}};
  return methods;
}

}  // namespace

void PuzzleArguments::add_to(Command& command) {
  std::vector<std::string> names;
  for (const auto& [name, method] : methods_by_name()) names.push_back(name);
  names.emplace_back(forward_method);
  std::sort(names.begin(), names.end());
  command
      .add_option("--method", methods,
                  "For two: forward; for one: a-star, asp, beam, .. (docs/cli/solve.md)")
      ->type_name("METHOD ...")
      ->check(one_of(names));
  command.add_flag("!--no-factoring", factoring, "Do not solve independent subgames one by one");
  command.add_flag("--shortest", shortest, "Find a shortest play with the best goal");
  command.add_option("--horizon", horizon, "Consider plays of at most so many moves; 0: all")
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--plan", plan, "Write the play to this file, for --after of `position`")
      ->type_name("FILE");
  if (has_certifier()) {
    command
        .add_option("--certify", certificate,
                    "Write a certificate that no play reaches a higher goal to this folder")
        ->type_name("DIR");
  }
  command.add_option("--emit-asp", programs, "Write the programs of --method=asp to this folder")
      ->type_name("DIR");
  command.add_option("--clingo", clingo, "Name or path of the program clingo, for --method=asp")
      ->type_name("PROGRAM")
      ->capture_default_str();
  if (has_certifier()) {
    command.add_option("--cadical", cadical, "Name or path of the program cadical, for --certify")
        ->type_name("PROGRAM")
        ->capture_default_str();
    command.group("Games for one player", {"--certify", "--cadical"});
  }
  declare_output(command, command.get_option("--plan"), FileKind::moves);
  command.group("Games for one player", {"--method", "--no-factoring", "--shortest", "--horizon",
                                         "--plan", "--emit-asp", "--clingo"});
}

std::string PuzzleArguments::given() const {
  if (!methods.empty()) return "--method";
  if (!factoring) return "--no-factoring";
  if (shortest) return "--shortest";
  if (horizon > 0) return "--horizon";
  if (!plan.empty()) return "--plan";
  if (!certificate.empty()) return "--certify";
  return programs.empty() ? "" : "--emit-asp";
}

namespace {

class PuzzleCommand {
 public:
  PuzzleCommand(const LoadedSearch& search, GameOptions& game, const SolvingOptions& limits,
                const PuzzleArguments& arguments, bool merge_symmetric, bool json)
      : loaded_(search.loaded),
        session_(search.session),
        limit_(search.limit),
        game_(game),
        limits_(limits),
        arguments_(arguments),
        merge_symmetric_(merge_symmetric),
        json_(json),
        programs_(arguments.programs, search.session.diagnostics) {}

  int run() {
    return answer_or_reason(
        game_, loaded_, limits_.memory_mib,
        [this] {
          return limit_.is_over()
                     ? fmt::format("not solved within {:g} s (--seconds)", limits_.seconds)
                     : std::string("stopped, not solved");
        },
        [this] {
          const bool has_chance =
              std::ranges::count(loaded_.game->roles(), runtime::chance_role) > 0;
          if (!can_report(has_chance)) {
            print_diagnostics(session_.diagnostics);
            return exit_code_of(session_.diagnostics);
          }
          return has_chance ? value() : line();
        });
  }

 private:
  /// Checks outputs that would otherwise fail only after hours of search.
  bool can_report(bool has_chance) {
    const auto refuse = [&](const std::string& what) {
      session_.diagnostics.error({}, "usage", what);
      return false;
    };
    if (loaded_.game->has_percepts()) {
      return refuse(
          "the game hides its states from the role; `solve` needs games of complete information");
    }
    if (has_chance && !arguments_.given().empty()) {
      return refuse("chance moves in this game: it has an expected value, and no best play");
    }
    const bool uses_asp = std::ranges::count(arguments_.methods, "asp") > 0;
    if (!arguments_.factoring && std::ranges::count(arguments_.methods, "factoring") > 0) {
      return refuse("--no-factoring contradicts --method=factoring");
    }
    if (!arguments_.programs.empty() && !uses_asp) {
      return refuse("--emit-asp needs --method=asp");
    }
    if (!arguments_.certificate.empty()) {
      const std::string fault = certifier().folder_fault(arguments_.certificate);
      if (!fault.empty()) return refuse("no certificate can be written: " + fault);
      if (sheet() == nullptr) {
        return refuse(
            "certificates are about rulesheets in prefix form; `tesuji convert` writes one");
      }
    }
    return arguments_.programs.empty() || programs_.open();
  }

  /// Returns the text of the rulesheet; null if it is not one in KIF.
  const std::string* sheet() {
    if (loaded_.module == nullptr || driver::is_ir_path(game_.path(), session_)) return nullptr;
    const auto file = driver::read_file(game_.path(), session_);
    if (!file) return nullptr;
    const std::string& text = (*session_.sources)[*file].text;
    const bool is_kif =
        session_.syntax.value_or(frontend::detect_syntax(text)) == frontend::Syntax::kif;
    return is_kif ? &text : nullptr;
  }

  /// Replaces the reason of a stop by the time limit if that caused it.
  void name_reason(runtime::SearchEnd& end) const {
    if (end == runtime::SearchEnd::stopped && limit_.is_over()) end = runtime::SearchEnd::time;
  }

  int value() {
    runtime::ChanceOptions options;
    options.role = driver::puzzle_role(*loaded_.game);
    options.memory_bytes = limits_.memory_mib << 20U;
    options.stop = &limit_.flag();
    ChanceScene scene{game_.path(), *loaded_.game, options.role,
                      runtime::chance_value(*loaded_.game, options)};
    name_reason(scene.found.end);
    if (json_) {
      print_json(chance_json(scene));
    } else {
      fmt::print("{}", chance_text(scene));
    }
    return scene.found.is_solved() ? int{exit_ok} : int{exit_limit};
  }

  int line() {
    driver::PuzzleOptions puzzle;
    if (!arguments_.methods.empty()) puzzle.methods.clear();
    for (const std::string& name : arguments_.methods) {
      puzzle.methods.push_back(methods_by_name().at(name));
    }
    if (!arguments_.factoring) std::erase(puzzle.methods, driver::PuzzleMethod::factoring);
    puzzle.shortest = arguments_.shortest;
    puzzle.symmetries = merge_symmetric_;
    puzzle.horizon = arguments_.horizon;
    puzzle.memory_bytes = limits_.memory_mib << 20U;
    puzzle.seconds = limit_.seconds_left();
    puzzle.stop = &limit_.flag();
    puzzle.clingo = arguments_.clingo;
    if (!arguments_.programs.empty()) {
      puzzle.program = [this](const std::string& name, const std::string& text) {
        programs_.keep(name, text);
      };
    }
    std::optional<ProgressLine> progress(std::in_place, "solve", limits_.progress);
    puzzle.progress = [&](const std::string& what) { progress->begin(what); };
    PuzzleScene scene{
        game_.path(), *loaded_.game,
        driver::solve_puzzle(game_.path(), loaded_, game_.driver_options(), puzzle, session_),
        arguments_.horizon};
    for (driver::MethodReport& method : scene.solved.methods) name_reason(method.end);
    progress.reset();
    std::optional<Certified> certificate;
    if (!arguments_.certificate.empty()) certificate = certify(scene.solved);
    report(scene, certificate);
    if (!arguments_.plan.empty() && scene.solved.best) {
      static_cast<void>(write_output(arguments_.plan, line_text(scene), session_.diagnostics));
    }
    print_diagnostics(session_.diagnostics);
    if (session_.diagnostics.has_errors()) return exit_code_of(session_.diagnostics);
    if (certificate && certificate->end == Certified::End::wrong) return exit_bug;
    const bool is_whole = !certificate || certificate->end == Certified::End::whole;
    return scene.solved.is_solved() && is_whole ? int{exit_ok} : int{exit_limit};
  }

  Certified certify(const driver::SolvedPuzzle& solved) {
    CertifyingOptions options;
    options.folder = arguments_.certificate;
    options.cadical = arguments_.cadical;
    options.memory_bytes = limits_.memory_mib << 20U;
    options.stop = &limit_.flag();
    options.total_seconds = limit_.seconds_left();
    return certifier().puzzle(game_.path(), *sheet(), solved, arguments_.horizon, options);
  }

  void report(const PuzzleScene& scene, const std::optional<Certified>& certificate) {
    if (json_) {
      Json json = puzzle_json(scene);
      if (certificate) json["certificate"] = certificate->json;
      print_json(json);
    } else {
      fmt::print("{}", puzzle_text(scene));
      if (certificate) fmt::print("{}", certificate->text);
    }
  }

  const driver::LoadedGame& loaded_;
  driver::Session& session_;
  const TimeLimit& limit_;
  GameOptions& game_;
  const SolvingOptions& limits_;
  const PuzzleArguments& arguments_;
  bool merge_symmetric_;
  bool json_;
  ProgramFiles programs_;
};

}  // namespace

int solve_puzzle(const LoadedSearch& search, GameOptions& game, const SolvingOptions& limits,
                 const PuzzleArguments& arguments, bool merge_symmetric, bool json) {
  return PuzzleCommand(search, game, limits, arguments, merge_symmetric, json).run();
}

}  // namespace tesuji::tools
