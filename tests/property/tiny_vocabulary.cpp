#include "tests/property/tiny_vocabulary.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tesuji::tests {

namespace {

constexpr std::size_t most_fluents = 8;
constexpr std::size_t most_moves = 4;

// Among them names that ASP writes otherwise, and of what else there is in programs.
constexpr std::array<const char*, 12> constants = {"a",  "b",   "c", "1",   "2",    "0",
                                                   "+1", "x++", "f", "not", "true", "007"};
constexpr std::array<const char*, 7> functors = {"f", "g", "h", "d0", "s0", "a", "not"};

class TinyMaker {
 public:
  explicit TinyMaker(runtime::Rng& rng) : rng_(rng) {}

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

  /// Constants and compounds, of which there are `most` together at most.
  TypeId mixed_type(std::uint64_t most_constants, std::uint64_t compounds, std::size_t most) {
    TermType type;
    if (most_constants > 0) type.constants = some_constants(1, most_constants);
    std::size_t size = type.constants.size();
    for (std::uint64_t i = 0; i < compounds; ++i) {
      TermType::Compound compound{functors[rng_.below(functors.size())], {}};
      std::size_t terms = 1;
      for (std::uint64_t count = rng_.below(3); count > 0; --count) {
        const auto arg = static_cast<TypeId>(rng_.below(result_.types.size()));
        if (terms * result_.types[arg].size > most || result_.types[arg].depth > 1) continue;
        terms *= result_.types[arg].size;
        compound.args.push_back(arg);
      }
      const auto same = [&](const TermType::Compound& other) {
        return other.functor == compound.functor && other.args.size() == compound.args.size();
      };
      if (size + terms > most || std::any_of(type.compounds.begin(), type.compounds.end(), same)) {
        continue;
      }
      size += terms;
      type.compounds.push_back(std::move(compound));
    }
    if (size == 0) type.constants = some_constants(1, 2);
    return result_.types.add(std::move(type));
  }

  /// From one of two to one of two.
  TypeId paired_moves() {
    TermType pair;
    pair.constants = some_constants(2, 2);
    const TypeId part = result_.types.add(std::move(pair));
    TermType moves;
    moves.compounds.push_back({functors[rng_.below(functors.size())], {part, part}});
    return result_.types.add(std::move(moves));
  }

  void add_types() {
    TermType role;
    role.constants = {"white"};
    if (chance(50)) role.constants.emplace_back("black");
    result_.roles = role.constants;
    TermType stranger = role;
    stranger.constants.emplace_back("ghost");
    result_.role = result_.types.add(std::move(role));
    result_.stranger = chance(80) ? result_.role : result_.types.add(std::move(stranger));
    for (std::uint64_t i = between(1, 2); i > 0; --i) {
      result_.types.add({some_constants(2, 3), {}, 0, 0});
    }
    if (chance(40)) mixed_type(1, 1, 3);
    result_.fluent = mixed_type(2, between(2, 3), most_fluents);
    result_.move =
        chance(40) ? paired_moves() : mixed_type(chance(70) ? 2 : 0, between(0, 2), most_moves);
  }

  void add_group(const char* prefix, level::Level at, std::uint64_t low, std::uint64_t high) {
    const std::uint64_t count = between(low, high);
    for (std::uint64_t i = 0; i < count; ++i) {
      std::vector<TypeId> columns;
      for (std::uint64_t c = rng_.below(3); c > 0; --c) {
        columns.push_back(static_cast<TypeId>(rng_.below(result_.types.size())));
      }
      result_.relations.push_back({prefix + std::to_string(i), std::move(columns), at, {}});
    }
  }

  /// One that is stratified by the constants of a column only.
  void add_layered(const char* name, level::Level at) {
    TermType layers;
    layers.constants = some_constants(2, 3);
    std::vector<TypeId> columns{result_.types.add(std::move(layers))};
    if (chance(50)) columns.push_back(static_cast<TypeId>(rng_.below(result_.types.size())));
    result_.relations.push_back({name, std::move(columns), at, std::size_t{0}});
  }

  void add_relations() {
    std::vector<RandomRelation>& relations = result_.relations;
    relations.push_back({"role", {result_.role}, level::facts, {}});
    add_group("f", level::facts, 1, 2);
    add_group("s", level::static_derived, 0, 1);
    if (chance(15)) add_layered("sl", level::static_layered);
    relations.push_back({"true", {result_.fluent}, level::state, {}});
    add_group("d", level::state_derived, 1, 2);
    if (chance(20)) add_layered("dl", level::state_layered);
    relations.push_back({"legal", {result_.stranger, result_.move}, level::legal, {}});
    add_group("e", level::after_legal, 0, 1);
    relations.push_back({"terminal", {}, level::terminal, {}});
    TermType values;
    values.constants = {"100", "0"};
    const TypeId value = result_.types.add(std::move(values));
    relations.push_back({"goal", {result_.stranger, value}, level::goal, std::size_t{1}});
    relations.push_back({"does", {result_.role, result_.move}, level::does, {}});
    add_group("m", level::move_derived, 0, 1);
    result_.init = {"init", {result_.fluent}, level::state, {}};
    result_.next = {"next", {result_.fluent}, level::next, {}};
  }

  runtime::Rng& rng_;
  Vocabulary result_;
};

}  // namespace

Vocabulary tiny_vocabulary(runtime::Rng& rng) {
  return TinyMaker(rng).make();
}

}  // namespace tesuji::tests
