#include "passes/bitboards/build_bitboards.h"

#include "passes/bitboards/board_terms.h"
#include "passes/bitboards/word_builder.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::WordId;
using Kind = BoardAtom::Kind;

/// The words of a board; one word if it has no squares.
using BoardWords = std::vector<WordId>;

/// One disjunct: literals, and a word for the remaining conditions.
struct Way {
  std::vector<BoardLiteral> literals;
  WordId rest = 0;
};

class Building {
 public:
  Building(const GroundProgram& program, const RulesByAtom& rules, const ir::Net& net,
           const BoardLayout& layout, const BoardAtoms& atoms, const BoardLimits& limits)
      : program_(program),
        rules_(rules),
        net_(net),
        atoms_(atoms),
        limits_(limits),
        words_per_board_((layout.frame.squares() + ir::bits_of_board_word - 1) /
                         ir::bits_of_board_word) {
    BoardId boards = 0;
    places_ = place_atoms(program, atoms, layout, boards);
    members_.resize(boards);
    values_.resize(boards);
    terms_.resize(boards);
    states_.resize(boards, State::untouched);
    result_.moves.resize(atoms.rows.size());
    columns_.resize(atoms.rows.size());
    for (GroundAtom atom = 0; atom < atoms.atoms.size(); ++atom) {
      if (is_placed(program, atoms, atom)) members_[places_[atom].board].push_back(atom);
    }
    verify_members();
  }

  std::optional<ir::Bitboards> run() {
    answer(ir::NetQuestion::terminal, {atoms_.terminal}, result_.terminal);
    answer(ir::NetQuestion::legal, atoms_.legal, result_.legal);
    answer(ir::NetQuestion::next, atoms_.next, result_.next);
    if (result_.terminal.empty() && result_.legal.empty() && result_.next.empty()) {
      return std::nullopt;
    }
    finish_tables();
    result_.words = std::move(builder_.words());
    result_.inputs = std::move(builder_.inputs());
    return std::move(result_);
  }

 private:
  enum class State : std::uint8_t { untouched, read, computed, failed };

  void answer(ir::NetQuestion question, const std::vector<GroundAtom>& asked,
              std::vector<ir::BoardBit>& answers) {
    if (!net_.knows(question)) return;
    std::vector<BoardId> roots;
    for (const GroundAtom atom : asked) {
      if (atom == no_atom) continue;
      if (atoms_.atoms[atom].kind == Kind::unknown) return;
      if (is_placed(program_, atoms_, atom)) roots.push_back(places_[atom].board);
    }
    if (!compute(std::move(roots))) return;
    for (const GroundAtom atom : asked) answers.push_back(bit_of(atom));
  }

  [[nodiscard]] ir::BoardBit bit_of(GroundAtom atom) {
    if (atom == no_atom || atoms_.atoms[atom].kind == Kind::never) return {builder_.none(), 0};
    if (atoms_.atoms[atom].kind == Kind::always) return {builder_.all(), 0};
    const BoardPlace& place = places_[atom];
    if (place.square == no_square) return {values_[place.board][0], 0};
    return {values_[place.board][place.square / ir::bits_of_board_word],
            place.square % ir::bits_of_board_word};
  }

  /// Checks that a board has one relation, and each of its squares (or the whole board) one atom.
  /// Throws std::logic_error otherwise: the result would be silently wrong.
  void verify_members() const {
    for (const std::vector<GroundAtom>& members : members_) {
      std::set<std::uint32_t> squares;
      for (const GroundAtom atom : members) {
        if (!squares.insert(places_[atom].square).second ||
            atoms_.relation[atom] != atoms_.relation[members.front()]) {
          throw std::logic_error("bitboards: two atoms have one place");
        }
      }
    }
  }

  [[nodiscard]] bool has_squares(BoardId board) const {
    return places_[members_[board].front()].square != no_square;
  }

  /// Computes the boards and all that they read. Returns false if one of them cannot be computed.
  bool compute(std::vector<BoardId> roots) {
    std::vector<BoardId> found;
    for (std::vector<BoardId>& open = roots; !open.empty();) {
      const BoardId board = open.back();
      open.pop_back();
      if (states_[board] == State::failed) return false;
      if (states_[board] != State::untouched) continue;
      if (!read_terms(board)) {
        states_[board] = State::failed;
        for (const BoardId other : found) states_[other] = State::untouched;
        return false;
      }
      states_[board] = State::read;
      found.push_back(board);
      for (const auto& [key, squares] : terms_[board]) {
        for (const BoardLiteral& literal : key.literals) open.push_back(literal.board);
      }
    }
    for (const std::vector<BoardId>& component : components(found)) {
      if (!define(component)) {
        for (const BoardId board : found) {
          if (states_[board] == State::read) states_[board] = State::failed;
        }
        return false;
      }
      for (const BoardId board : component) states_[board] = State::computed;
    }
    return true;
  }

  bool read_terms(BoardId board) {
    terms_[board].clear();
    for (const GroundAtom atom : members_[board]) {
      if (atoms_.atoms[atom].kind == Kind::fluent) continue;
      for (const GroundRule& rule : rules_.of(atom)) {
        if (add_rule(program_, rule, atoms_, places_, terms_[board]) == TermFault::unknown) {
          return false;
        }
      }
    }
    return true;
  }

  /// Returns the boards grouped into mutually dependent components, after their dependencies.
  [[nodiscard]] std::vector<std::vector<BoardId>> components(
      const std::vector<BoardId>& boards) const {
    using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
    std::map<BoardId, std::size_t> vertex;
    for (const BoardId board : boards) vertex.emplace(board, vertex.size());
    Graph graph(boards.size());
    for (const BoardId board : boards) {
      for (const auto& [key, squares] : terms_[board]) {
        for (const BoardLiteral& literal : key.literals) {
          const auto to = vertex.find(literal.board);
          if (to != vertex.end()) boost::add_edge(vertex.at(board), to->second, graph);
        }
      }
    }
    std::vector<std::uint32_t> number(boards.size());
    const std::uint32_t count = boost::strong_components(
        graph,
        boost::make_iterator_property_map(number.begin(), boost::get(boost::vertex_index, graph)));
    std::vector<std::vector<BoardId>> result(count);
    for (const auto& [board, at] : vertex) result[number[at]].push_back(board);
    return result;
  }

  /// Mutually dependent boards start empty, and are recomputed from themselves as often as their
  /// longest chain has atoms.
  bool define(const std::vector<BoardId>& component) {
    for (const BoardId board : component) {
      values_[board].assign(has_squares(board) ? words_per_board_ : 1, builder_.none());
    }
    const std::uint32_t rounds = longest_chain(component);
    for (std::uint32_t round = 0; round < rounds; ++round) {
      for (const BoardId board : component) {
        values_[board] = value_of(board);
        if (builder_.size() > limits_.words || table_words_ > limits_.table_words) return false;
      }
    }
    return true;
  }

  /// Returns the length of the longest chain of these boards' atoms in which each reads the
  /// previous.
  [[nodiscard]] std::uint32_t longest_chain(const std::vector<BoardId>& component) {
    std::vector<GroundAtom> atoms;
    for (const BoardId board : component) {
      for (const GroundAtom atom : members_[board]) {
        if (atoms_.atoms[atom].kind != Kind::fluent) atoms.push_back(atom);
      }
    }
    if (order_.empty()) {
      order_.resize(atoms_.atoms.size(), 0);
      for (std::uint32_t i = 0; i < atoms_.order.size(); ++i) order_[atoms_.order[i]] = i;
    }
    std::sort(atoms.begin(), atoms.end(),
              [&](GroundAtom a, GroundAtom b) { return order_[a] < order_[b]; });
    std::map<GroundAtom, std::uint32_t> chain;
    std::uint32_t longest = 1;
    for (const GroundAtom atom : atoms) {
      std::uint32_t length = 1;
      for (const GroundRule& rule : rules_.of(atom)) {
        for (const GroundLiteral literal : program_.body(rule)) {
          const auto before = chain.find(literal / 2);
          if (before != chain.end()) length = std::max(length, before->second + 1);
        }
      }
      chain.emplace(atom, length);
      longest = std::max(longest, length);
    }
    return longest;
  }

  [[nodiscard]] BoardWords value_of(BoardId board) {
    BoardWords words(values_[board].size(), builder_.none());
    for (std::uint32_t w = 0; w < words.size(); ++w) {
      if (atoms_.atoms[members_[board].front()].kind == Kind::fluent) {
        words[w] = fluents_of(board, w);
        continue;
      }
      if (has_squares(board)) {
        words[w] = any_of(ways_of(board, w, /*of_squares=*/true), w);
        continue;
      }
      words[w] = any_of(ways_of(board, 0, /*of_squares=*/false), 0);
      WordId somewhere = builder_.none();
      for (std::uint32_t part = 0; part < words_per_board_; ++part) {
        somewhere =
            builder_.either(somewhere, any_of(ways_of(board, part, /*of_squares=*/true), part));
      }
      words[w] = builder_.either(words[w], builder_.some(somewhere));
    }
    return words;
  }

  [[nodiscard]] WordId fluents_of(BoardId board, std::uint32_t word) {
    if (!has_squares(board)) return builder_.fluent(atoms_.atoms[members_[board].front()].number);
    std::vector<std::uint32_t> numbers(ir::bits_of_board_word, ir::no_fluent);
    for (const GroundAtom atom : members_[board]) {
      const std::uint32_t square = places_[atom].square;
      if (square / ir::bits_of_board_word == word)
        numbers[square % ir::bits_of_board_word] = atoms_.atoms[atom].number;
    }
    return builder_.fluents(numbers);
  }

  /// Returns the board's terms with squares in this word; or those without squares.
  [[nodiscard]] std::vector<Way> ways_of(BoardId board, std::uint32_t word, bool of_squares) {
    std::vector<Way> ways;
    for (const auto& [key, squares] : terms_[board]) {
      const bool without = squares.begin()->first == no_square;
      if (without == of_squares) continue;
      const WordId rest = rest_of(key, squares, word, without);
      if (rest != builder_.none()) ways.push_back({key.literals, rest});
    }
    return ways;
  }

  /// Returns the squares of the term in this word, restricted by the move.
  [[nodiscard]] WordId rest_of(const TermKey& key, const TermSquares& squares, std::uint32_t word,
                               bool without_squares) {
    const auto bits_for = [&](const auto& holds) {
      std::uint64_t bits = 0;
      for (const auto& [square, function] : squares) {
        if (!holds(function)) continue;
        if (without_squares) return ~std::uint64_t{0};
        if (square / ir::bits_of_board_word == word)
          bits |= std::uint64_t{1} << (square % ir::bits_of_board_word);
      }
      return bits;
    };
    if (key.role == TermKey::no_role_of_term) {
      return builder_.constant(bits_for([](const HoldsByMove&) { return true; }));
    }
    std::vector<std::uint64_t> column;
    std::uint64_t any = 0;
    std::uint64_t every = ~std::uint64_t{0};
    for (std::size_t row = 0; row < atoms_.rows[key.role]; ++row) {
      column.push_back(bits_for([&](const HoldsByMove& function) {
        return (function[row / ir::bits_of_board_word] >> (row % ir::bits_of_board_word) & 1U) != 0;
      }));
      any |= column.back();
      every &= column.back();
    }
    if (any == every) return builder_.constant(any);
    auto& known = columns_[key.role];
    const auto next = static_cast<std::uint32_t>(known.size());
    const auto [found, is_new] = known.try_emplace(std::move(column), next);
    if (is_new) table_words_ += atoms_.rows[key.role];
    return builder_.moves(key.role, found->second, any);
  }

  /// Computes the disjunction; recursively factors out the most frequent literal.
  [[nodiscard]] WordId any_of(std::vector<Way> ways, std::uint32_t word) {
    std::map<BoardLiteral, std::size_t> uses;
    for (const Way& way : ways) {
      for (const BoardLiteral& literal : way.literals) ++uses[literal];
    }
    const auto most = std::max_element(
        uses.begin(), uses.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == uses.end() || most->second < 2) {
      WordId any = builder_.none();
      for (const Way& way : ways) {
        WordId all = builder_.all();
        for (const BoardLiteral& literal : way.literals) {
          all = builder_.both(all, word_of(literal, word));
        }
        any = builder_.either(any, builder_.both(all, way.rest));
      }
      return any;
    }
    const BoardLiteral common = most->first;
    std::vector<Way> with;
    std::vector<Way> without;
    for (Way& way : ways) {
      const auto found = std::find(way.literals.begin(), way.literals.end(), common);
      if (found == way.literals.end()) {
        without.push_back(std::move(way));
        continue;
      }
      way.literals.erase(found);
      with.push_back(std::move(way));
    }
    const WordId factored = builder_.both(word_of(common, word), any_of(std::move(with), word));
    return without.empty() ? factored : builder_.either(factored, any_of(std::move(without), word));
  }

  [[nodiscard]] WordId word_of(const BoardLiteral& literal, std::uint32_t word) {
    const BoardWords& board = values_[literal.board];
    WordId value = builder_.none();
    if (!has_squares(literal.board)) {
      value = board[0];
    } else {
      // Combines bits of two words of the board into one.
      const std::int64_t begin = std::int64_t{word} * ir::bits_of_board_word - literal.distance;
      for (std::int64_t part = 0; part < std::int64_t{words_per_board_}; ++part) {
        value = builder_.either(
            value, builder_.shifted(board[part], part * ir::bits_of_board_word - begin));
      }
    }
    return literal.complemented ? builder_.complement(value) : value;
  }

  void finish_tables() {
    for (std::size_t role = 0; role < columns_.size(); ++role) {
      ir::BoardMoves& table = result_.moves[role];
      table.stride = static_cast<std::uint32_t>(columns_[role].size());
      table.words.resize(table.stride * atoms_.rows[role]);
      for (const auto& [column, number] : columns_[role]) {
        for (std::size_t row = 0; row < column.size(); ++row) {
          table.words[row * table.stride + number] = column[row];
        }
      }
    }
  }

  const GroundProgram& program_;
  const RulesByAtom& rules_;
  const ir::Net& net_;
  const BoardAtoms& atoms_;
  const BoardLimits& limits_;
  std::uint32_t words_per_board_;
  WordBuilder builder_;
  ir::Bitboards result_;
  BoardPlaces places_;
  std::vector<std::vector<GroundAtom>> members_;  ///< by board
  std::vector<BoardWords> values_;
  std::vector<BoardTerms> terms_;
  std::vector<State> states_;
  std::vector<std::uint32_t> order_;  ///< by atom: its position in BoardAtoms::order
  std::vector<std::map<std::vector<std::uint64_t>, std::uint32_t>> columns_;  ///< by role
  std::size_t table_words_ = 0;
};

}  // namespace

BitboardBuilder::BitboardBuilder(const GroundProgram& program, const ir::Net& net,
                                 const BoardLimits& limits)
    : program_(program), net_(net), limits_(limits), rules_(program) {
  if (program.rules.size() > limits.rules) return;
  const auto atoms = find_board_atoms(program, rules_, net, {}, limits.table_words);
  if (atoms) layout_ = choose_board_layout(program, *atoms, limits.squares);
}

std::optional<ir::Bitboards> BitboardBuilder::build(const BoardCase& known) const {
  if (!layout_) return std::nullopt;
  const auto atoms = find_board_atoms(program_, rules_, net_, known, limits_.table_words);
  if (!atoms) return std::nullopt;
  return Building(program_, rules_, net_, *layout_, *atoms, limits_).run();
}

bool keep_short(ir::Bitboards& boards, const ir::Net& net) {
  bool any = false;
  const auto keep = [&](ir::NetQuestion question, std::vector<ir::BoardBit>& answer) {
    if (answer.empty()) return;
    const std::uint64_t gates = ir::count_gates(net, ir::net_answers(net, question));
    constexpr std::uint64_t few = 40;
    if (ir::count_operations(boards, answer) > gates + few) answer.clear();
    any |= !answer.empty();
  };
  keep(ir::NetQuestion::legal, boards.legal);
  keep(ir::NetQuestion::terminal, boards.terminal);
  keep(ir::NetQuestion::next, boards.next);
  return any;
}

}  // namespace tesuji::passes
