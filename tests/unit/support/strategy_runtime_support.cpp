#include "tests/unit/support/strategy_runtime_support.h"

#include "backend/interpreter/strategy_interpreter.h"
#include "backend/llvm/strategies/strategy_jit.h"
#include "tests/unit/support/folders.h"
#include "tests/unit/support/skipped.h"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace tesuji::test {

using runtime::Move;
using runtime::Role;
using runtime::State;
using runtime::StateOut;
using runtime::StateView;

namespace {

class NoScratch final : public runtime::Scratch {};

std::uint64_t bit(int cell) {
  return std::uint64_t{1} << cell;
}

// Moves: 0 waits, 1 + cell marks it.
class NoughtsAndCrosses final : public BoardGame {
 public:
  NoughtsAndCrosses() : BoardGame("noughts-and-crosses", 3, 3, "ox") {}

  StateView initial() const override { return start_; }

  void legal(StateView state, runtime::Scratch&,
             std::vector<std::vector<Move>>& moves) const override {
    moves.resize(2);
    for (auto& list : moves) list.clear();
    moves[1 - state[2]].push_back(0);
    for (int cell = 0; cell < cells_; ++cell)
      if (!((state[0] | state[1]) & bit(cell))) moves[state[2]].push_back(1 + cell);
  }

  void next(StateView state, std::span<const Move> joint, runtime::Scratch&,
            StateOut out) const override {
    std::copy(state.begin(), state.end(), out.begin());
    out[state[2]] |= bit(static_cast<int>(joint[state[2]]) - 1);
    out[2] = 1 - state[2];
  }

  bool terminal(StateView state, runtime::Scratch&) const override {
    return line(state[0]) || line(state[1]) || (state[0] | state[1]) == 0x1ff;
  }

  void goal(StateView state, runtime::Scratch&,
            std::vector<std::vector<std::string>>& goals) const override {
    goals.resize(2);
    for (Role role = 0; role < 2; ++role)
      goals[role].assign(1, line(state[role]) ? "100" : line(state[1 - role]) ? "0" : "50");
  }

 private:
  static bool line(std::uint64_t cells) {
    static constexpr std::uint64_t lines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    return std::any_of(std::begin(lines), std::end(lines),
                       [&](std::uint64_t line) { return (cells & line) == line; });
  }
  State start_{0, 0, 0};
};

// Moves: 0 waits, 1 + from * cells + to. The learner starts at the bottom.
class Hexapawn final : public BoardGame {
 public:
  explicit Hexapawn(int size)
      : BoardGame("hexapawn-" + std::to_string(size), size, size, "wb"), start_{0, 0, 0} {
    for (int column = 0; column < size; ++column) {
      start_[0] |= bit(cells_ - 1 - column);
      start_[1] |= bit(column);
    }
  }

  StateView initial() const override { return start_; }

  void legal(StateView state, runtime::Scratch&,
             std::vector<std::vector<Move>>& moves) const override {
    moves.resize(2);
    for (auto& list : moves) list.clear();
    moves[1 - state[2]].push_back(0);
    each_move(state, [&](int from, int to) {
      moves[state[2]].push_back(static_cast<Move>(1 + from * cells_ + to));
      return true;
    });
  }

  void next(StateView state, std::span<const Move> joint, runtime::Scratch&,
            StateOut out) const override {
    const int move = static_cast<int>(joint[state[2]]) - 1;
    out[state[2]] = (state[state[2]] & ~bit(move / cells_)) | bit(move % cells_);
    out[1 - state[2]] = state[1 - state[2]] & ~bit(move % cells_);
    out[2] = 1 - state[2];
  }

  bool terminal(StateView state, runtime::Scratch&) const override {
    if (won(state, 0) || won(state, 1)) return true;
    bool stuck = true;
    each_move(state, [&](int, int) { return stuck = false; });
    return stuck;
  }

  void goal(StateView state, runtime::Scratch&,
            std::vector<std::vector<std::string>>& goals) const override {
    goals.resize(2);
    for (Role role = 0; role < 2; ++role)
      goals[role].assign(1, won(state, role) ? "100" : won(state, 1 - role) ? "0" : "50");
  }

 private:
  [[nodiscard]] bool won(StateView state, Role role) const {
    const std::uint64_t top = bit(width_) - 1;
    return (state[role] & (role == 0 ? top : top << (cells_ - width_))) != 0;
  }

  // From-squares ascending, then to-squares ascending; until `found` says false.
  template <typename Found>
  void each_move(StateView state, Found found) const {
    const std::uint64_t own = state[state[2]];
    const std::uint64_t other = state[1 - state[2]];
    const int step = state[2] == 0 ? -1 : 1;
    for (std::uint64_t left = own; left != 0; left &= left - 1) {
      const int from = std::countr_zero(left);
      const int row = from / width_ + step;
      if (row < 0 || row >= height_) continue;
      for (int column = from % width_ - 1; column <= from % width_ + 1; ++column) {
        if (column < 0 || column >= width_) continue;
        const int to = row * width_ + column;
        const bool straight = column == from % width_;
        const bool allowed = straight ? !((own | other) & bit(to)) : (other & bit(to)) != 0;
        if (allowed && !found(from, to)) return;
      }
    }
  }

  State start_;
};

std::string strip(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c != ' ' && c != '\t' && c != '\r') result += c;
  return result;
}

/// Splits at `separator` outside parentheses.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += (c == '(') - (c == ')');
    if (c == separator && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

struct Atom {
  std::string name;
  std::vector<std::string> args;
};

Atom parse_atom(std::string_view text) {
  const std::size_t open = text.find('(');
  return {std::string(text.substr(0, open)),
          split(text.substr(open + 1, text.rfind(')') - open - 1), ',')};
}

ir::ProcClause parse_clause(const Atom& head, std::string_view body) {
  ir::ProcClause clause;
  clause.variables = head.args;
  std::set<std::string> bound{head.args[0]};
  const auto argument = [&](const std::string& name, bool may_bind) -> ir::Argument {
    using Kind = ir::Argument::Kind;
    if (name == "_") return {Kind::ignore, 0};
    auto found = std::find(clause.variables.begin(), clause.variables.end(), name);
    if (found == clause.variables.end())
      found = clause.variables.insert(clause.variables.end(), name);
    const auto id = static_cast<std::uint32_t>(found - clause.variables.begin());
    return {may_bind && bound.insert(name).second ? Kind::binder : Kind::variable, id};
  };
  for (std::string literal : split(body, ',')) {
    const bool negative = literal.rfind("not(", 0) == 0;
    if (negative) literal = literal.substr(4, literal.size() - 5);
    const Atom atom = parse_atom(literal);
    ir::ProcOperation op;
    op.callee = atom.name;
    bool binds = false;
    for (const std::string& arg : atom.args) {
      op.args.push_back(argument(arg, !negative));
      binds |= op.args.back().kind == ir::Argument::Kind::binder;
    }
    using Kind = ir::ProcOperation::Kind;
    op.kind = negative ? Kind::absent : binds ? Kind::call : Kind::test;
    clause.ops.push_back(std::move(op));
  }
  ir::ProcOperation yield;
  yield.kind = ir::ProcOperation::Kind::yield;
  for (const std::string& arg : head.args) yield.args.push_back(argument(arg, false));
  clause.ops.push_back(std::move(yield));
  return clause;
}

}  // namespace

BoardGame::BoardGame(std::string name, int width, int height, std::string marks)
    : width_(width),
      height_(height),
      cells_(width * height),
      name_(std::move(name)),
      marks_(std::move(marks)) {}

std::unique_ptr<runtime::Scratch> BoardGame::make_scratch() const {
  return std::make_unique<NoScratch>();
}

std::string BoardGame::board(StateView state) const {
  std::string text = "b(";
  for (int cell = 0; cell < cells_; ++cell) {
    if (cell > 0) text += ',';
    text += state[0] & bit(cell) ? marks_[0] : state[1] & bit(cell) ? marks_[1] : 'e';
  }
  return text + ')';
}

State BoardGame::parse_board(std::string_view text, Role mover) const {
  State state{0, 0, mover};
  for (int cell = 0; cell < cells_; ++cell)
    for (Role role = 0; role < 2; ++role)
      if (text[2 + 2 * cell] == marks_[role]) state[role] |= bit(cell);
  return state;
}

std::vector<std::string> BoardGame::fluents(StateView state) const {
  return {board(state), "(control " + roles_[state[2]] + ")"};
}

std::optional<State> BoardGame::state_of(std::span<const std::string> fluents, std::string*) const {
  return parse_board(fluents[0], fluents[1] == "(control " + roles_[0] + ")" ? 0 : 1);
}

std::string BoardGame::move_name(Move move) const {
  return std::to_string(move);
}

std::optional<Move> BoardGame::find_move(std::string_view name) const {
  return std::stoull(std::string(name));
}

runtime::TurnRule BoardGame::turn_rule() {
  return {{{2, ~std::uint64_t{0}, 0}, {2, ~std::uint64_t{0}, 1}}, {0, 0}};
}

std::shared_ptr<const BoardGame> noughts_and_crosses() {
  return std::make_shared<NoughtsAndCrosses>();
}

std::shared_ptr<const BoardGame> hexapawn(int size) {
  return std::make_shared<Hexapawn>(size);
}

std::vector<ir::Proc> parse_procs(std::string_view text, bool memo) {
  std::vector<ir::Proc> procs;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    line = strip(line);
    if (line.empty()) continue;
    const std::size_t neck = line.find(":-");
    const Atom head = parse_atom(line.substr(0, neck));
    auto found = std::find_if(procs.begin(), procs.end(),
                              [&](const ir::Proc& proc) { return proc.name == head.name; });
    if (found == procs.end())
      found = procs.insert(
          procs.end(), ir::Proc{head.name, static_cast<std::uint32_t>(head.args.size()), memo, {}});
    found->clauses.push_back(parse_clause(head, line.substr(neck + 2, line.size() - neck - 3)));
  }
  return procs;
}

std::vector<std::string> execution_order(const std::vector<ir::Proc>& procs) {
  std::vector<std::string> order;
  for (const char* prefix : {"win_", "draw_"})
    for (const ir::Proc& proc : procs)
      if (proc.name.rfind(prefix, 0) == 0 &&
          std::count(proc.name.begin(), proc.name.end(), '_') == 1)
        order.push_back(proc.name);
  return order;
}

std::optional<std::string> reference_file(const std::string& name) {
  const std::string path = tests::shared_dir() + "/reference/" + name;
  std::ifstream file(path);
  if (!file) {
    tests::say_skipped(path + " is missing (set TESUJI_SHARED)");
    return std::nullopt;
  }
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<State> reachable(const BoardGame& game) {
  const auto scratch = game.make_scratch();
  std::vector<State> states{State(game.initial().begin(), game.initial().end())};
  std::set<State> seen(states.begin(), states.end());
  std::vector<std::vector<Move>> moves;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (game.terminal(states[i], *scratch)) continue;
    game.legal(states[i], *scratch, moves);
    for (const Move first : moves[0])
      for (const Move second : moves[1]) {
        State next(3);
        game.next(states[i], std::vector<Move>{first, second}, *scratch, next);
        if (seen.insert(next).second) states.push_back(next);
      }
  }
  return states;
}

std::vector<EngineUnderTest> strategy_engines() {
  return {{"interpreter", &interpreter::interpret_strategy},
          {"jit", [](std::span<const ir::Proc> procs, std::span<const std::string> order) {
             return llvm_backend::compile_strategy(procs, order, {.verify = true});
           }}};
}

}  // namespace tesuji::test
