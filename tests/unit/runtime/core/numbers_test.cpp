// Functions on numbers: the runtime's arithmetic gives what the reference's does, at the borders of
// 64 bits, too, and says why there is no value.
#include "backend/reference/reference_arithmetic.h"
#include "ir/core/number.h"
#include "runtime/host/production/working_memory.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace tesuji;

namespace {

constexpr const char* samples[] = {"0",
                                   "1",
                                   "-1",
                                   "2",
                                   "-2",
                                   "3",
                                   "7",
                                   "-7",
                                   "10",
                                   "0.5",
                                   "-0.5",
                                   "2.5",
                                   "-2.5",
                                   "0.1",
                                   "1e18",
                                   "4611686018427387904",
                                   "9223372036854775807",
                                   "-9223372036854775808",
                                   "9223372036854775808",
                                   "1e300",
                                   "-1e300",
                                   "1e-300"};

tsj_number entry(const ir::Number& number) {
  tsj_number one{};
  one.kind = number.is_whole ? TSJ_WHOLE : TSJ_REAL;
  one.whole = number.whole;
  one.real = number.real;
  return one;
}

/// A memory without relations, whose numbers are the samples and then a word.
struct Numbers {
  runtime::GivenNumbers given;
  Numbers() {
    for (const char* sample : samples) given.constants.push_back(entry(*ir::parse_number(sample)));
    given.constants.push_back({});
    given.computations = 1;
  }
};

}  // namespace

TEST_CASE("Functions of two numbers, against the reference", "[numbers]") {
  const Numbers numbers;
  for (const ir::FunctionWords& words : ir::function_words) {
    for (std::uint32_t a = 0; a < std::size(samples); ++a) {
      for (std::uint32_t b = 0; b < (words.arity == 2 ? std::size(samples) : 1); ++b) {
        INFO(words.word << " " << samples[a] << " " << samples[b]);
        runtime::WorkingMemory memory({}, numbers.given);
        std::vector<tsj_step> code{{TSJ_OPERAND, 0}, {TSJ_OPERAND, 1}};
        code.resize(words.arity);
        code.push_back({static_cast<std::uint32_t>(words.function), 0});
        std::vector<ir::ComputationStep> steps{{false, {}, 1}, {false, {}, 2}};
        steps.resize(words.arity);
        steps.push_back({true, words.function, 0});
        const std::uint32_t operands[] = {a, b};
        const std::uint32_t found = tsj_compute(
            memory.abi(), code.data(), static_cast<std::uint32_t>(code.size()), 0, operands, 1);
        const reference::Computed expected = reference::evaluate(
            steps, {ir::parse_number(samples[a]), ir::parse_number(samples[b])});
        REQUIRE((found != 0) == (expected.reason == TSJ_HAS_VALUE));
        if (found == 0) {
          CHECK(memory.numbers()->failures()[0].reason == expected.reason);
          CHECK(memory.numbers()->failures()[0].count == 1);
          continue;
        }
        const tsj_number& value = memory.numbers()->abi()->values[found - 1];
        CHECK((value.kind == TSJ_WHOLE) == expected.value.is_whole);
        CHECK(ir::number_text({value.kind == TSJ_WHOLE, value.whole, value.real}) ==
              ir::number_text(expected.value));
        // It is found again, and only then where no number may come.
        CHECK(tsj_compute(memory.abi(), code.data(), static_cast<std::uint32_t>(code.size()), 0,
                          operands, 0) == found);
      }
    }
  }
}

TEST_CASE("Numbers are compared exactly", "[numbers]") {
  const Numbers numbers;
  for (std::uint32_t a = 0; a < std::size(samples); ++a) {
    for (std::uint32_t b = 0; b < std::size(samples); ++b) {
      INFO(samples[a] << " " << samples[b]);
      runtime::GivenNumbers none_given = numbers.given;
      none_given.constants.clear();
      runtime::WorkingMemory memory({}, none_given);
      memory.numbers()->load({numbers.given.constants[a], numbers.given.constants[b]});
      const auto expected =
          reference::compare(*ir::parse_number(samples[a]), *ir::parse_number(samples[b]));
      const int order = tsj_numbers_compare(memory.numbers()->abi(), 0, 1);
      CHECK((order < 0) == (expected < 0));
      CHECK((order > 0) == (expected > 0));
    }
  }
}

TEST_CASE("A word among the operands, and a memory without room", "[numbers]") {
  const Numbers numbers;
  const auto word = static_cast<std::uint32_t>(std::size(samples));
  runtime::WorkingMemory memory({}, numbers.given, 64);
  const tsj_step sum[] = {{TSJ_OPERAND, 0}, {TSJ_OPERAND, 1}, {TSJ_PLUS, 0}};
  const std::uint32_t with_word[] = {1, word};
  CHECK(tsj_compute(memory.abi(), sum, 3, 0, with_word, 1) == 0);
  CHECK(memory.numbers()->failures()[0].reason == TSJ_NO_NUMBER);
  CHECK(memory.numbers()->failures()[0].operand == word);
  CHECK(memory.abi()->status == TSJ_OK);
  CHECK(tsj_numbers_compare(memory.numbers()->abi(), 1, word) == 2);
  for (std::int64_t value = 1000; memory.abi()->status == TSJ_OK; ++value) {
    REQUIRE(value < 10'000);
    static_cast<void>(tsj_whole_number(memory.abi(), value, 1));
  }
  CHECK(memory.abi()->status == TSJ_LIMIT);
}
