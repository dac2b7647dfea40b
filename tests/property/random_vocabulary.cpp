#include "tests/property/random_vocabulary.h"

#include <algorithm>
#include <array>

namespace tesuji::tests {

namespace {

/// Columns of a relation hold at most this many tuples.
constexpr std::size_t largest_relation = 400;
constexpr std::size_t largest_type = 40;

constexpr std::array<const char*, 10> constants = {"a", "b", "c", "1",  "2",
                                                   "3", "0", "f", "+1", "x++"};
// Among them names of relations, of constants, and of a connective.
constexpr std::array<const char*, 8> functors = {"f", "g", "h", "pair", "d0", "s0", "a", "not"};

class VocabularyMaker {
 public:
  explicit VocabularyMaker(runtime::Rng& rng) : rng_(rng) {}

  Vocabulary make() {
    add_types();
    add_relations();
    return std::move(result_);
  }

 private:
  bool chance(std::uint64_t percent) { return rng_.below(100) < percent; }
  std::uint64_t between(std::uint64_t low, std::uint64_t high) {
    return low + rng_.below(high - low + 1);
  }

  std::vector<std::string> some_constants(std::uint64_t low, std::uint64_t high) {
    std::vector<std::string> chosen;
    for (std::uint64_t count = between(low, high); chosen.size() < count;) {
      const std::string name = constants[rng_.below(constants.size())];
      if (std::find(chosen.begin(), chosen.end(), name) == chosen.end()) chosen.push_back(name);
    }
    return chosen;
  }

  /// Up to three arguments of the types there are, smaller ones where it gets large.
  TermType::Compound compound(std::string functor, std::size_t deepest) {
    TermType::Compound result{std::move(functor), {}};
    std::size_t size = 1;
    for (std::uint64_t count = rng_.below(4); count > 0; --count) {
      const TypeId arg = static_cast<TypeId>(rng_.below(result_.types.size()));
      const TermType& type = result_.types[arg];
      if (size * type.size > largest_type || type.depth >= deepest) continue;
      size *= type.size;
      result.args.push_back(arg);
    }
    return result;
  }

  TypeId compound_type(std::uint64_t constants_high, std::uint64_t compounds, std::size_t deepest) {
    TermType type;
    if (constants_high > 0) type.constants = some_constants(1, constants_high);
    std::size_t size = type.constants.size();
    for (std::uint64_t i = 0; i < compounds; ++i) {
      TermType::Compound part = compound(functors[rng_.below(functors.size())], deepest);
      // Two forms of one name and number of arguments would overlap.
      const auto same = [&](const TermType::Compound& other) {
        return other.functor == part.functor && other.args.size() == part.args.size();
      };
      if (std::any_of(type.compounds.begin(), type.compounds.end(), same)) continue;
      std::size_t terms = 1;
      for (const TypeId arg : part.args) terms *= result_.types[arg].size;
      if (size + terms > largest_type) continue;
      size += terms;
      type.compounds.push_back(std::move(part));
    }
    if (size == 0) type.constants = some_constants(1, 2);
    return result_.types.add(std::move(type));
  }

  void add_types() {
    static constexpr std::array<const char*, 3> names = {"white", "black", "robot"};
    const std::uint64_t roles = chance(60) ? 2 : between(1, 3);
    TermType role;
    role.constants.assign(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(roles));
    result_.roles = role.constants;
    TermType stranger = role;
    stranger.constants.emplace_back("ghost");
    result_.role = result_.types.add(std::move(role));
    result_.stranger = result_.types.add(std::move(stranger));

    for (std::uint64_t i = between(2, 3); i > 0; --i) {
      result_.types.add({some_constants(2, 4), {}, 0, 0});
    }
    for (std::uint64_t i = between(1, 3); i > 0; --i) compound_type(2, between(1, 2), 3);
    result_.fluent = compound_type(2, between(2, 4), 3);
    result_.move = compound_type(1, between(1, 3), 3);
  }

  std::vector<TypeId> random_columns(std::size_t most) {
    std::vector<TypeId> columns;
    std::size_t size = 1;
    for (std::uint64_t count = rng_.below(most + 1); count > 0; --count) {
      const TypeId type = static_cast<TypeId>(rng_.below(result_.types.size()));
      if (size * result_.types[type].size > largest_relation) continue;
      size *= result_.types[type].size;
      columns.push_back(type);
    }
    return columns;
  }

  void add_group(const char* prefix, level::Level at, std::uint64_t low, std::uint64_t high) {
    const std::uint64_t count = between(low, high);
    for (std::uint64_t i = 0; i < count; ++i) {
      result_.relations.push_back({prefix + std::to_string(i), random_columns(3), at, {}});
    }
  }

  void add_layered(const char* name, level::Level at) {
    if (!chance(50)) return;
    TermType layers;
    layers.constants = some_constants(2, 3);
    std::vector<TypeId> columns = random_columns(2);
    const std::size_t column = rng_.below(columns.size() + 1);
    columns.insert(columns.begin() + static_cast<std::ptrdiff_t>(column),
                   result_.types.add(std::move(layers)));
    result_.relations.push_back({name, std::move(columns), at, column});
  }

  void add_relations() {
    std::vector<RandomRelation>& relations = result_.relations;
    relations.push_back({"role", {result_.role}, level::facts, {}});
    add_group("f", level::facts, 1, 3);
    add_group("s", level::static_derived, 1, 2);
    add_layered("sl", level::static_layered);
    relations.push_back({"true", {result_.fluent}, level::state, {}});
    add_group("d", level::state_derived, 1, 3);
    add_layered("dl", level::state_layered);
    relations.push_back({"legal", {result_.stranger, result_.move}, level::legal, {}});
    add_group("e", level::after_legal, 0, 2);
    relations.push_back({"terminal", {}, level::terminal, {}});
    TermType values;
    values.constants = {"100", "50", "0"};
    if (chance(20)) values.constants.emplace_back("win");
    const TypeId value = result_.types.add(std::move(values));
    relations.push_back({"goal", {result_.stranger, value}, level::goal, std::size_t{1}});
    relations.push_back({"does", {result_.role, result_.move}, level::does, {}});
    add_group("m", level::move_derived, 0, 2);
    result_.init = {"init", {result_.fluent}, level::state, {}};
    result_.next = {"next", {result_.fluent}, level::next, {}};
    if (chance(25)) {
      const TypeId percept = chance(50) ? result_.move : result_.fluent;
      result_.sees = RandomRelation{"sees", {result_.role, percept}, level::next, {}};
    }
  }

  runtime::Rng& rng_;
  Vocabulary result_;
};

}  // namespace

const RandomRelation* Vocabulary::find(const std::string& name) const {
  const auto found = std::find_if(relations.begin(), relations.end(),
                                  [&](const RandomRelation& r) { return r.name == name; });
  return found == relations.end() ? nullptr : &*found;
}

Vocabulary random_vocabulary(runtime::Rng& rng) {
  return VocabularyMaker(rng).make();
}

}  // namespace tesuji::tests
