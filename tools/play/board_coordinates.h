// Finds the words of a fluent that name a square of a board.
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

inline constexpr std::size_t largest_side = 30;  ///< rows or columns of a board

enum class CoordinateKind : std::uint8_t { none, numbers, letters, words };

/// Returns how a domain's constants can be coordinates.
[[nodiscard]] CoordinateKind coordinate_kind(const ir::Module& module, ir::DomainId id);

/// Splits `a1` into a, 1. Returns nothing for words of another form.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> split_square(
    const std::string& word);

/// Returns the domain of each word of the relation's term that is a column; no_id for other words.
[[nodiscard]] std::vector<ir::DomainId> domains_of(const ir::Relation& relation,
                                                   const std::vector<std::string>& words);

/// Returns which word is the first of two coordinates, by the kinds of all words.
[[nodiscard]] std::optional<std::size_t> first_coordinate(const std::vector<CoordinateKind>& kinds);

}  // namespace tesuji::tools
