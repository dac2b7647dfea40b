// Random rulesheets in every engine, for long runs:
//
//   differential [COUNT [FIRST]]     numbers FIRST .. FIRST + COUNT - 1; default 1000 from 1
//   differential --show NUMBER       prints that rulesheet
//   differential --minimise NUMBER   one that is refused, or that reaches a limit
//   differential --file GAME.kif     compares the engines on a rulesheet
//   differential --renamed COUNT [GAME.kif ..]
//                                    compares engines where relations have other names, on so
//                                    many random sheets and on these games, each in two ways
//
// Tells how it gets on; prints the number of a sheet that the engines disagree on,
// and the sheet as small as it can be made. Exits with 1 then, and where so many were
// refused or reached a limit that little was compared.
#include "frontend/gdl/syntax.h"
#include "tests/property/differential.h"
#include "tests/property/minimise.h"
#include "tests/property/random_rulesheet.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace tesuji;
using namespace tesuji::tests;
using Kind = DifferentialOutcome::Kind;

/// Programs that are refused or reach a limit, in per cent of all: more would mean that
/// the generator no longer fits what the engines take.
constexpr std::uint64_t most_not_compared = 3;

std::string sheet_text(std::uint64_t number) {
  ir::SymbolTable symbols;
  return frontend::print_rulesheet(random_rulesheet(number, symbols), frontend::Syntax::kif,
                                   symbols);
}

/// What must stay while a sheet gets smaller: of an error its code.
std::string reason(const DifferentialOutcome& outcome) {
  if (outcome.kind != Kind::refused) return {};
  return outcome.message.substr(0, outcome.message.find(':'));
}

void report(std::uint64_t number, const DifferentialOutcome& outcome) {
  const DifferentialOptions options = differential_options(number);
  ir::SymbolTable symbols;
  const frontend::Rulesheet smallest =
      minimise(random_rulesheet(number, symbols), [&](const frontend::Rulesheet& sheet) {
        const auto found = compare_engines(
            frontend::print_rulesheet(sheet, frontend::Syntax::kif, symbols), options);
        return found.kind == outcome.kind && reason(found) == reason(outcome);
      });
  const std::string text = frontend::print_rulesheet(smallest, frontend::Syntax::kif, symbols);
  std::cout << (outcome.kind == Kind::disagreed ? "\nDISAGREEMENT on number " : "\nnumber ")
            << number << "\n"
            << outcome.message << "\nas small as it gets:\n\n"
            << text << "\n"
            << compare_engines(text, options).message << std::endl;
}

int run(std::uint64_t count, std::uint64_t first) {
  DifferentialOutcome total;
  std::size_t kinds[4] = {};
  const auto start = std::chrono::steady_clock::now();
  const auto tell = [&](std::uint64_t done) {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::cout << done << " programs: " << kinds[0] << " agreed, " << kinds[1] << " refused, "
              << kinds[2] << " limits, " << kinds[3] << " disagreements; " << total.states
              << " states, " << total.fluents << " fluents, " << total.moves << " moves; "
              << static_cast<int>(time.count()) << " s" << std::endl;
  };
  for (std::uint64_t number = first; number < first + count; ++number) {
    const DifferentialOutcome outcome =
        compare_engines(sheet_text(number), differential_options(number));
    ++kinds[static_cast<std::size_t>(outcome.kind)];
    total.states += outcome.states;
    total.fluents += outcome.fluents;
    total.moves += outcome.moves;
    if (outcome.kind == Kind::disagreed) report(number, outcome);
    if (outcome.kind == Kind::refused || outcome.kind == Kind::limit) {
      std::cout << "number " << number << ": " << outcome.message << std::endl;
    }
    if ((number - first + 1) % 500 == 0) tell(number - first + 1);
  }
  tell(count);
  const std::size_t agreed = kinds[static_cast<std::size_t>(Kind::agreed)];
  const std::size_t disagreed = kinds[static_cast<std::size_t>(Kind::disagreed)];
  const std::uint64_t not_compared = count - agreed - disagreed;
  const bool too_few = not_compared * 100 > count * most_not_compared;
  if (too_few) {
    std::cout << "FAILED: " << not_compared << " of " << count << " programs were not compared; "
              << most_not_compared << " % may be" << std::endl;
  }
  return disagreed > 0 || too_few ? 1 : 0;
}

int run_file(const char* path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::cerr << "differential: cannot read " << path << "\n";
    return 1;
  }
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  DifferentialOptions options;
  options.optimised = options.infix = options.reread = true;
  const DifferentialOutcome outcome = compare_engines(text, options);
  std::cout << (outcome.kind == Kind::agreed ? "agreed" : outcome.message) << "\n";
  return outcome.kind == Kind::agreed ? 0 : 1;
}

/// How many ways of renaming a game is tried in.
constexpr std::uint64_t ways = 2;

/// Names mean nothing: whatever relations are called at whatever stage, engines agree.
int run_renamed(std::uint64_t count, const std::vector<std::string>& files) {
  DifferentialOutcome total;
  std::size_t kinds[4] = {};
  const auto compare = [&](const std::string& text, const std::string& what, std::uint64_t seed) {
    DifferentialOptions options;
    options.reference = options.source = options.nets = false;
    options.renamed = true;
    options.seed = seed;
    const DifferentialOutcome outcome = compare_engines(text, options);
    ++kinds[static_cast<std::size_t>(outcome.kind)];
    total.states += outcome.states;
    if (outcome.kind != Kind::agreed) std::cout << what << ": " << outcome.message << std::endl;
  };
  for (std::uint64_t number = 1; number <= count; ++number) {
    compare(sheet_text(number), "number " + std::to_string(number), number);
  }
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    for (std::uint64_t seed = 1; seed <= ways; ++seed) compare(text, file, 11 * seed);
  }
  std::cout << kinds[0] << " agreed in " << total.states << " states, " << kinds[1] << " refused, "
            << kinds[2] << " limits, " << kinds[3] << " disagreements" << std::endl;
  const std::uint64_t all = count + ways * files.size();
  return kinds[3] > 0 || (all - kinds[0]) * 100 > all * most_not_compared ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int i, std::uint64_t otherwise) {
    return i < argc ? std::strtoull(argv[i], nullptr, 10) : otherwise;
  };
  const std::string_view option = argc > 1 ? argv[1] : "";
  if (option == "--show") {
    std::cout << sheet_text(number(2, 1));
    return 0;
  }
  if (option == "--minimise") {
    const DifferentialOutcome outcome =
        compare_engines(sheet_text(number(2, 1)), differential_options(number(2, 1)));
    if (outcome.kind != Kind::agreed) report(number(2, 1), outcome);
    return outcome.kind == Kind::agreed ? 0 : 1;
  }
  if (option == "--renamed") {
    return run_renamed(number(2, 1000), {argv + std::min(argc, 3), argv + argc});
  }
  if (option == "--file") {
    int failed = argc > 2 ? 0 : 2;
    for (int i = 2; i < argc; ++i) failed = std::max(failed, run_file(argv[i]));
    return failed;
  }
  return run(number(1, 1000), number(2, 1));
}
