#include "frontend/gdl/checks/value_sets.h"

#include <algorithm>

namespace tesuji::frontend {

// --- Places

bool NumberSet::contains(std::uint32_t number) const {
  return number / 64 < words_.size() && (words_[number / 64] >> number % 64 & 1U) != 0;
}

bool NumberSet::empty() const {
  return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
}

bool NumberSet::insert(std::uint32_t number) {
  if (number / 64 >= words_.size()) {
    words_.resize(number / 64 + 1);
  }
  std::uint64_t& word = words_[number / 64];
  const std::uint64_t bit = std::uint64_t{1} << number % 64;
  const bool is_new = (word & bit) == 0;
  word |= bit;
  return is_new;
}

bool NumberSet::unite(const NumberSet& other) {
  if (words_.size() < other.words_.size()) {
    words_.resize(other.words_.size());
  }
  bool grew = false;
  for (std::size_t w = 0; w < other.words_.size(); ++w) {
    grew = grew || (other.words_[w] & ~words_[w]) != 0;
    words_[w] |= other.words_[w];
  }
  return grew;
}

void NumberSet::intersect(const NumberSet& other) {
  words_.resize(std::min(words_.size(), other.words_.size()));
  for (std::size_t w = 0; w < words_.size(); ++w) {
    words_[w] &= other.words_[w];
  }
}

PlaceId PlaceTable::make(std::uint32_t depth) {
  places_.emplace_back().depth = depth;
  return static_cast<PlaceId>(places_.size() - 1);
}

Constructor PlaceTable::constructor(const Term& term) {
  const TermForm key = form_of(term);
  const auto number = static_cast<Constructor>(descriptions_.size());
  const auto [found, is_new] = constructors_.try_emplace(key, number);
  if (is_new) {
    descriptions_.push_back(key);
  }
  return found->second;
}

std::optional<Constructor> PlaceTable::find(const std::pair<ir::Symbol, std::size_t>& form) const {
  const auto found = constructors_.find(form);
  if (found == constructors_.end()) return std::nullopt;
  return found->second;
}

std::pair<ir::Symbol, bool> PlaceTable::describe(Constructor constructor) const {
  const auto& [symbol, width] = descriptions_[constructor];
  return {symbol, width > 0};
}

bool PlaceTable::add(PlaceId place, Constructor constructor) {
  return places_[place].constructors.insert(constructor);
}

bool PlaceTable::add_anything(PlaceId place) {
  const bool before = places_[place].anything;
  places_[place].anything = true;
  return !before;
}

bool PlaceTable::add_all(PlaceId from, PlaceId to) {
  if (from == to) {
    return false;
  }
  const bool anything = places_[from].anything && add_anything(to);
  return add_chosen(from, places_[from].constructors, to) || anything;
}

bool PlaceTable::add_chosen(PlaceId from, const NumberSet& chosen, PlaceId to) {
  if (from == to) {
    return false;
  }
  bool grew = places_[to].constructors.unite(chosen);
  for (const auto& [constructor, source] : places_[from].parts) {
    if (!chosen.contains(constructor)) {
      continue;
    }
    const std::vector<PlaceId>& target = parts(to, constructor);
    for (std::size_t i = 0; i < target.size(); ++i) {
      grew = add_all(source[i], target[i]) || grew;
    }
  }
  return grew;
}

const std::vector<PlaceId>& PlaceTable::parts(PlaceId place, Constructor constructor) {
  static const std::vector<PlaceId> none;
  const std::uint32_t depth = places_[place].depth;
  if (depth >= max_depth || full()) {
    return none;
  }
  std::vector<PlaceId>& found = places_[place].parts[constructor];
  const std::size_t width = descriptions_[constructor].second;
  while (found.size() + 1 < width) {
    found.push_back(make(depth + 1));
  }
  return found;
}

// --- Fixpoint

namespace {

using Kind = Literal::Kind;

/// The possible values of a variable, according to the literals examined so far.
struct Values {
  bool anything = false;
  NumberSet constructors;
  PlaceId source = 0;  ///< the place with its terms' arguments
};

using ValueBindings = std::unordered_map<ir::Symbol, Values>;

/// An atom's relation, by keyword or name, and its number of arguments.
using RelationKey = std::pair<std::uint64_t, std::size_t>;

struct RelationValues {
  bool defined = false;  ///< it has clauses
  bool holds = false;    ///< for some arguments
  std::vector<PlaceId> arguments;
  std::vector<std::size_t> readers;  ///< clauses
};

}  // namespace

class ValueSets::Analysis {
 public:
  Analysis(const Rulesheet& rulesheet, const Keywords& keywords,
           const std::unordered_set<const Clause*>& faulty)
      : rulesheet_(rulesheet), keywords_(keywords), faulty_(faulty) {
    for (std::size_t c = 0; c < rulesheet.clauses.size(); ++c) {
      add_relation(rulesheet.clauses[c].head).defined = true;
      for_each_atom(rulesheet.clauses[c].body, [&](const Term& atom) {
        std::vector<std::size_t>& readers = add_relation(atom).readers;
        if (readers.empty() || readers.back() != c) {
          readers.push_back(c);
        }
      });
    }
    for (const Clause* clause : faulty) open_other_arities(clause->head);
    run();
    known_ = !places_.full();
  }

  [[nodiscard]] std::optional<Impossible> impossible(const Clause& clause) {
    if (!known_) {
      return std::nullopt;
    }
    ValueBindings bindings;
    return conjunction(clause.body, bindings);
  }

  [[nodiscard]] bool may_begin_with(Keyword keyword, ir::Symbol value) {
    if (!known_) {
      return true;
    }
    for (const auto& [key, relation] : relations_) {
      if (key.first != keyword_key(keyword) || !relation.holds || relation.arguments.empty()) {
        continue;
      }
      const Place& place = places_[relation.arguments.front()];
      const Term constant{Term::Kind::constant, value, {}, {}};
      if (place.anything || place.constructors.contains(places_.constructor(constant))) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] PossibleValues values_at(std::span<const ValueStep> path) const {
    const Term atom{
        Term::Kind::compound, path.front().name, std::vector<Term>(path.front().arity), {}};
    const auto relation = relations_.find(key_of(atom));
    if (!known_ || relation == relations_.end() || !relation->second.defined) return {};
    const std::vector<PlaceId>* places = &relation->second.arguments;
    for (std::size_t i = 0;; ++i) {
      if (path[i].argument >= places->size()) return {};
      const Place& place = places_[(*places)[path[i].argument]];
      if (i + 1 == path.size()) return possible(place.anything, place.constructors);
      const auto constructor = places_.find({path[i + 1].name, path[i + 1].arity + 1});
      const auto parts = constructor ? place.parts.find(*constructor) : place.parts.end();
      if (parts == place.parts.end()) return {};
      places = &parts->second;
    }
  }

  [[nodiscard]] std::vector<std::pair<ir::Symbol, PossibleValues>> variable_values(
      const Clause& clause) {
    ValueBindings bindings;
    std::vector<std::pair<ir::Symbol, PossibleValues>> result;
    if (!known_ || conjunction(clause.body, bindings)) return result;
    for (const auto& [variable, values] : bindings) {
      result.emplace_back(variable, possible(values.anything, values.constructors));
    }
    std::sort(result.begin(), result.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    return result;
  }

 private:
  [[nodiscard]] PossibleValues possible(bool anything, const NumberSet& constructors) const {
    PossibleValues result{anything, {}};
    if (anything) return result;
    constructors.for_each([&](Constructor one) { result.forms.push_back(places_.form(one)); });
    return result;
  }

  static std::uint64_t keyword_key(Keyword keyword) {
    return (std::uint64_t{1} << 32) + static_cast<std::uint64_t>(keyword);
  }

  /// Treats `init`, `next` and `true` as one relation, and `legal` and `does` as one.
  [[nodiscard]] RelationKey key_of(const Term& atom) const {
    const Keyword keyword = keywords_.of(atom.name);
    switch (keyword) {
      case Keyword::none:
        return {atom.name, atom.args.size()};
      case Keyword::init:
      case Keyword::next:
        return {keyword_key(Keyword::holds), atom.args.size()};
      case Keyword::does:
        return {keyword_key(Keyword::legal), atom.args.size()};
      default:
        return {keyword_key(keyword), atom.args.size()};
    }
  }

  RelationValues& add_relation(const Term& atom) {
    const auto [found, is_new] = relations_.try_emplace(key_of(atom));
    RelationValues& relation = found->second;
    for (std::size_t i = 0; is_new && i < atom.args.size(); ++i) {
      relation.arguments.push_back(places_.make());
    }
    for (const Term& argument : atom.args) {
      number_constructors(argument);
    }
    return relation;
  }

  void number_constructors(const Term& term) {
    if (term.kind != Term::Kind::variable) {
      static_cast<void>(places_.constructor(term));
    }
    for (const Term& argument : term.args) {
      number_constructors(argument);
    }
  }

  /// A faulty head may have been intended for a relation of the same name with another number of
  /// arguments; assumes that such a relation may hold for any arguments.
  void open_other_arities(const Term& head) {
    const RelationKey key = key_of(head);
    for (auto& [other, relation] : relations_) {
      if (other.first != key.first || other.second == key.second) continue;
      relation.defined = true;
      relation.holds = true;
      for (const PlaceId place : relation.arguments) places_.add_anything(place);
    }
  }

  /// Whether the absence of the keyword is an error on its own, from which nothing follows.
  [[nodiscard]] static bool is_missed(Keyword keyword) {
    switch (keyword) {
      case Keyword::none:
      case Keyword::role:
      case Keyword::legal:
      case Keyword::does:
      case Keyword::goal:
      case Keyword::terminal:
        return true;
      default:
        return false;
    }
  }

  // The fixpoint ------------------------------------------------------------

  void run() {
    std::deque<std::size_t> queue;
    std::vector<bool> queued(rulesheet_.clauses.size(), true);
    for (std::size_t c = 0; c < rulesheet_.clauses.size(); ++c) {
      queue.push_back(c);
    }
    while (!queue.empty() && !places_.full()) {
      const std::size_t c = queue.front();
      queue.pop_front();
      queued[c] = false;
      const Clause& clause = rulesheet_.clauses[c];
      ValueBindings bindings;
      if (!faulty_.contains(&clause) && conjunction(clause.body, bindings)) {
        continue;
      }
      RelationValues& relation = relations_.at(key_of(clause.head));
      if (!put(clause.head, relation, bindings)) {
        continue;
      }
      for (const std::size_t reader : relation.readers) {
        if (!queued[reader]) {
          queued[reader] = true;
          queue.push_back(reader);
        }
      }
    }
  }

  /// Adds the values of the head; returns whether some are new.
  bool put(const Term& head, RelationValues& relation, const ValueBindings& bindings) {
    bool grew = !relation.holds;
    relation.holds = true;
    for (std::size_t i = 0; i < head.args.size(); ++i) {
      grew = put(head.args[i], relation.arguments[i], bindings) || grew;
    }
    return grew;
  }

  bool put(const Term& term, PlaceId place, const ValueBindings& bindings) {
    if (term.kind == Term::Kind::variable) {
      const auto values = bindings.find(term.name);
      if (values == bindings.end() || values->second.anything) {
        return places_.add_anything(place);
      }
      return places_.add_chosen(values->second.source, values->second.constructors, place);
    }
    const Constructor constructor = places_.constructor(term);
    bool grew = places_.add(place, constructor);
    const std::vector<PlaceId> parts = places_.parts(place, constructor);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      grew = put(term.args[i], parts[i], bindings) || grew;
    }
    return grew;
  }

  // Bodies ------------------------------------------------------------------

  /// Narrows the bindings to the values that all literals allow, or returns why no value remains.
  /// Evaluates disjunctions last: they only choose among the values that the atoms leave.
  std::optional<Impossible> conjunction(const std::vector<Literal>& literals,
                                        ValueBindings& bindings) {
    for (const bool disjunctions : {false, true}) {
      for (const Literal& literal : literals) {
        if ((literal.kind == Kind::disjunction) != disjunctions) {
          continue;
        }
        if (const auto found = check(literal, bindings)) {
          return found;
        }
      }
    }
    return std::nullopt;
  }

  std::optional<Impossible> check(const Literal& literal, ValueBindings& bindings) {
    switch (literal.kind) {
      case Kind::atom:
        return check_atom(literal, bindings);
      case Kind::conjunction:
        return conjunction(literal.children, bindings);
      case Kind::disjunction:
        return check_disjunction(literal, bindings);
      case Kind::distinct:
        if (same_term(literal.atom.args[0], literal.atom.args[1])) {
          return Impossible{Impossible::Reason::comparison, &literal, nullptr, {}};
        }
        return std::nullopt;
      case Kind::same:
        if (clash(literal.atom.args[0], literal.atom.args[1])) {
          return Impossible{Impossible::Reason::comparison, &literal, nullptr, {}};
        }
        return std::nullopt;
      case Kind::negation:
        break;
    }
    return std::nullopt;
  }

  std::optional<Impossible> check_atom(const Literal& literal, ValueBindings& bindings) {
    const RelationValues& relation = relations_.at(key_of(literal.atom));
    if (!relation.defined && is_missed(keywords_.of(literal.atom.name))) {
      return std::nullopt;
    }
    if (!relation.holds) {
      return Impossible{Impossible::Reason::relation, &literal, nullptr, {}};
    }
    for (std::size_t i = 0; i < relation.arguments.size(); ++i) {
      if (auto found = match(literal.atom.args[i], relation.arguments[i], bindings)) {
        found->literal = &literal;
        return found;
      }
    }
    return std::nullopt;
  }

  std::optional<Impossible> check_disjunction(const Literal& literal, ValueBindings& bindings) {
    std::optional<ValueBindings> all;
    for (const Literal& branch : literal.children) {
      ValueBindings here = bindings;
      if (check(branch, here)) {
        continue;
      }
      if (!all) {
        all = std::move(here);
      } else {
        unite(*all, here);
      }
    }
    if (!all) {
      return Impossible{Impossible::Reason::disjunction, &literal, nullptr, {}};
    }
    bindings = std::move(*all);
    return std::nullopt;
  }

  /// Computes the union of two branches; a variable that only one of them binds can have any value
  /// afterwards.
  static void unite(ValueBindings& all, const ValueBindings& other) {
    for (auto& [variable, values] : all) {
      const auto found = other.find(variable);
      if (found == other.end() || found->second.anything) {
        values.anything = true;
      } else if (values.source != found->second.source) {
        // Their arguments are in different places, and only one can be the source.
        values.anything = true;
      } else {
        values.constructors.unite(found->second.constructors);
      }
    }
  }

  std::optional<Impossible> match(const Term& term, PlaceId place, ValueBindings& bindings) {
    if (term.kind == Term::Kind::variable) {
      return bind(term, place, bindings);
    }
    if (places_[place].anything) {
      return std::nullopt;
    }
    const Constructor constructor = places_.constructor(term);
    if (!places_[place].constructors.contains(constructor)) {
      Impossible impossible{Impossible::Reason::value, nullptr, &term, {}};
      places_[place].constructors.for_each([&](Constructor possible) {
        const auto [symbol, functor] = places_.describe(possible);
        if (functor == (term.kind == Term::Kind::compound)) {
          impossible.possible.push_back(symbol);
        }
      });
      return impossible;
    }
    const std::vector<PlaceId>& parts = places_.parts(place, constructor);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (auto found = match(term.args[i], parts[i], bindings)) {
        return found;
      }
    }
    return std::nullopt;
  }

  std::optional<Impossible> bind(const Term& variable, PlaceId place, ValueBindings& bindings) {
    const Place& found = places_[place];
    const auto [values, is_new] = bindings.try_emplace(variable.name);
    if (is_new || values->second.anything) {
      values->second = {found.anything, found.constructors, place};
      return std::nullopt;
    }
    if (found.anything) {
      return std::nullopt;
    }
    values->second.constructors.intersect(found.constructors);
    if (values->second.constructors.empty()) {
      return Impossible{Impossible::Reason::variable, nullptr, &variable, {}};
    }
    return std::nullopt;
  }

  const Rulesheet& rulesheet_;
  const Keywords& keywords_;
  const std::unordered_set<const Clause*>& faulty_;
  PlaceTable places_;
  std::map<RelationKey, RelationValues> relations_;
  bool known_ = false;  ///< if false, everything counts as possible
};

ValueSets::ValueSets(const Rulesheet& rulesheet, const Keywords& keywords,
                     const std::unordered_set<const Clause*>& faulty)
    : analysis_(std::make_unique<Analysis>(rulesheet, keywords, faulty)) {}
ValueSets::~ValueSets() = default;
ValueSets::ValueSets(ValueSets&&) noexcept = default;

std::optional<Impossible> ValueSets::impossible(const Clause& clause) const {
  return analysis_->impossible(clause);
}

bool ValueSets::may_begin_with(Keyword keyword, ir::Symbol value) const {
  return analysis_->may_begin_with(keyword, value);
}

PossibleValues ValueSets::values_at(std::span<const ValueStep> path) const {
  return analysis_->values_at(path);
}

std::vector<std::pair<ir::Symbol, PossibleValues>> ValueSets::variable_values(
    const Clause& clause) const {
  return analysis_->variable_values(clause);
}

}  // namespace tesuji::frontend
