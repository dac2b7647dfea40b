#include "passes/bitboards/board_layout.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace tesuji::passes {
namespace {

/// Maximum numbers of a relation's rules that are examined, and of grids that are tried.
constexpr std::size_t most_sampled = 1'500;
constexpr std::size_t most_frames = 3;
constexpr int sweeps = 2;

/// Different terms have different hashes, except for collisions, which may only cost some speed.
std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 29U;
}

class LayoutSearch {
 public:
  LayoutSearch(const GroundProgram& program, const BoardAtoms& atoms, const BoardFrame& frame)
      : program_(program), atoms_(atoms) {
    layout_.frame = frame;
    const std::size_t relations = program.first_atom.size() - 1;
    layout_.views.resize(relations);
    chosen_.resize(relations, false);
    for (const ir::RelationId id : atoms.relation) places_.push_back({id, no_square});
    collect_rules();
    for (ir::RelationId id = 0; id < relations; ++id) {
      coordinates_.emplace_back(relation(id), frame);
      views_.push_back(has_atoms(id) ? board_views(relation(id), frame) : std::vector<BoardView>{});
      std::erase_if(views_.back(), [&](const BoardView& view) {
        return !coordinates_.back().numbers(view, frame);
      });
      if (views_.back().empty() && has_atoms(id)) is_possible_ = false;
      layout_.views[id] = BoardView(relation(id).columns.size(), BoardColumn::label);
    }
  }

  /// Returns nullopt if the tuples of some relation cannot be distinguished.
  std::optional<BoardLayout> run() {
    if (!is_possible_) return std::nullopt;
    for (ir::RelationId next = first(); next != ir::no_id; next = most_connected()) {
      choose(next);
      chosen_[next] = true;
    }
    bool changed = true;
    for (int sweep = 0; sweep < sweeps && changed; ++sweep) {
      changed = false;
      for (ir::RelationId id = 0; id < views_.size(); ++id) {
        if (views_[id].size() > 1) changed |= choose(id);
      }
    }
    layout_.cost = 0;
    for (ir::RelationId id = 0; id < views_.size(); ++id) {
      if (!views_[id].empty()) layout_.cost += cost_with(id, layout_.views[id]);
    }
    return std::move(layout_);
  }

 private:
  [[nodiscard]] const ir::Relation& relation(ir::RelationId id) const {
    return program_.possible.relations[id];
  }
  [[nodiscard]] bool is_placed(GroundAtom atom) const {
    return passes::is_placed(program_, atoms_, atom);
  }
  [[nodiscard]] bool has_atoms(ir::RelationId id) const {
    for (GroundAtom atom = program_.first_atom[id]; atom < program_.first_atom[id + 1]; ++atom) {
      if (is_placed(atom)) return true;
    }
    return false;
  }

  /// Collects each relation's rules; a sample if they are many.
  void collect_rules() {
    rules_of_.resize(program_.first_atom.size() - 1);
    std::vector<std::size_t> last(rules_of_.size(), program_.rules.size());
    for (std::size_t r = 0; r < program_.rules.size(); ++r) {
      const GroundRule& rule = program_.rules[r];
      if (!is_placed(rule.head)) continue;
      const auto add = [&](GroundAtom atom) {
        const ir::RelationId id = atoms_.relation[atom];
        if (!is_placed(atom) || std::exchange(last[id], r) == r) return;
        rules_of_[id].push_back(r);
      };
      add(rule.head);
      for (const GroundLiteral literal : program_.body(rule)) add(literal / 2);
    }
    for (auto& rules : rules_of_) {
      if (rules.size() <= most_sampled) continue;
      // A fixed stride would select the same row of a board repeatedly.
      std::vector<std::size_t> sampled;
      std::uint64_t state = 1;
      for (std::size_t i = 0; i < rules.size(); ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        if ((state >> 33U) % rules.size() < most_sampled) sampled.push_back(rules[i]);
      }
      rules = std::move(sampled);
    }
  }

  /// Returns the fluent relation with the most atoms among those with squares.
  [[nodiscard]] ir::RelationId first() const {
    ir::RelationId best = ir::no_id;
    for (ir::RelationId id = 0; id < views_.size(); ++id) {
      if (relation(id).kind != ir::RelationKind::state || views_[id].size() < 2) continue;
      if (best == ir::no_id || relation(id).facts.rows > relation(best).facts.rows) best = id;
    }
    return best;
  }

  [[nodiscard]] ir::RelationId most_connected() const {
    std::vector<std::size_t> shared(views_.size(), 0);
    for (ir::RelationId id = 0; id < views_.size(); ++id) {
      if (chosen_[id] || views_[id].empty()) continue;
      shared[id] = 1;
      for (const std::size_t r : rules_of_[id]) {
        const GroundRule& rule = program_.rules[r];
        const auto body = program_.body(rule);
        const auto is_chosen = [&](GroundLiteral literal) {
          return chosen_[atoms_.relation[literal / 2]];
        };
        if (chosen_[atoms_.relation[rule.head]] || std::any_of(body.begin(), body.end(), is_chosen))
          ++shared[id];
      }
    }
    const auto best = std::max_element(shared.begin(), shared.end());
    return best == shared.end() || *best == 0 ? ir::no_id
                                              : static_cast<ir::RelationId>(best - shared.begin());
  }

  /// Chooses the best view of the relation; returns whether it has changed.
  bool choose(ir::RelationId id) {
    std::uint64_t least = UINT64_MAX;
    BoardView best = layout_.views[id];
    for (const BoardView& view : views_[id]) {
      const std::uint64_t cost = cost_with(id, view);
      if (cost >= least) continue;
      least = cost;
      best = view;
    }
    static_cast<void>(put(id, best));
    return std::exchange(layout_.views[id], best) != best;
  }

  /// Places the relation's atoms; returns the number of their boards.
  std::size_t put(ir::RelationId id, const BoardView& view) {
    const BoardCoordinates& at = coordinates_[id];
    std::unordered_map<std::uint64_t, BoardId> numbers;
    const GroundAtom first = program_.first_atom[id];
    for (GroundAtom atom = first; atom < program_.first_atom[id + 1]; ++atom) {
      if (!is_placed(atom)) continue;
      const SquareOfRow found = at.square(atom - first, view, layout_.frame);
      const auto next = static_cast<BoardId>(numbers.size());
      // Boards of different relations must differ.
      const BoardId board = numbers.try_emplace(found.labels, next).first->second;
      places_[atom] = {board * static_cast<BoardId>(views_.size()) + id, found.square};
    }
    return numbers.size();
  }

  /// Returns the operations of the relation's rules, together with relations that have views.
  std::uint64_t cost_with(ir::RelationId id, const BoardView& view) {
    const std::size_t boards = put(id, view);
    const bool was_chosen = chosen_[id];
    chosen_[id] = true;
    std::unordered_set<std::uint64_t> keys;
    std::uint64_t cost = 0;
    TermKey key;
    for (const std::size_t r : rules_of_[id]) {
      std::uint32_t square = no_square;
      const TermFault fault = term_of(program_, program_.rules[r], atoms_, places_, key, square);
      if (fault != TermFault::none) {
        cost += fault == TermFault::unknown ? 1 : 0;
        continue;
      }
      std::uint64_t hash = mix(key.role, key.of_head ? 1 : 0);
      if (is_chosen(key.head)) hash = mix(hash, key.head);
      std::uint64_t literals = 0;
      for (const BoardLiteral& literal : key.literals) {
        if (!is_chosen(literal.board)) continue;
        ++literals;
        hash = mix(mix(hash, literal.board), 2 * static_cast<std::uint64_t>(literal.distance) +
                                                 (literal.complemented ? 1 : 0));
      }
      if (keys.insert(hash).second) cost += 1 + 2 * literals + (key.of_head ? 0 : 2);
    }
    chosen_[id] = was_chosen;
    const bool is_asked =
        relation(id).kind == ir::RelationKind::state || relation(id).answer != ir::Answer::none;
    return cost + (is_asked ? 3 * boards : 0);
  }
  [[nodiscard]] bool is_chosen(BoardId board) const { return chosen_[board % views_.size()]; }

  const GroundProgram& program_;
  const BoardAtoms& atoms_;
  BoardLayout layout_;
  std::vector<std::vector<std::size_t>> rules_of_;
  std::vector<std::vector<BoardView>> views_;  ///< by relation; empty if it has no atoms to place
  std::vector<BoardCoordinates> coordinates_;  ///< by relation
  bool is_possible_ = true;
  std::vector<bool> chosen_;
  BoardPlaces places_;
};

}  // namespace

bool is_placed(const GroundProgram& program, const BoardAtoms& atoms, GroundAtom atom) {
  switch (atoms.atoms[atom].kind) {
    case BoardAtom::Kind::fluent:
    case BoardAtom::Kind::derived:
      return true;
    case BoardAtom::Kind::by_move:
      return program.possible.relations[atoms.relation[atom]].answer != ir::Answer::none;
    default:
      return false;
  }
}

std::optional<BoardLayout> choose_board_layout(const GroundProgram& program,
                                               const BoardAtoms& atoms,
                                               std::uint32_t most_squares) {
  std::optional<BoardLayout> best;
  std::size_t tried = 0;
  for (const BoardFrame& frame : board_frames(program.possible, most_squares)) {
    if (++tried > most_frames) break;
    std::optional<BoardLayout> layout = LayoutSearch(program, atoms, frame).run();
    if (layout && (!best || layout->cost < best->cost)) best = std::move(layout);
  }
  return best;
}

BoardPlaces place_atoms(const GroundProgram& program, const BoardAtoms& atoms,
                        const BoardLayout& layout, BoardId& boards) {
  BoardPlaces places(atoms.atoms.size());
  boards = 0;
  for (ir::RelationId id = 0; id + 1 < program.first_atom.size(); ++id) {
    const BoardCoordinates at(program.possible.relations[id], layout.frame);
    std::unordered_map<std::uint64_t, BoardId> numbers;
    const GroundAtom first = program.first_atom[id];
    for (GroundAtom atom = first; atom < program.first_atom[id + 1]; ++atom) {
      if (!is_placed(program, atoms, atom)) continue;
      const SquareOfRow found = at.square(atom - first, layout.views[id], layout.frame);
      const auto [number, is_new] = numbers.try_emplace(found.labels, boards);
      if (is_new) ++boards;
      places[atom] = {number->second, found.square};
    }
  }
  return places;
}

}  // namespace tesuji::passes
