// Random production rules in every engine and under all passes, for long runs:
//
//   rules_differential [COUNT [FIRST]]   numbers FIRST .. FIRST + COUNT - 1; default 1000 from 0
//   rules_differential --functions [COUNT [FIRST]]   with functions and absent conjunctions
//   rules_differential --sequences [COUNT [FIRST]]   their facts changing step by step
//   rules_differential --orders [COUNT [FIRST]]   as `tesuji order` orders them
//   rules_differential --strata [COUNT [FIRST]]   stratum by stratum; "stopped": without strata
//   rules_differential --show NUMBER     prints that rule set, its facts and their changes
//   rules_differential --show-functions NUMBER   .. of --functions
//
// Native code is compared on every fourth of those that only add, and of the others. Tells
// how it gets on; prints the numbers of rule sets with a difference, and what it is. Exits
// with 1 then.
#include "tests/property/random_rules.h"
#include "tests/property/rules_differential.h"
#include "tests/property/rules_orders.h"
#include "tests/property/rules_sequence.h"
#include "tests/property/rules_strata.h"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string_view>

namespace {

using namespace tesuji::tests;

/// What all comparisons count: outcomes by kind, which their enumerations number alike.
struct Tally {
  std::size_t kinds[4] = {};
  std::size_t add_only = 0;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

  template <typename Outcome>
  void add(std::uint64_t number, const RandomRules& text, const Outcome& outcome) {
    ++kinds[static_cast<std::size_t>(outcome.kind)];
    add_only += outcome.add_only ? 1 : 0;
    if (outcome.kind == Outcome::Kind::disagreed || outcome.kind == Outcome::Kind::refused) {
      std::cout << "number " << number << ": " << outcome.message << "\n"
                << text.rules << text.facts << text.changes << std::endl;
    }
  }

  void print(std::uint64_t done) const {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::cout << done << " rule sets (" << add_only << " only add): " << kinds[0] << " agreed, "
              << kinds[1] << " stopped, " << kinds[2] << " disagreements, " << kinds[3]
              << " refused; " << static_cast<int>(time.count()) << " s; ";
  }

  [[nodiscard]] int exit_code() const { return kinds[2] + kinds[3] > 0 ? 1 : 0; }
};

// One for each comparison: what is compared, and what it counts beside outcomes.

struct Variants {
  std::size_t variants = 0;
  std::size_t deduced = 0;
  std::size_t cycles = 0;

  static RulesOutcome compare(const RandomRules& text, std::uint64_t number) {
    return compare_rules(text.rules, text.facts, number, number % 8 < 2);
  }
  void add(const RulesOutcome& outcome) {
    variants += outcome.variants;
    deduced += outcome.deduced;
    cycles += outcome.cycles;
  }
  void print() const {
    std::cout << variants << " variants, " << deduced << " facts, " << cycles << " endless";
  }
};

struct Functions : Variants {
  static RandomRules make(std::uint64_t number) { return random_rules_with_functions(number); }
};

struct Sequences {
  std::size_t steps = 0;
  std::size_t incremental = 0;
  std::size_t vanished = 0;

  static SequenceOutcome compare(const RandomRules& text, std::uint64_t number) {
    return compare_sequence(text, number % 8 < 2);
  }
  void add(const SequenceOutcome& outcome) {
    steps += outcome.steps;
    incremental += outcome.incremental;
    vanished += outcome.vanished;
  }
  void print() const {
    std::cout << steps << " steps, " << incremental << " of them incremental, " << vanished
              << " facts vanished";
  }
};

struct Orders {
  std::size_t orders = 0;
  std::size_t changed = 0;
  std::size_t metarules = 0;

  static OrdersOutcome compare(const RandomRules& text, std::uint64_t number) {
    return compare_orders(text, number);
  }
  void add(const OrdersOutcome& outcome) {
    orders += outcome.orders;
    changed += outcome.changed;
    metarules += outcome.metarules;
  }
  void print() const {
    std::cout << orders << " orders, " << changed << " of them others, " << metarules
              << " metarules";
  }
};

struct Strata {
  std::size_t layered = 0;
  std::size_t deduced = 0;

  static StrataOutcome compare(const RandomRules& text, std::uint64_t number) {
    return compare_strata(text, number);
  }
  void add(const StrataOutcome& outcome) {
    layered += outcome.strata > 1 ? 1 : 0;
    deduced += outcome.deduced;
  }
  void print() const { std::cout << layered << " of several strata, " << deduced << " facts"; }
};

template <typename Comparison>
RandomRules make_rules(std::uint64_t number) {
  if constexpr (requires { Comparison::make(number); }) {
    return Comparison::make(number);
  } else {
    return random_rules(number);
  }
}

/// Tells how it gets on after every 500th, and the last.
template <typename Comparison>
int run(std::uint64_t count, std::uint64_t first) {
  Tally tally;
  Comparison comparison;
  for (std::uint64_t done = 1; done <= count; ++done) {
    const std::uint64_t number = first + done - 1;
    const RandomRules text = make_rules<Comparison>(number);
    const auto outcome = Comparison::compare(text, number);
    tally.add(number, text, outcome);
    comparison.add(outcome);
    if (done % 500 != 0 && done != count) continue;
    tally.print(done);
    comparison.print();
    std::cout << std::endl;
  }
  return tally.exit_code();
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int i, std::uint64_t otherwise) {
    return i < argc ? std::strtoull(argv[i], nullptr, 10) : otherwise;
  };
  const std::string_view option = argc > 1 ? argv[1] : "";
  if (option == "--show") {
    const RandomRules text = random_rules(number(2, 0));
    std::cout << text.rules << text.facts << text.changes;
    return 0;
  }
  if (option == "--show-functions") {
    const RandomRules text = random_rules_with_functions(number(2, 0));
    std::cout << text.rules << text.facts << text.changes;
    return 0;
  }
  if (option == "--functions") return run<Functions>(number(2, 1000), number(3, 0));
  if (option == "--strata") return run<Strata>(number(2, 1000), number(3, 0));
  if (option == "--sequences") return run<Sequences>(number(2, 1000), number(3, 0));
  if (option == "--orders") return run<Orders>(number(2, 1000), number(3, 0));
  return run<Variants>(number(1, 1000), number(2, 0));
}
