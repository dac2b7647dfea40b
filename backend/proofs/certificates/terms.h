// Represents names, ground terms, and terms with variables.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tesuji::certificates {

using NameId = std::uint32_t;
using TermId = std::uint32_t;
inline constexpr TermId no_term = ~TermId{0};

[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 29U);
}

/// Finds numbers by hash: a table with open addressing.
class NumberTable {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// Returns the number with this hash for which `equal` returns true; `none` if no such number
  /// exists.
  template <typename Equal>
  [[nodiscard]] std::uint32_t find(std::uint64_t hash, const Equal& equal) const {
    if (entries_.empty()) return none;
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t i = hash & mask; entries_[i].number != none; i = (i + 1) & mask) {
      if (entries_[i].hash == hash && equal(entries_[i].number)) return entries_[i].number;
    }
    return none;
  }
  void insert(std::uint64_t hash, std::uint32_t number) {
    if (2 * (size_ + 1) > entries_.size()) grow();
    place({hash, number});
    ++size_;
  }

 private:
  struct Entry {
    std::uint64_t hash = 0;
    std::uint32_t number = none;
  };
  void place(const Entry& entry) {
    const std::size_t mask = entries_.size() - 1;
    std::size_t i = entry.hash & mask;
    while (entries_[i].number != none) i = (i + 1) & mask;
    entries_[i] = entry;
  }
  void grow() {
    std::vector<Entry> old(entries_.empty() ? 64 : 2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.number != none) place(entry);
    }
  }

  std::vector<Entry> entries_;  ///< size: a power of two, or 0
  std::size_t size_ = 0;
};

/// Owns names and ground terms; equal terms have equal ids.
class Terms {
 public:
  NameId name(std::string_view text);
  [[nodiscard]] const std::string& text(NameId name) const { return names_[name]; }
  TermId constant(NameId name) { return intern(name, {}, false); }
  /// Returns a compound term; without arguments, `(f)` differs from the constant `f`.
  TermId compound(NameId functor, std::span<const TermId> args) {
    return intern(functor, args, true);
  }
  /// As compound, but returns no_term if the term does not exist yet.
  [[nodiscard]] TermId find_compound(NameId functor, std::span<const TermId> args) const;

  [[nodiscard]] bool is_compound(TermId term) const { return nodes_[term].compound; }
  [[nodiscard]] NameId name_of(TermId term) const { return nodes_[term].name; }
  [[nodiscard]] std::span<const TermId> args(TermId term) const {
    return std::span(args_).subspan(nodes_[term].begin, nodes_[term].arity);
  }
  /// Returns KIF with one blank between arguments.
  [[nodiscard]] std::string text_of(TermId term) const;
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

 private:
  struct Node {
    NameId name;
    bool compound;
    std::uint32_t arity;
    std::size_t begin;
  };
  TermId intern(NameId name, std::span<const TermId> args, bool compound);
  [[nodiscard]] TermId find(NameId name, std::span<const TermId> args, bool compound,
                            std::uint64_t hash) const;

  std::deque<std::string> names_;
  std::unordered_map<std::string_view, NameId> by_text_;
  std::vector<Node> nodes_;
  std::vector<TermId> args_;
  NumberTable by_hash_;
};

/// A term with variables, which are numbered 0, 1, .. within a rule or formula.
struct Pattern {
  enum class Kind : std::uint8_t { ground, variable, compound };
  Kind kind = Kind::ground;
  std::uint32_t id = 0;       ///< TermId, number of the variable, or functor
  std::vector<Pattern> args;  ///< compound: at least one contains a variable
  friend bool operator==(const Pattern&, const Pattern&) = default;
};

/// The terms of variables, by number; no_term if unbound.
using Binding = std::vector<TermId>;

/// Returns the pattern's term; no_term if it has an unbound variable.
[[nodiscard]] TermId instantiate(const Pattern& pattern, const Binding& binding, Terms& terms);
/// Appends the numbers of the pattern's variables, once for each occurrence.
void add_variables(const Pattern& pattern, std::vector<std::uint32_t>& variables);

}  // namespace tesuji::certificates
