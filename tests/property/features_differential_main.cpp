// features_differential [--show] [COUNT [FIRST]]: random features by every engine; exit code 1
// where any two disagree. --show prints the program of number FIRST.
#include "tests/property/features_differential.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace tesuji::tests;

int main(int argc, char** argv) {
  const bool show = argc > 1 && std::strcmp(argv[1], "--show") == 0;
  const int at = show ? 2 : 1;
  const std::uint64_t count = argc > at ? std::strtoull(argv[at], nullptr, 10) : 300;
  const std::uint64_t first = argc > at + 1 ? std::strtoull(argv[at + 1], nullptr, 10) : 1;
  std::size_t agreed = 0;
  std::size_t refused = 0;
  std::size_t values = 0;
  std::size_t disagreed = 0;
  constexpr std::uint64_t native_every = 20;
  for (std::uint64_t number = first; number < first + count; ++number) {
    const RandomFeatures program = random_features(number);
    if (show) {
      std::printf("%% theory\n%s%% features\n%s", program.theory.c_str(), program.features.c_str());
      for (std::size_t p = 0; p < program.positions.size(); ++p) {
        std::printf("%% position %zu:", p);
        for (const std::string& fact : program.positions[p]) std::printf(" %s.", fact.c_str());
        std::printf("\n");
      }
    }
    const FeaturesOutcome outcome = compare_features(program, number % native_every == 0);
    values += outcome.values;
    if (outcome.kind == FeaturesOutcome::Kind::agreed) ++agreed;
    if (outcome.kind == FeaturesOutcome::Kind::refused) ++refused;
    if (show && outcome.kind == FeaturesOutcome::Kind::refused) {
      std::printf("refused:\n%s", outcome.message.c_str());
    }
    if (outcome.kind != FeaturesOutcome::Kind::disagreed) continue;
    ++disagreed;
    std::printf("number %llu: %s\n", static_cast<unsigned long long>(number),
                outcome.message.c_str());
  }
  std::printf("%zu agreed (%zu values), %zu refused, %zu disagreed\n", agreed, values, refused,
              disagreed);
  return disagreed == 0 ? 0 : 1;
}
