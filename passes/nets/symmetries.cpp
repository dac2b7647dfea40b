#include "passes/nets/symmetries.h"

#include <bliss/graph.hh>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

namespace tesuji::passes {

namespace {

using Vertex = unsigned;

/// Whether roles may be exchanged, and relations whose initial fluents may change.
struct Freedom {
  bool roles = false;
  std::span<const ir::RelationId> any_start{};
};

/// The graph: a vertex for each atom, for each atom that is negated somewhere, and for body and
/// head of each rule; and, if roles may be exchanged, for each role, with its moves and answers as
/// neighbours. Colours separate vertices that must not be exchanged.
class RuleGraph {
 public:
  explicit RuleGraph(const GroundProgram& program, Freedom freedom = {})
      : program_(program), freedom_(freedom) {
    add_atoms();
    if (freedom_.roles) add_roles();
    connect_moves_and_times();
    add_rules();
  }

  [[nodiscard]] AtomSymmetries automorphisms(const SymmetryLimits& limits) {
    AtomSymmetries found;
    const Vertex atoms = program_.first_atom.back();
    found.complete = search(limits, [&](const Vertex* image) {
      AtomPermutation& moved = found.generators.emplace_back();
      for (Vertex atom = 0; atom < atoms; ++atom) {
        if (image[atom] != atom) moved.emplace_back(atom, image[atom]);
      }
    });
    return found;
  }

  /// Returns the permutations of roles. Requires that roles may be exchanged.
  [[nodiscard]] std::vector<RolePermutation> role_permutations(const SymmetryLimits& limits) {
    std::vector<RolePermutation> found;
    const Vertex first = program_.first_atom.back();
    const std::size_t roles = program_.possible.roles.size();
    static_cast<void>(search(limits, [&](const Vertex* image) {
      RolePermutation permutation(image + first, image + first + roles);
      for (std::uint32_t& role : permutation) role -= first;
      if (!std::is_sorted(permutation.begin(), permutation.end())) {
        found.push_back(std::move(permutation));
      }
    }));
    return found;
  }

 private:
  /// Thrown to leave the search, which can only be stopped from its callback.
  struct Enough {};

  struct Watch {
    const std::function<void(const Vertex*)>& each;
    const SymmetryLimits& limits;
    std::uint64_t work = 0;

    static void enter(void* self, unsigned vertices, const unsigned* image) {
      auto& watch = *static_cast<Watch*>(self);
      watch.each(image);
      watch.work += vertices;
      const auto* const stop = watch.limits.stop;
      if (watch.work > watch.limits.most_work ||
          (stop != nullptr && stop->load(std::memory_order_relaxed))) {
        throw Enough();
      }
    }
  };

  /// Calls each(image of all vertices) for generators; returns false if a limit was reached.
  bool search(const SymmetryLimits& limits, const std::function<void(const Vertex*)>& each) {
    Watch watch{each, limits};
    bliss::Stats stats;
    try {
      graph_.find_automorphisms(stats, &Watch::enter, &watch);
    } catch (const Enough&) {
      return false;
    }
    return true;
  }

  unsigned colour(std::string_view name) {
    return colours_.emplace(name, static_cast<unsigned>(colours_.size())).first->second;
  }

  using Row = std::vector<ir::Symbol>;

  [[nodiscard]] static Row row(const ir::Relation& relation, std::size_t number) {
    const std::size_t columns = relation.columns.size();
    const auto begin = relation.facts.cells.begin() + static_cast<std::ptrdiff_t>(number * columns);
    return {begin, begin + static_cast<std::ptrdiff_t>(columns)};
  }

  [[nodiscard]] bool is_ground(ir::RelationId relation) const {
    return program_.first_atom[relation] != program_.first_atom[relation + 1];
  }

  /// Atoms are the first vertices, in order.
  void add_atoms() {
    const ir::Module& module = program_.possible;
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      const ir::Relation& relation = module.relations[id];
      const bool any_start = std::find(freedom_.any_start.begin(), freedom_.any_start.end(), id) !=
                             freedom_.any_start.end();
      const std::vector<Row> initial = any_start ? std::vector<Row>{} : initial_rows(relation);
      const std::size_t count = program_.first_atom[id + 1] - program_.first_atom[id];
      for (std::size_t number = 0; number < count; ++number) {
        graph_.add_vertex(colour(kind_of(relation, row(relation, number), initial)));
      }
    }
  }

  [[nodiscard]] std::vector<Row> initial_rows(const ir::Relation& relation) const {
    std::vector<Row> rows;
    if (relation.kind != ir::RelationKind::state || relation.init == ir::no_id) return rows;
    const ir::Relation& init = program_.possible.relations[relation.init];
    for (std::size_t i = 0; i < init.facts.rows; ++i) rows.push_back(row(init, i));
    std::sort(rows.begin(), rows.end());
    return rows;
  }

  /// Atoms of different kinds are never exchanged. All relations that rules define only for other
  /// rules have the same kind.
  [[nodiscard]] std::string kind_of(const ir::Relation& relation, const Row& row,
                                    const std::vector<Row>& initial) const {
    const auto text = [&](std::size_t column) {
      return program_.possible.symbols->text(row[column]);
    };
    if (relation.kind == ir::RelationKind::state) {
      return std::binary_search(initial.begin(), initial.end(), row) ? "initial fluent" : "fluent";
    }
    if (relation.kind == ir::RelationKind::input) {
      return freedom_.roles ? "does" : "does " + text(0);
    }
    const std::string answer(ir::name_of(relation.answer));
    if (relation.answer == ir::Answer::legal || relation.answer == ir::Answer::sees) {
      return freedom_.roles ? answer : answer + " " + text(0);
    }
    if (relation.answer != ir::Answer::goal) return answer;
    std::string whole = relation.name;
    for (std::size_t column = freedom_.roles ? 1 : 0; column < row.size(); ++column) {
      whole += " " + text(column);
    }
    return whole;
  }

  /// Adds a vertex for each role after those of the atoms.
  void add_roles() {
    const ir::Module& module = program_.possible;
    for (std::size_t i = 0; i < module.roles.size(); ++i) {
      static_cast<void>(graph_.add_vertex(colour("a role")));
    }
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      const ir::Relation& relation = module.relations[id];
      const bool of_role =
          relation.kind == ir::RelationKind::input || relation.answer == ir::Answer::legal ||
          relation.answer == ir::Answer::sees || relation.answer == ir::Answer::goal;
      if (!of_role) continue;
      const std::size_t count = program_.first_atom[id + 1] - program_.first_atom[id];
      for (std::size_t number = 0; number < count; ++number) {
        const auto role =
            std::find(module.roles.begin(), module.roles.end(), row(relation, number).front());
        if (role == module.roles.end()) continue;
        graph_.add_edge(
            program_.first_atom[id] + static_cast<Vertex>(number),
            program_.first_atom.back() + static_cast<Vertex>(role - module.roles.begin()));
      }
    }
  }

  /// Connects a fluent with itself in the next state, a move with its legality.
  void connect_moves_and_times() {
    const ir::Module& module = program_.possible;
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      const ir::Relation& relation = module.relations[id];
      const ir::RelationId other =
          relation.kind == ir::RelationKind::state ? relation.next : relation.legal;
      if (other == ir::no_id || !is_ground(id) || !is_ground(other)) continue;
      std::map<Row, Vertex> places;
      for (std::size_t i = 0; i < module.relations[other].facts.rows; ++i) {
        places.emplace(row(module.relations[other], i),
                       program_.first_atom[other] + static_cast<Vertex>(i));
      }
      for (std::size_t i = 0; i < relation.facts.rows; ++i) {
        const auto place = places.find(row(relation, i));
        if (place == places.end()) continue;
        graph_.add_edge(program_.first_atom[id] + static_cast<Vertex>(i), place->second);
      }
    }
  }

  void add_rules() {
    const unsigned head_colour = colour("the head of a rule");
    const unsigned body_colour = colour("the body of a rule");
    for (const GroundRule& rule : program_.rules) {
      const Vertex head = graph_.add_vertex(head_colour);
      const Vertex body = graph_.add_vertex(body_colour);
      graph_.add_edge(rule.head, head);
      graph_.add_edge(head, body);
      for (const GroundLiteral literal : program_.body(rule)) {
        graph_.add_edge(literal % 2 == 0 ? literal / 2 : negation(literal / 2), body);
      }
    }
  }

  Vertex negation(GroundAtom atom) {
    const auto [place, fresh] = negations_.emplace(atom, 0);
    if (fresh) {
      place->second = graph_.add_vertex(colour("a negation"));
      graph_.add_edge(place->second, atom);
    }
    return place->second;
  }

  const GroundProgram& program_;
  const Freedom freedom_;
  bliss::Graph graph_;
  std::map<std::string, unsigned, std::less<>> colours_;
  std::map<GroundAtom, Vertex> negations_;
};

bool may_search(const GroundProgram& program, std::size_t most_vertices) {
  const std::size_t vertices = 2 * (std::size_t{program.first_atom.back()} + program.rules.size());
  return program.left_out.empty() && vertices <= most_vertices;
}

}  // namespace

std::optional<AtomSymmetries> symmetries(const GroundProgram& program, const SymmetryLimits& limits,
                                         bool any_start) {
  if (!may_search(program, limits.most_vertices)) return std::nullopt;
  std::vector<ir::RelationId> free(any_start ? program.possible.relations.size() : 0);
  std::iota(free.begin(), free.end(), ir::RelationId{0});
  return RuleGraph(program, {false, free}).automorphisms(limits);
}

std::optional<std::vector<RolePermutation>> role_exchanges(
    const GroundProgram& program, std::span<const ir::RelationId> any_start,
    const SymmetryLimits& limits) {
  if (!may_search(program, limits.most_vertices)) return std::nullopt;
  return RuleGraph(program, {true, any_start}).role_permutations(limits);
}

}  // namespace tesuji::passes
