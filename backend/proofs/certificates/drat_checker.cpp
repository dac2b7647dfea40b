#include "backend/proofs/certificates/drat_checker.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::certificates {

namespace {

using Clock = std::chrono::steady_clock;
using ClauseId = std::uint32_t;
constexpr ClauseId no_clause = ~ClauseId{0};

/// Returns a literal as an index: 2 * variable, + 1 if it is negated.
std::size_t index_of(Literal literal) {
  return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0);
}

/// Reads the lines of a proof.
class ProofReader {
 public:
  ProofReader(std::string_view text, DratForm form) : text_(text), form_(form) {}

  /// Reads the next line into `clause`; returns false at the end. Throws Malformed.
  bool next(std::vector<Literal>& clause, bool& deletes) {
    clause.clear();
    deletes = false;
    if (form_ == DratForm::binary) return next_binary(clause, deletes);
    skip_blanks();
    if (at_ == text_.size()) return false;
    if (text_[at_] == 'd') {
      deletes = true;
      ++at_;
    }
    for (;;) {
      const Literal literal = number();
      if (literal == 0) return true;
      clause.push_back(literal);
    }
  }

 private:
  static constexpr std::uint64_t largest = std::uint64_t{1} << 30;

  void skip_blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
  }

  Literal number() {
    skip_blanks();
    const bool negative = at_ < text_.size() && text_[at_] == '-';
    if (negative) ++at_;
    std::uint64_t value = 0;
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && value < largest) {
      value = 10 * value + static_cast<std::uint64_t>(text_[at_++] - '0');
    }
    const bool ends = at_ == text_.size() || text_[at_] == ' ' || text_[at_] == '\n' ||
                      text_[at_] == '\r' || text_[at_] == '\t';
    if (at_ == begin || !ends || value >= largest || (negative && value == 0)) {
      throw Malformed("no literal at byte " + std::to_string(begin), 0);
    }
    return negative ? -static_cast<Literal>(value) : static_cast<Literal>(value);
  }

  bool next_binary(std::vector<Literal>& clause, bool& deletes) {
    if (at_ == text_.size()) return false;
    const char kind = text_[at_++];
    if (kind != 'a' && kind != 'd') {
      throw Malformed("neither `a` nor `d` at byte " + std::to_string(at_ - 1), 0);
    }
    deletes = kind == 'd';
    for (;;) {
      std::uint64_t value = 0;
      for (unsigned shift = 0;; shift += 7) {
        if (at_ == text_.size()) throw Malformed("the proof ends within a clause", 0);
        const auto byte = static_cast<unsigned char>(text_[at_++]);
        value |= static_cast<std::uint64_t>(byte & 127U) << shift;
        if (value >= 2 * largest || shift > 28) {
          throw Malformed("a literal is too large at byte " + std::to_string(at_ - 1), 0);
        }
        if (byte < 128U) break;
      }
      if (value == 0) return true;
      if (value == 1) throw Malformed("variable 0 at byte " + std::to_string(at_ - 1), 0);
      const auto variable = static_cast<Literal>(value / 2);
      clause.push_back(value % 2 == 1 ? -variable : variable);
    }
  }

  std::string_view text_;
  DratForm form_;
  std::size_t at_ = 0;
};

/// Clauses with two watched literals, and the permanently true literals. The watched literals of a
/// clause are its first two; one of them is false only if the other is permanently true.
///
/// A clause is a position in one array: its size, negated once it is deleted, the next clause with
/// the same hash, and its literals.
class ClauseSet {
 public:
  explicit ClauseSet(const DratLimits& limits) : limits_(limits) {}

  [[nodiscard]] bool conflict() const { return conflict_; }

  /// Adds a clause and the literals that it implies permanently.
  void add(std::vector<Literal> clause) {
    normalise(clause);
    const std::uint64_t hash = hash_of(clause);
    const auto open = std::partition(clause.begin(), clause.end(),
                                     [&](Literal literal) { return value(literal) >= 0; });
    const std::size_t place = array_.size();
    if (place + header + clause.size() > std::min(limits_.literals, farthest)) {
      throw LimitExceeded("the clauses have more literals than the limit allows");
    }
    const auto id = static_cast<ClauseId>(place);
    const auto [known, is_new] = by_hash_.try_emplace(hash, id);
    const ClauseId next = is_new ? no_clause : std::exchange(known->second, id);
    array_.push_back(static_cast<Literal>(clause.size()));
    array_.push_back(static_cast<Literal>(next));
    array_.insert(array_.end(), clause.begin(), clause.end());
    if (clause.size() > 1) {
      const bool binary = clause.size() == 2;
      watches_[index_of(clause[0])].push_back({id, binary, clause[1]});
      watches_[index_of(clause[1])].push_back({id, binary, clause[0]});
    }
    if (open == clause.begin()) {
      conflict_ = true;
    } else if (open - clause.begin() == 1 && value(clause[0]) == 0) {
      assign(clause[0], id);
      if (!propagate()) conflict_ = true;
    }
    for_good_ = trail_.size();
  }

  /// Deletes one clause with these literals; returns false if none exists, or if it is a reason.
  bool erase(std::vector<Literal> clause) {
    normalise(clause);
    const auto found = by_hash_.find(hash_of(clause));
    if (found == by_hash_.end()) return false;
    ClauseId before = no_clause;
    ClauseId id = found->second;
    while (id != no_clause && !same_literals(id, clause)) id = next_of(before = id);
    if (id == no_clause) return false;
    for (const Literal literal : clause) {
      if (reasons_[static_cast<std::size_t>(std::abs(literal))] == id) return false;
    }
    if (before != no_clause) {
      array_[before + 1] = array_[id + 1];
    } else if (next_of(id) != no_clause) {
      found->second = next_of(id);
    } else {
      by_hash_.erase(found);
    }
    array_[id] = -array_[id];
    // Watches are removed when visited, except for clauses of two literals, which visits do not
    // read.
    for (std::size_t i = 0; i < clause.size() && clause.size() == 2; ++i) {
      std::vector<Watch>& watches = watches_[index_of(clause[i])];
      watches.erase(std::find_if(watches.begin(), watches.end(),
                                 [&](const Watch& watch) { return watch.clause == id; }));
    }
    return true;
  }

  /// Whether the clause has the property RUP or RAT; sets `by_rat`.
  bool follows(const std::vector<Literal>& clause, bool& by_rat) {
    for (const Literal literal : clause) reserve(literal);
    by_rat = false;
    bool fine = assume_false(clause) || !propagate();
    if (!fine && !clause.empty()) by_rat = fine = is_rat(clause.front());
    undo(for_good_);
    return fine;
  }

 private:
  struct Watch {
    ClauseId clause : 31;
    ClauseId binary : 1;
    Literal other;  ///< another literal of the clause: if it is true, the watch needs no visit
  };
  static constexpr std::size_t header = 2;
  static constexpr std::uint64_t farthest = (std::uint64_t{1} << 31) - 2;

  [[nodiscard]] int value(Literal literal) const { return values_[index_of(literal)]; }
  [[nodiscard]] ClauseId next_of(ClauseId id) const {
    return static_cast<ClauseId>(array_[id + 1]);
  }

  void reserve(Literal literal) {
    const auto variable = static_cast<std::size_t>(std::abs(literal));
    if (variable > limits_.variables) throw LimitExceeded("too many variables");
    if (variable < reasons_.size()) return;
    const std::size_t size = std::max(variable + 1, reasons_.size() + reasons_.size() / 2);
    reasons_.resize(size, no_clause);
    values_.resize(2 * size, 0);
    watches_.resize(2 * size);
  }

  /// Reserves space for the literals, and removes duplicates.
  void normalise(std::vector<Literal>& clause) {
    for (const Literal literal : clause) reserve(literal);
    std::sort(clause.begin(), clause.end());
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  }

  static std::uint64_t hash_of(const std::vector<Literal>& sorted) {
    std::uint64_t hash = sorted.size();
    for (const Literal literal : sorted) {
      hash = (hash ^ static_cast<std::uint32_t>(literal)) * 0x9E3779B97F4A7C15ULL;
      hash ^= hash >> 29U;
    }
    return hash;
  }

  [[nodiscard]] bool same_literals(ClauseId id, const std::vector<Literal>& sorted) const {
    if (static_cast<std::size_t>(array_[id]) != sorted.size()) return false;
    return std::all_of(
        &array_[id] + header, &array_[id] + header + sorted.size(),
        [&](Literal literal) { return std::binary_search(sorted.begin(), sorted.end(), literal); });
  }

  void assign(Literal literal, ClauseId reason) {
    values_[index_of(literal)] = 1;
    values_[index_of(-literal)] = -1;
    reasons_[static_cast<std::size_t>(std::abs(literal))] = reason;
    trail_.push_back(literal);
  }

  void undo(std::size_t size) {
    while (trail_.size() > size) {
      const Literal literal = trail_.back();
      trail_.pop_back();
      values_[index_of(literal)] = values_[index_of(-literal)] = 0;
      reasons_[static_cast<std::size_t>(std::abs(literal))] = no_clause;
    }
    propagated_ = std::min(propagated_, size);
  }

  /// Makes all literals false; returns true for a conflict: one is true already.
  bool assume_false(std::span<const Literal> clause, Literal without = 0) {
    for (const Literal literal : clause) {
      if (literal == without || value(literal) < 0) continue;
      if (value(literal) > 0) return true;
      assign(-literal, no_clause);
    }
    return false;
  }

  /// Returns false for a conflict.
  bool propagate() {
    while (propagated_ < trail_.size()) {
      if (!visit_watches(-trail_[propagated_++])) return false;
    }
    return true;
  }

  /// Visits the clauses that watch a literal which has become false; returns false for a conflict.
  bool visit_watches(Literal falsified) {
    std::vector<Watch>& watches = watches_[index_of(falsified)];
    auto kept = watches.begin();
    bool fine = true;
    auto next = watches.begin();
    while (fine && next != watches.end()) {
      const Watch watch = *next++;
      const int other = value(watch.other);
      if (other > 0) {
        *kept++ = watch;
      } else if (watch.binary != 0) {
        *kept++ = watch;
        fine = other == 0;
        if (fine) assign(watch.other, watch.clause);
      } else if (array_[watch.clause] > 0) {
        fine = visit_clause(watch.clause, falsified, kept);
      }
    }
    watches.erase(std::copy(next, watches.end(), kept), watches.end());
    return fine;
  }

  /// Finds another literal to watch; if all are false, makes the first one true.
  bool visit_clause(ClauseId id, Literal falsified, std::vector<Watch>::iterator& kept) {
    Literal* const clause = &array_[id] + header;
    const Literal* const end = clause + array_[id];
    if (clause[0] == falsified) std::swap(clause[0], clause[1]);
    const Literal first = clause[0];
    const int now = value(first);
    if (now <= 0) {
      for (Literal* fresh = clause + 2; fresh != end; ++fresh) {
        if (value(*fresh) < 0) continue;
        std::swap(clause[1], *fresh);
        watches_[index_of(clause[1])].push_back({id, 0, first});
        return true;
      }
    }
    *kept++ = {id, 0, first};
    if (now == 0) assign(first, id);
    return now >= 0;
  }

  /// To be called after the clause's literals were made false without a conflict.
  bool is_rat(Literal pivot) {
    const std::size_t before = trail_.size();
    for (std::size_t id = 0; id < array_.size();) {
      const std::span<const Literal> clause(&array_[id] + header,
                                            static_cast<std::size_t>(std::abs(array_[id])));
      const bool deleted = array_[id] < 0;
      id += header + clause.size();
      if (deleted || std::find(clause.begin(), clause.end(), -pivot) == clause.end()) continue;
      // Propagation reorders the literals of clauses.
      const std::vector<Literal> side(clause.begin(), clause.end());
      const bool fine = assume_false(side, -pivot) || !propagate();
      undo(before);
      if (!fine) return false;
    }
    return true;
  }

  const DratLimits& limits_;
  std::vector<Literal> array_;
  std::unordered_map<std::uint64_t, ClauseId> by_hash_;
  std::vector<std::vector<Watch>> watches_;  ///< by literal
  std::vector<std::int8_t> values_;          ///< by literal: 1 true, -1 false, 0 unassigned
  std::vector<ClauseId> reasons_;            ///< by variable
  std::vector<Literal> trail_;               ///< true literals, in order
  std::size_t propagated_ = 0;
  std::size_t for_good_ = 0;  ///< length of the trail's permanent part
  bool conflict_ = false;
};

class Checker {
 public:
  Checker(const DratLimits& limits, DratResult& result)
      : limits_(limits), result_(result), set_(limits) {}

  void run(const Cnf& cnf, std::string_view proof, DratForm form) {
    for (std::size_t i = 0; i < cnf.clauses() && !set_.conflict(); ++i) {
      watch_time(i);
      const auto clause = cnf.clause(i);
      set_.add({clause.begin(), clause.end()});
    }
    ProofReader reader(proof, form);
    std::vector<Literal> clause;
    bool deletes = false;
    while (!set_.conflict() && reader.next(clause, deletes)) {
      watch_time(++result_.step);
      if (deletes) {
        if (set_.erase(clause)) ++result_.deleted;
      } else if (!add(clause)) {
        return;
      }
    }
    if (set_.conflict()) {
      result_.end = DratResult::End::refuted;
    } else {
      result_.message = "the proof ends without the empty clause";
    }
  }

 private:
  bool add(const std::vector<Literal>& clause) {
    bool by_rat = false;
    if (!set_.follows(clause, by_rat)) {
      result_.message = "line " + std::to_string(result_.step) +
                        " of the proof adds a clause that has neither RUP nor RAT";
      return false;
    }
    ++result_.added;
    if (by_rat) ++result_.by_rat;
    set_.add(clause);
    return true;
  }

  void watch_time(std::uint64_t step) const {
    constexpr std::uint64_t often = 256;
    if (limits_.seconds <= 0 || step % often != 0) return;
    const std::chrono::duration<double> elapsed = Clock::now() - begin_;
    if (elapsed.count() > limits_.seconds)
      throw LimitExceeded("the time limit of the proof was reached");
  }

  const DratLimits& limits_;
  DratResult& result_;
  ClauseSet set_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace

DratResult check_drat(const Cnf& cnf, std::string_view proof, DratForm form,
                      const DratLimits& limits) {
  DratResult result;
  const Clock::time_point begin = Clock::now();
  try {
    Checker(limits, result).run(cnf, proof, form);
  } catch (const Malformed& fault) {
    result.end = DratResult::End::malformed;
    result.message = fault.what();
  } catch (const LimitExceeded& limit) {
    result.end = DratResult::End::limit;
    result.message = limit.what();
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

}  // namespace tesuji::certificates
