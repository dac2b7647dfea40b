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

/// A tuple, or of relations with a column for the role what it adds to the role's number.
struct SeenAtom {
  Slot slot = no_slot;  ///< no_slot: of a relation that nobody asks about
  std::uint64_t number = 0;
  std::uint64_t role_stride = 0;  ///< 0: without the role's number
};

/// A relation's tuples as terms. Those of fluents have all columns, others not the first.
struct ReadRelation {
  ir::RelationId relation = ir::no_id;
  Slot slot = no_slot;
  std::string term;
  std::size_t skipped = 0;      ///< columns that are not in the term
  bool with_role = false;       ///< whether the role's number counts
  runtime::MixedRadix radix{};  ///< over all columns, or over those in the term where slot is none
};

/// The terms of the relation's tuples, of its columns from `first` on.
[[nodiscard]] runtime::TermShape shape_of(const ir::Module& module, ir::RelationId relation,
                                          std::string_view term, std::size_t first = 0);

/// For one thread: remembers what it has read.
class TermReader {
 public:
  TermReader(const ir::Module& module, std::vector<ReadRelation> relations);

  /// Null where it is a term of none of the relations. Valid until the reader is gone.
  [[nodiscard]] const SeenAtom* read(const std::string& term);

 private:
  [[nodiscard]] std::optional<SeenAtom> parse(const std::string& term) const;

  std::vector<ReadRelation> relations_;
  std::vector<runtime::TermShape> shapes_;
  runtime::TermIndex index_;
  std::unordered_map<std::string, SeenAtom> known_;
};

}  // namespace tesuji::proofs
