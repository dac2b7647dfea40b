#include "passes/bitboards/board_terms.h"

#include "ir/nets/net_cases.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tesuji::passes {

// --- Atoms

namespace {

using Kind = BoardAtom::Kind;

constexpr std::uint32_t no_role = std::numeric_limits<std::uint32_t>::max();

class AtomFinder {
 public:
  AtomFinder(const GroundProgram& program, const RulesByAtom& rules, const ir::Net& net,
             const BoardCase& known, std::size_t most_words)
      : program_(program), rules_(rules), net_(net), known_(known), words_left_(most_words) {
    result_.atoms.resize(program.first_atom.back());
    result_.functions.resize(program.first_atom.back());
  }

  std::optional<BoardAtoms> run() {
    name_atoms();
    find_fluents();
    if (!find_moves()) return std::nullopt;
    for (const std::vector<GroundAtom>& component : rules_.components()) {
      if (!define(component)) return std::nullopt;
      result_.order.insert(result_.order.end(), component.begin(), component.end());
    }
    return std::move(result_);
  }

 private:
  using Place = std::pair<ir::RelationId, std::vector<ir::Symbol>>;

  void name_atoms() {
    const ir::Relations& relations = program_.possible.relations;
    result_.relation.resize(result_.atoms.size());
    for (ir::RelationId id = 0; id < relations.size(); ++id) {
      const ir::Relation& relation = relations[id];
      const GroundAtom first = program_.first_atom[id];
      const GroundAtom end = program_.first_atom[id + 1];
      for (GroundAtom atom = first; atom < end; ++atom) {
        result_.relation[atom] = id;
        if (relation.answer == ir::Answer::terminal) result_.terminal = atom;
        const bool is_named =
            relation.kind == ir::RelationKind::state || relation.kind == ir::RelationKind::input ||
            relation.answer == ir::Answer::next || relation.answer == ir::Answer::legal;
        if (!is_named) continue;
        const std::size_t width = relation.columns.size();
        const ir::Symbol* row = relation.facts.cells.data() + (atom - first) * width;
        by_name_.emplace(Place(id, {row, row + width}), atom);
      }
    }
  }

  [[nodiscard]] GroundAtom find(ir::RelationId relation,
                                const std::vector<ir::Symbol>& args) const {
    const auto found = by_name_.find({relation, args});
    return found == by_name_.end() ? no_atom : found->second;
  }

  void find_fluents() {
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      const ir::NetFluent& fluent = net_.fluents[i];
      if (fluent.atom.relation == ir::no_id) {  // an unused place
        result_.next.push_back(no_atom);
        continue;
      }
      const GroundAtom atom = find(fluent.atom.relation, fluent.atom.args);
      const ir::RelationId next = program_.possible.relations[fluent.atom.relation].next;
      result_.next.push_back(next == ir::no_id ? no_atom : find(next, fluent.atom.args));
      if (atom == no_atom) continue;
      result_.atoms[atom] = {Kind::fluent, i};
      if (net_.knows(ir::NetQuestion::next) && ir::is_fixed(fluent)) {
        result_.atoms[atom] = {fluent.initially ? Kind::always : Kind::never, i};
      }
    }
    const auto set = [&](std::uint32_t fluent, Kind kind) {
      const ir::NetAtom& name = net_.fluents[fluent].atom;
      const GroundAtom atom = find(name.relation, name.args);
      if (atom != no_atom) result_.atoms[atom] = {kind, fluent};
    };
    for (const std::uint32_t fluent : known_.true_fluents) set(fluent, Kind::always);
    for (const std::uint32_t fluent : known_.false_fluents) set(fluent, Kind::never);
  }

  [[nodiscard]] bool take_words(std::size_t words) {
    if (words > words_left_) return false;
    words_left_ -= words;
    return true;
  }
  [[nodiscard]] std::size_t words_of(std::uint32_t role) const {
    return (result_.rows[role] + 63) / 64;
  }
  [[nodiscard]] bool has_only_move(std::uint32_t role) const {
    return role < known_.only_moves.size() && known_.only_moves[role] != ir::NetCase::several;
  }

  bool find_moves() {
    std::map<ir::RelationId, ir::RelationId> does;  // by `legal`
    const ir::Relations& relations = program_.possible.relations;
    for (ir::RelationId id = 0; id < relations.size(); ++id) {
      if (relations[id].kind == ir::RelationKind::input) does.emplace(relations[id].legal, id);
    }
    std::vector<std::size_t> first;  // by role: its first move
    for (std::size_t i = 0; i < net_.moves.size(); ++i) {
      const std::uint32_t role = net_.moves[i].role;
      while (first.size() <= role) {
        first.push_back(i);
        result_.rows.push_back(1);
      }
      ++result_.rows[role];
    }
    for (std::size_t i = 0; i < net_.moves.size(); ++i) {
      const ir::NetMove& move = net_.moves[i];
      result_.legal.push_back(find(move.atom.relation, move.atom.args));
      const auto input = does.find(move.atom.relation);
      if (input == does.end()) continue;
      const GroundAtom atom = find(input->second, move.atom.args);
      if (atom == no_atom) continue;
      const std::size_t place = i - first[move.role];
      if (has_only_move(move.role)) {
        result_.atoms[atom].kind =
            known_.only_moves[move.role] == place ? Kind::always : Kind::never;
        continue;
      }
      if (net_.knows(ir::NetQuestion::legal) && move.legal == ir::false_signal) continue;
      if (!take_words(words_of(move.role))) return false;
      result_.atoms[atom] = {Kind::by_move, move.role};
      result_.functions[atom].assign(words_of(move.role), 0);
      result_.functions[atom][place / 64] |= std::uint64_t{1} << (place % 64);
    }
    return true;
  }

  [[nodiscard]] bool fails(std::span<const GroundLiteral> body) const {
    return std::any_of(body.begin(), body.end(),
                       [&](GroundLiteral literal) { return is_false(result_, literal); });
  }

  bool define(const std::vector<GroundAtom>& component) {
    if (component.size() == 1 && !rules_.reads_itself(component[0])) {
      return define(component[0]);
    }
    for (const GroundAtom atom : component) result_.atoms[atom].kind = Kind::unknown;
    return true;
  }

  /// Determines the kind of an atom from its rules, without literals that are known.
  bool define(GroundAtom atom) {
    std::uint32_t role = no_role;
    bool by_move = true;
    bool any = false;
    for (const GroundRule& rule : rules_.of(atom)) {
      const auto body = program_.body(rule);
      if (fails(body)) continue;
      bool empty = true;
      for (const GroundLiteral literal : body) {
        if (is_true(result_, literal)) continue;
        empty = false;
        const BoardAtom& read = result_.atoms[literal / 2];
        if (read.kind != Kind::by_move || (role != no_role && role != read.number)) {
          by_move = false;
        } else {
          role = read.number;
        }
      }
      if (empty) {
        result_.atoms[atom].kind = Kind::always;
        return true;
      }
      any = true;
    }
    if (!any) return true;  // never holds
    result_.atoms[atom] = {by_move ? Kind::by_move : Kind::derived, role};
    return !by_move || tabulate(atom, role);
  }

  bool tabulate(GroundAtom atom, std::uint32_t role) {
    if (!take_words(words_of(role))) return false;
    HoldsByMove holds(words_of(role), 0);
    for (const GroundRule& rule : rules_.of(atom)) {
      const auto body = program_.body(rule);
      if (fails(body)) continue;
      HoldsByMove all(words_of(role), ~std::uint64_t{0});
      for (const GroundLiteral literal : body) {
        if (is_true(result_, literal)) continue;
        const std::uint64_t flip = (literal & 1U) != 0 ? ~std::uint64_t{0} : 0;
        const HoldsByMove& read = result_.functions[literal / 2];
        for (std::size_t w = 0; w < all.size(); ++w) all[w] &= read[w] ^ flip;
      }
      for (std::size_t w = 0; w < holds.size(); ++w) holds[w] |= all[w];
    }
    result_.functions[atom] = std::move(holds);
    return true;
  }

  const GroundProgram& program_;
  const RulesByAtom& rules_;
  const ir::Net& net_;
  const BoardCase& known_;
  std::size_t words_left_;
  std::map<Place, GroundAtom> by_name_;
  BoardAtoms result_;
};

}  // namespace

bool is_false(const BoardAtoms& atoms, GroundLiteral literal) {
  const Kind kind = atoms.atoms[literal / 2].kind;
  return (literal & 1U) != 0 ? kind == Kind::always : kind == Kind::never;
}

bool is_true(const BoardAtoms& atoms, GroundLiteral literal) {
  return is_false(atoms, literal ^ 1U);
}

std::optional<BoardAtoms> find_board_atoms(const GroundProgram& program, const RulesByAtom& rules,
                                           const ir::Net& net, const BoardCase& known,
                                           std::size_t most_words) {
  return AtomFinder(program, rules, net, known, most_words).run();
}

// --- Terms

namespace {

struct PlacedLiteral {
  BoardPlace place;
  bool complemented = false;
};

}  // namespace

TermFault term_of(const GroundProgram& program, const GroundRule& rule, const BoardAtoms& atoms,
                  const BoardPlaces& places, TermKey& key, std::uint32_t& square) {
  std::vector<PlacedLiteral> read;
  key.role = TermKey::no_role_of_term;
  for (const GroundLiteral literal : program.body(rule)) {
    if (is_false(atoms, literal)) return TermFault::never;
    if (is_true(atoms, literal)) continue;
    const BoardAtom& atom = atoms.atoms[literal / 2];
    if (atom.kind == Kind::unknown) return TermFault::unknown;
    if (atom.kind == Kind::by_move) {
      if (key.role != TermKey::no_role_of_term && key.role != atom.number) {
        return TermFault::unknown;
      }
      key.role = atom.number;
      continue;
    }
    read.push_back({places[literal / 2], (literal & 1U) != 0});
  }
  const BoardPlace head = places[rule.head];
  key.head = head.board;
  key.of_head = head.square != no_square;
  square = head.square;
  if (!key.of_head) {
    // The choice of the literal that gives the squares must not depend on these.
    std::optional<PlacedLiteral> first;
    for (const PlacedLiteral& literal : read) {
      if (literal.place.square == no_square) continue;
      const auto order = [](const PlacedLiteral& x) {
        return std::tuple(x.place.board, x.complemented, x.place.square);
      };
      if (!first || order(literal) < order(*first)) first = literal;
    }
    if (first) square = first->place.square;
  }
  key.literals.clear();
  for (const PlacedLiteral& literal : read) {
    const std::int32_t distance =
        literal.place.square == no_square
            ? 0
            : static_cast<std::int32_t>(square) - static_cast<std::int32_t>(literal.place.square);
    key.literals.push_back({literal.place.board, distance, literal.complemented});
  }
  std::sort(key.literals.begin(), key.literals.end());
  key.literals.erase(std::unique(key.literals.begin(), key.literals.end()), key.literals.end());
  return TermFault::none;
}

TermFault add_rule(const GroundProgram& program, const GroundRule& rule, const BoardAtoms& atoms,
                   const BoardPlaces& places, BoardTerms& terms) {
  TermKey key;
  std::uint32_t square = no_square;
  const TermFault fault = term_of(program, rule, atoms, places, key, square);
  if (fault != TermFault::none) return fault;
  const auto [squares, is_new] = terms.try_emplace(key);
  HoldsByMove holds;
  if (key.role != TermKey::no_role_of_term) {
    holds.assign((atoms.rows[key.role] + 63) / 64, ~std::uint64_t{0});
    for (const GroundLiteral literal : program.body(rule)) {
      if (atoms.atoms[literal / 2].kind != Kind::by_move) continue;
      const std::uint64_t flip = (literal & 1U) != 0 ? ~std::uint64_t{0} : 0;
      const HoldsByMove& function = atoms.functions[literal / 2];
      for (std::size_t w = 0; w < holds.size(); ++w) holds[w] &= function[w] ^ flip;
    }
  }
  const auto [place, is_first] = squares->second.try_emplace(square, holds);
  if (!is_first) {
    for (std::size_t w = 0; w < holds.size(); ++w) place->second[w] |= holds[w];
  }
  return TermFault::none;
}

}  // namespace tesuji::passes
