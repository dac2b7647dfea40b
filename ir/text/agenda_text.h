// Keywords of agendas in the IR's text form.
#pragma once

#include "ir/module/agenda.h"

#include <array>
#include <string_view>
#include <utility>

namespace tesuji::ir {

inline constexpr std::array<std::pair<std::string_view, AgendaOperation::Kind>, 9>
    agenda_operation_words{{{"scan", AgendaOperation::Kind::scan},
                            {"probe", AgendaOperation::Kind::probe},
                            {"test", AgendaOperation::Kind::test},
                            {"absent", AgendaOperation::Kind::absent},
                            {"compare", AgendaOperation::Kind::compare},
                            {"unless_derived", AgendaOperation::Kind::unless_derived},
                            {"exists", AgendaOperation::Kind::exists},
                            {"add", AgendaOperation::Kind::add},
                            {"remove", AgendaOperation::Kind::remove}}};

inline constexpr std::array<std::pair<std::string_view, Comparison>, 6> comparison_words{
    {{"different", Comparison::different},
     {"same", Comparison::same},
     {"less", Comparison::less},
     {"less_or_equal", Comparison::less_or_equal},
     {"greater", Comparison::greater},
     {"greater_or_equal", Comparison::greater_or_equal}}};

/// The word for a value of either table.
template <typename Table, typename Value>
[[nodiscard]] constexpr std::string_view word_for(const Table& table, Value value) {
  for (const auto& [word, known] : table) {
    if (known == value) return word;
  }
  return {};
}

}  // namespace tesuji::ir
