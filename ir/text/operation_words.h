// The words of operations and comparisons in the IR's text form.
#pragma once

#include "ir/module/operation.h"

#include <array>
#include <span>
#include <string_view>
#include <utility>

namespace tesuji::ir {

using OperationWord = std::pair<std::string_view, Operation::Kind>;
using OperationWords = std::span<const OperationWord, 9>;

/// Those of plans only, of both, and of agendas only.
inline constexpr std::array<OperationWord, 12> operation_words{
    {{"different", Operation::Kind::different},
     {"same", Operation::Kind::same},
     {"insert", Operation::Kind::insert},
     {"scan", Operation::Kind::scan},
     {"probe", Operation::Kind::probe},
     {"test", Operation::Kind::test},
     {"absent", Operation::Kind::absent},
     {"unless_derived", Operation::Kind::unless_derived},
     {"exists", Operation::Kind::exists},
     {"compare", Operation::Kind::compare},
     {"add", Operation::Kind::insert},
     {"remove", Operation::Kind::remove}}};
inline constexpr OperationWords plan_operation_words{operation_words.data(), 9};
inline constexpr OperationWords agenda_operation_words{operation_words.data() + 3, 9};

inline constexpr std::array<std::pair<std::string_view, Comparison>, 6> comparison_words{
    {{"different", Comparison::different},
     {"same", Comparison::same},
     {"less", Comparison::less},
     {"less_or_equal", Comparison::less_or_equal},
     {"greater", Comparison::greater},
     {"greater_or_equal", Comparison::greater_or_equal}}};

/// The word for a value of one of these tables.
template <typename Table, typename Value>
[[nodiscard]] constexpr std::string_view word_for(const Table& table, Value value) {
  for (const auto& [word, known] : table) {
    if (known == value) return word;
  }
  return {};
}

}  // namespace tesuji::ir
