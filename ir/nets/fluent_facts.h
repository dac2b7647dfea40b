// Represents facts about a net's fluents that hold in every state of every play.
#pragma once

#include <cstdint>
#include <vector>

namespace tesuji::ir {

/// A claim about the number of fluents that hold.
struct FluentFact {
  enum class Kind : std::uint8_t {
    always,       ///< of one fluent: it holds
    never,        ///< of one fluent: it does not hold
    equal,        ///< all of them hold, or none of them
    at_most_one,  ///< no two of them hold
    exactly_one,  ///< one of them holds, and no others
  };
  Kind kind = Kind::never;
  std::vector<std::uint32_t> fluents;  ///< positions in Net::fluents, ascending

  bool operator==(const FluentFact&) const = default;
};

using FluentFacts = std::vector<FluentFact>;

}  // namespace tesuji::ir
