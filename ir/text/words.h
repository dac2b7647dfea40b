// Lists the words of the IR's text form: a table for each enumeration.
#pragma once

#include "ir/module/module.h"

#include <array>
#include <span>
#include <string_view>
#include <utility>

namespace tesuji::ir {

using OperationWord = std::pair<std::string_view, Operation::Kind>;
using OperationWords = std::span<const OperationWord>;

/// Operations of plans only, of both, and of agendas only.
inline constexpr std::array<OperationWord, 15> operation_words{
    {{"given", Operation::Kind::given},
     {"different", Operation::Kind::different},
     {"same", Operation::Kind::same},
     {"insert", Operation::Kind::insert},
     {"scan", Operation::Kind::scan},
     {"probe", Operation::Kind::probe},
     {"test", Operation::Kind::test},
     {"absent", Operation::Kind::absent},
     {"unless_derived", Operation::Kind::unless_derived},
     {"exists", Operation::Kind::exists},
     {"compare", Operation::Kind::compare},
     {"compute", Operation::Kind::compute},
     {"unless", Operation::Kind::unless},
     {"add", Operation::Kind::insert},
     {"remove", Operation::Kind::remove}}};
inline constexpr OperationWords plan_operation_words{operation_words.data(), 10};
inline constexpr OperationWords agenda_operation_words{operation_words.data() + 4, 11};

inline constexpr std::array<std::pair<std::string_view, Comparison>, 6> comparison_words{
    {{"different", Comparison::different},
     {"same", Comparison::same},
     {"less", Comparison::less},
     {"less_or_equal", Comparison::less_or_equal},
     {"greater", Comparison::greater},
     {"greater_or_equal", Comparison::greater_or_equal}}};

inline constexpr std::array<std::pair<std::string_view, ProcOperation::Kind>, 4>
    proc_operation_words{{{"call", ProcOperation::Kind::call},
                          {"test", ProcOperation::Kind::test},
                          {"absent", ProcOperation::Kind::absent},
                          {"yield", ProcOperation::Kind::yield}}};

inline constexpr std::array<std::pair<std::string_view, RelationKind>, 5> relation_kind_words{
    {{"static", RelationKind::fixed},
     {"state", RelationKind::state},
     {"input", RelationKind::input},
     {"derived", RelationKind::derived},
     {"memory", RelationKind::memory}}};

inline constexpr std::array<std::pair<std::string_view, Level>, 4> level_words{
    {{"clauses", Level::clauses},
     {"plans", Level::plans},
     {"nets", Level::nets},
     {"lanes", Level::lanes}}};

/// The value `unset` has no word.
inline constexpr std::array<std::pair<std::string_view, Storage>, 5> storage_words{
    {{"bits", Storage::bits},
     {"table", Storage::table},
     {"list", Storage::list},
     {"rows", Storage::rows},
     {"call", Storage::call}}};

/// Returns the word for a value of one of these tables.
template <typename Table, typename Value>
[[nodiscard]] constexpr std::string_view word_for(const Table& table, Value value) {
  for (const auto& [word, known] : table) {
    if (known == value) return word;
  }
  return {};
}

}  // namespace tesuji::ir
