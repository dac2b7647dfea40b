// Parses terms that a game prints into tuples of the lowered module.
#pragma once

#include "backend/proofs/observe/observation.h"
#include "ir/module/module.h"
#include "runtime/host/game/term_names.h"
#include "runtime/host/memory/mixed_radix.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::proofs {

/// A tuple; for relations with a column for the role, the part of its number without the role.
struct SeenAtom {
  Slot slot = no_slot;  ///< no_slot: of an unobserved relation
  std::uint64_t number = 0;
  std::uint64_t role_stride = 0;  ///< factor of the role's number; 0: without it
};

/// A relation whose tuples are printed as terms. Terms of fluents have all columns, others lack the
/// first.
struct ReadRelation {
  ir::RelationId relation = ir::no_id;
  Slot slot = no_slot;
  std::string term;
  std::size_t skipped = 0;      ///< columns not in the term
  bool with_role = false;       ///< whether the role's number counts
  runtime::MixedRadix radix{};  ///< over all columns, or over those in the term if slot is no_slot
};

/// Returns the shape of the terms of the relation's tuples, from column `first` on.
[[nodiscard]] runtime::TermShape shape_of(const ir::Module& module, ir::RelationId relation,
                                          std::string_view term, std::size_t first = 0);

/// For one thread: caches parsed terms.
class TermReader {
 public:
  TermReader(const ir::Module& module, std::vector<ReadRelation> relations);

  /// Returns null if no relation has this term. Valid until the reader is destroyed.
  [[nodiscard]] const SeenAtom* read(const std::string& term);

 private:
  [[nodiscard]] std::optional<SeenAtom> parse(const std::string& term) const;

  std::vector<ReadRelation> relations_;
  std::vector<runtime::TermShape> shapes_;
  runtime::TermIndex index_;
  std::unordered_map<std::string, SeenAtom> known_;
};

}  // namespace tesuji::proofs
