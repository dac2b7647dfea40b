// Stores ground atoms, found by any of their arguments.
#pragma once

#include "backend/proofs/certificates/kif_reader.h"
#include "backend/proofs/certificates/terms.h"

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::certificates {

using AtomId = std::uint32_t;
inline constexpr AtomId no_atom = ~AtomId{0};

/// Interns atoms. Only *listed* atoms can be searched; they are in the order of listing.
///
/// Atoms of a predicate whose arguments have the same functors have one shape. The columns of a
/// shape are the arguments that are constants, and the arguments of those that are compound. Each
/// set of columns gets an index on first use.
class AtomTable {
 public:
  explicit AtomTable(Terms& terms) : terms_(terms) {}

  AtomId intern(PredicateId predicate, std::span<const TermId> args);
  [[nodiscard]] AtomId find(PredicateId predicate, std::span<const TermId> args) const;
  [[nodiscard]] std::size_t size() const { return atoms_.size(); }
  [[nodiscard]] PredicateId predicate(AtomId atom) const { return atoms_[atom].predicate; }
  [[nodiscard]] std::span<const TermId> args(AtomId atom) const {
    const Atom& it = atoms_[atom];
    return std::span(args_).subspan(it.begin, it.arity);
  }

  void list(AtomId atom);

  using Candidates = std::vector<const std::vector<AtomId>*>;
  /// Sets `lists` to lists that contain all listed atoms that match the pattern under the binding,
  /// and perhaps others; returns the number of atoms. The lists are disjoint.
  std::size_t candidates(const PatternAtom& pattern, const Binding& binding, Candidates& lists);

 private:
  struct Atom {
    PredicateId predicate;
    std::uint32_t arity;
    std::size_t begin;
  };
  struct Functor {
    bool compound = false;
    NameId name = 0;
    std::size_t arity = 0;
    friend bool operator==(const Functor&, const Functor&) = default;
  };
  struct Index {
    std::uint64_t columns = 0;                                     ///< one bit per column
    std::unordered_map<std::uint64_t, std::vector<AtomId>> atoms;  ///< by hash of their values
  };
  struct Shape {
    std::vector<Functor> functors;  ///< by argument
    std::vector<AtomId> atoms;
    std::vector<std::unique_ptr<Index>> indexes;
  };

  [[nodiscard]] std::uint64_t key(AtomId atom, std::uint64_t columns) const;
  bool key(const PatternAtom& pattern, const Shape& shape, const Binding& binding,
           std::uint64_t& columns, std::uint64_t& hash);
  const std::vector<AtomId>& found(Shape& shape, std::uint64_t columns, std::uint64_t hash);

  Terms& terms_;
  std::vector<Atom> atoms_;
  std::vector<TermId> args_;
  NumberTable by_hash_;
  std::vector<std::vector<Shape>> shapes_;  ///< by predicate
};

/// Extends the binding so that the pattern equals the term, and appends the newly bound variables
/// to `bound`; returns false if that is impossible: then the caller must undo the binding.
[[nodiscard]] bool match(const Pattern& pattern, TermId term, const Terms& terms, Binding& binding,
                         std::vector<std::uint32_t>& bound);

}  // namespace tesuji::certificates
