// Answers that give terms to roles, such as the percepts of `sees`: from the tuples
// that an entry left in scratch memory to terms by role.
#pragma once

#include "runtime/core/tesuji/abi.h"
#include "runtime/host/game/game.h"
#include "runtime/host/game/tabled_game.h"
#include "runtime/host/game/term_names.h"

#include <string>
#include <vector>

namespace tesuji::runtime {

/// Immutable after construction; safe for many threads.
class RoleTerms {
 public:
  /// `relations`: one for each shape of term; column 0 is the role.
  RoleTerms(const std::vector<TableRelation>& relations, const std::vector<std::string>& roles);

  /// Makes `terms[role]` the role's terms, sorted bytewise, without duplicates.
  /// `terms` is resized to the number of roles. Tuples for what is no role of the
  /// game are left out.
  void collect(const tsj_scratch& scratch, std::vector<std::vector<std::string>>& terms) const;

 private:
  struct Shape {
    TableRelation::Storage storage;
    std::size_t word;     ///< bits storage: where the relation begins in scratch memory
    std::uint32_t table;  ///< table storage
    TermShape term;
    std::vector<std::uint32_t> roles;  ///< column 0: position -> Role, or no_role_here
    std::vector<std::uint64_t> sizes;  ///< of the columns' domains
  };

  static void collect_bits(const Shape& shape, const tsj_scratch& scratch,
                           std::vector<std::vector<std::string>>& terms);
  static void collect_rows(const Shape& shape, const tsj_scratch& scratch,
                           std::vector<std::vector<std::string>>& terms);
  static void append(const Shape& shape, const std::uint32_t* row,
                     std::vector<std::vector<std::string>>& terms);

  std::size_t role_count_;
  std::vector<Shape> shapes_;
};

}  // namespace tesuji::runtime
