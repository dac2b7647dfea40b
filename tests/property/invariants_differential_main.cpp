// Proofs of random invariants of random tiny games, for long runs:
//
//   invariants_differential [COUNT [FIRST]]   numbers FIRST .. FIRST + COUNT - 1; default 1000 from
//   1 invariants_differential --thorough [COUNT [FIRST]]   with each pass left out, of each set
//   invariants_differential --show NUMBER     prints that rulesheet
//   invariants_differential --file GAME.kif NUMBER   the number's formulas of a small game
//
// Tells how it gets on; prints the number of a sheet of whose formulas clingo says what is not so,
// which, and the sheet as small as it can be made (with formulas of its own). Exits with 1 then,
// and where so many were refused or too large that little was compared; with 77 without clingo.
#include "backend/proofs/clingo/clingo.h"
#include "backend/proofs/prove/clingo_prover.h"
#include "frontend/gdl/syntax.h"
#include "tests/property/invariants_differential.h"
#include "tests/property/minimise.h"
#include "tests/property/random_rulesheet.h"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

namespace {

using namespace tesuji;
using namespace tesuji::tests;
using Kind = InvariantsOutcome::Kind;

/// Sheets that are refused or too large, in per cent of all: more would mean that the generator no
/// longer fits.
constexpr std::uint64_t most_not_compared = 10;
constexpr int skipped = 77;

std::string sheet_text(std::uint64_t number) {
  ir::SymbolTable symbols;
  return frontend::print_rulesheet(random_tiny_rulesheet(number, symbols), frontend::Syntax::kif,
                                   symbols);
}

void report(std::uint64_t number, const InvariantsOutcome& outcome, bool thorough) {
  std::cout << "\nDISAGREEMENT on number " << number << "\n"
            << outcome.message << "\n"
            << sheet_text(number) << std::endl;
  ir::SymbolTable symbols;
  const frontend::Rulesheet smallest =
      minimise(random_tiny_rulesheet(number, symbols), [&](const frontend::Rulesheet& sheet) {
        const std::string text = frontend::print_rulesheet(sheet, frontend::Syntax::kif, symbols);
        return compare_invariants(text, number, thorough).kind == Kind::disagreed;
      });
  const std::string text = frontend::print_rulesheet(smallest, frontend::Syntax::kif, symbols);
  std::cout << "as small as it gets:\n\n"
            << text << "\n"
            << compare_invariants(text, number, thorough).message << std::endl;
}

int run(std::uint64_t count, std::uint64_t first, bool thorough) {
  InvariantsOutcome total;
  std::size_t kinds[4] = {};
  const auto start = std::chrono::steady_clock::now();
  const auto tell = [&](std::uint64_t done) {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    const auto formulas = [&](proofs::Outcome stage) {
      return total.by_outcome[static_cast<std::size_t>(stage)];
    };
    std::cout << done << " sheets: " << kinds[0] << " agreed, " << kinds[1] << " refused, "
              << kinds[2] << " too large, " << kinds[3] << " disagreements; " << total.states
              << " states, " << total.moving << " not the last; " << total.programs
              << " programs; formulas: " << formulas(proofs::Outcome::proved) << " proved ("
              << total.on_net.proved << " on nets, " << total.on_net.kept << " in "
              << total.on_net.stopped << " that were stopped), "
              << formulas(proofs::Outcome::step_failed) << " whose step fails, "
              << formulas(proofs::Outcome::refuted) << " known to be false, "
              << formulas(proofs::Outcome::base_failed) << " whose base fails; " << total.plays
              << " plays, " << total.pairs << " pairs; " << total.certificates.cnfs << " CNFs, "
              << total.certificates.certified << " formulas certified, "
              << total.certificates.refused << " not, " << total.certificates.malformed
              << " sets without; " << static_cast<int>(time.count()) << " s" << std::endl;
  };
  for (std::uint64_t number = first; number < first + count; ++number) {
    const InvariantsOutcome outcome = compare_invariants(sheet_text(number), number, thorough);
    ++kinds[static_cast<std::size_t>(outcome.kind)];
    total.states += outcome.states;
    total.moving += outcome.moving;
    total.programs += outcome.programs;
    total.on_net.proved += outcome.on_net.proved;
    total.on_net.stopped += outcome.on_net.stopped;
    total.on_net.kept += outcome.on_net.kept;
    for (std::size_t i = 0; i < total.by_outcome.size(); ++i)
      total.by_outcome[i] += outcome.by_outcome[i];
    total.plays += outcome.plays;
    total.pairs += outcome.pairs;
    total.certificates.cnfs += outcome.certificates.cnfs;
    total.certificates.certified += outcome.certificates.certified;
    total.certificates.refused += outcome.certificates.refused;
    total.certificates.malformed += outcome.certificates.malformed;
    if (outcome.kind == Kind::disagreed) {
      report(number, outcome, thorough);
    } else if (outcome.kind != Kind::agreed) {
      std::cout << "number " << number << ": " << outcome.message << std::endl;
    }
    if ((number - first + 1) % 500 == 0) tell(number - first + 1);
  }
  tell(count);
  const bool too_few = (kinds[1] + kinds[2]) * 100 > count * most_not_compared;
  if (too_few) std::cout << "FAILED: too few were compared" << std::endl;
  return kinds[3] > 0 || too_few ? 1 : 0;
}

int run_file(const char* path, std::uint64_t number) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::cerr << "invariants_differential: cannot read " << path << "\n";
    return 1;
  }
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const InvariantsOutcome outcome = compare_invariants(text, number, true);
  std::cout << (outcome.kind == Kind::agreed ? "agreed" : outcome.message) << "\n";
  return outcome.kind == Kind::agreed ? 0 : 1;
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
  if (proofs::clingo_version({}, 0).text.empty()) {
    std::cerr << "\n*** skipped: clingo is missing\n\n";
    return skipped;
  }
  if (option == "--file") return argc > 2 ? run_file(argv[2], number(3, 1)) : 2;
  if (option == "--thorough") return run(number(2, 1000), number(3, 1), true);
  return run(number(1, 1000), number(2, 1), false);
}
