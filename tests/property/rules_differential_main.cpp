// Random production rules in every engine and under all passes, for long runs:
//
//   rules_differential [COUNT [FIRST]]   numbers FIRST .. FIRST + COUNT - 1; default 1000 from 0
//   rules_differential --show NUMBER     prints that rule set and its facts
//
// Native code is compared on every eighth one. Tells how it gets on; prints the
// numbers of rule sets with a difference, and what it is. Exits with 1 then.
#include "tests/property/random_rules.h"
#include "tests/property/rules_differential.h"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string_view>

namespace {

using namespace tesuji::tests;
using Kind = RulesOutcome::Kind;

int run(std::uint64_t count, std::uint64_t first) {
  std::size_t kinds[4] = {};
  std::size_t add_only = 0;
  std::size_t variants = 0;
  std::size_t deduced = 0;
  std::size_t cycles = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t number = first; number < first + count; ++number) {
    const RandomRules text = random_rules(number);
    const RulesOutcome outcome = compare_rules(text.rules, text.facts, number, number % 8 < 2);
    ++kinds[static_cast<std::size_t>(outcome.kind)];
    add_only += outcome.add_only ? 1 : 0;
    variants += outcome.variants;
    deduced += outcome.deduced;
    cycles += outcome.cycles;
    if (outcome.kind == Kind::disagreed || outcome.kind == Kind::refused) {
      std::cout << "number " << number << ": " << outcome.message << "\n"
                << text.rules << text.facts << std::endl;
    }
    if ((number - first + 1) % 500 != 0 && number + 1 != first + count) continue;
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::cout << number - first + 1 << " rule sets (" << add_only << " only add): " << kinds[0]
              << " agreed, " << kinds[1] << " stopped, " << kinds[2] << " disagreements, "
              << kinds[3] << " refused; " << variants << " variants, " << deduced << " facts, "
              << cycles << " endless; " << static_cast<int>(time.count()) << " s" << std::endl;
  }
  return kinds[2] + kinds[3] > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int i, std::uint64_t otherwise) {
    return i < argc ? std::strtoull(argv[i], nullptr, 10) : otherwise;
  };
  if (argc > 1 && std::string_view(argv[1]) == "--show") {
    const RandomRules text = random_rules(number(2, 0));
    std::cout << text.rules << text.facts;
    return 0;
  }
  return run(number(1, 1000), number(2, 0));
}
