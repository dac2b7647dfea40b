#include "learner/lookahead/next_level.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tesuji::learner {

namespace {

class Series {
 public:
  Series(const LearnedProgram& program, std::size_t before, std::size_t last) : program_(program) {
    follows_[before] = last;
    pairs_ = match(program.predicates[before], program.predicates[last], 0);
  }

  /// Whether every difference is part of a series.
  [[nodiscard]] bool is_one() const { return pairs_; }

  /// Returns the predicate that follows another one in the series; null if it is the same at all
  /// levels or nothing follows it yet.
  [[nodiscard]] const std::size_t* after(std::size_t predicate) const {
    const auto found = follows_.find(predicate);
    return found == follows_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] bool is_fixed(std::size_t predicate) const { return fixed_.contains(predicate); }

 private:
  /// `depth`: number of calls from the predicates of the series.
  bool match(const LearnedPredicate& a, const LearnedPredicate& b, int depth) {
    if (a.clauses.size() != b.clauses.size()) return false;
    for (std::size_t i = 0; i < a.clauses.size(); ++i) {
      const LearnedClause& one = a.clauses[i];
      const LearnedClause& other = b.clauses[i];
      if (one.test != other.test || !match(one.base, other.base, depth) ||
          !match(one.condition, other.condition, depth)) {
        return false;
      }
    }
    return true;
  }

  bool match(const Callee& a, const Callee& b, int depth) {
    if (a.kind != b.kind) return depth > 0;  // the beginning of the series
    if (a.kind != Callee::Kind::learned) return true;
    if (a.number == b.number) {
      fixed_.insert(a.number);
      return true;
    }
    const auto [place, fresh] = follows_.try_emplace(a.number, b.number);
    if (!fresh) return place->second == b.number;
    const LearnedPredicate& one = program_.predicates[a.number];
    const LearnedPredicate& other = program_.predicates[b.number];
    // The levels of a series follow each other by name; helpers by their form, except at the
    // beginning of the series.
    if (!one.helper && !other.helper) {
      return one.goal == other.goal && one.level + 1 == other.level;
    }
    return one.helper == other.helper && (depth > 0 || match(one, other, depth + 1));
  }

  const LearnedProgram& program_;
  std::map<std::size_t, std::size_t> follows_;
  std::set<std::size_t> fixed_;
  bool pairs_ = false;
};

}  // namespace

std::string helper_name(const LearnedProgram& program, const std::string& predicate) {
  std::uint32_t number = 1;
  const auto is_taken = [&](const LearnedPredicate& one) {
    return one.name == predicate + "_" + std::to_string(number);
  };
  while (std::any_of(program.predicates.begin(), program.predicates.end(), is_taken)) ++number;
  return predicate + "_" + std::to_string(number);
}

StateProperties::Id property_of(const LearnedProgram& program, const Callee& callee) {
  switch (callee.kind) {
    case Callee::Kind::move:
      return StateProperties::move;
    case Callee::Kind::won:
      return StateProperties::won;
    case Callee::Kind::drawn:
      return StateProperties::drawn;
    case Callee::Kind::fluent:
      throw std::logic_error("rules of the learner that looks ahead test no fluents");
    case Callee::Kind::learned:
      break;
  }
  return program.predicates[callee.number].definition;
}

StateProperties::Clause property_of(const LearnedProgram& program, const LearnedClause& clause) {
  return {property_of(program, clause.base), property_of(program, clause.condition), clause.test};
}

bool add_next_level(std::size_t before, std::size_t last, const std::string& name,
                    StateProperties& properties, LearnedProgram& program) {
  const Series series(program, before, last);
  if (!series.is_one()) return false;
  const std::size_t size = program.predicates.size();
  std::map<std::size_t, std::size_t> made;
  const auto define = [&](const auto& self, std::size_t number) -> std::size_t {
    if (series.is_fixed(number)) return number;
    if (const std::size_t* after = series.after(number)) return *after;
    const auto known = made.find(number);
    if (known != made.end()) return known->second;
    LearnedPredicate next = program.predicates[number];
    std::vector<StateProperties::Clause> clauses;
    for (LearnedClause& clause : next.clauses) {
      for (Callee* callee : {&clause.base, &clause.condition}) {
        if (callee->kind == Callee::Kind::learned) callee->number = self(self, callee->number);
      }
      clauses.push_back(property_of(program, clause));
    }
    next.definition = properties.define(clauses);
    ++next.level;
    next.name = number == last ? name : helper_name(program, name);
    program.predicates.push_back(std::move(next));
    return made[number] = program.predicates.size() - 1;
  };
  const std::size_t made_last = define(define, last);
  if (program.predicates[made_last].definition == program.predicates[last].definition) {
    program.predicates.resize(size);  // equivalent to the last level
    return false;
  }
  return true;
}

}  // namespace tesuji::learner
