#include "runtime/host/game/net_game.h"

#include "runtime/host/game/memory_game.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tesuji::runtime {

std::shared_ptr<const Game> make_net_game(NetTables tables, NetCode code) {
  auto game = std::make_unique<MemoryGame>();
  game->data.circuit = game->memory.one(make_circuit(game->memory, tables, code));
  game->data.by_circuit =
      TSJ_ASK_LEGAL | TSJ_ASK_NEXT | TSJ_ASK_TERMINAL | TSJ_ASK_GOAL | TSJ_ASK_PERCEPTS;
  game->move_limit = tables.moves.size();
  game->name = std::move(tables.name);
  game->roles = std::move(tables.roles);
  game->initial = std::move(tables.initial);
  game->has_percepts = tables.has_percepts;
  game->keep = std::move(code.keep);
  return make_memory_game(std::move(game));
}

namespace {

void add_moves(tsj_circuit& circuit, TableMemory& memory, const NetTables& net) {
  std::vector<std::uint32_t> role_moves;
  std::vector<std::uint32_t> begins{0};
  std::vector<std::uint32_t> places;
  for (const std::vector<Move>& moves : net.role_moves) {
    const std::size_t row = places.size();
    places.resize(row + net.moves.size() + 1, count_of(moves.size()));
    for (std::size_t i = 0; i < moves.size(); ++i) {
      role_moves.push_back(static_cast<std::uint32_t>(moves[i]));
      places[row + moves[i]] = count_of(i);
    }
    begins.push_back(count_of(role_moves.size()));
  }
  circuit.move_names = memory.names(net.moves);
  circuit.role_moves = memory.array(role_moves);
  circuit.role_begins = memory.array(begins);
  circuit.move_places = memory.array(places);
}

void add_cases(tsj_circuit& circuit, TableMemory& memory, const NetTables& net,
               const NetCode& code) {
  const auto only_moves = [&](std::vector<std::uint32_t> moves) {
    moves.resize(net.roles.size(), TSJ_NONE);
    return memory.array(moves);
  };
  std::vector<tsj_circuit_case> cases{
      {code.legal, code.position, code.terminal, code.next, only_moves({}), nullptr}};
  std::vector<std::uint32_t> bits;
  for (const NetCase& one : code.cases) {
    cases.push_back({one.legal, one.position, one.terminal, one.next, only_moves(one.only_moves),
                     one.open.empty() ? nullptr : memory.array(one.open)});
    bits.push_back(count_of(one.bit));
    if (one.next != code.next) circuit.next_by_cases = 1;
  }
  circuit.cases = memory.array(cases);
  circuit.case_bits = memory.array(bits);
  circuit.case_count = count_of(bits.size());
}

/// Their terms are added to `names`.
const tsj_circuit_answer* answers(TableMemory& memory, const std::vector<NetAnswerName>& answers,
                                  std::vector<std::string>& names) {
  std::vector<tsj_circuit_answer> all;
  for (const NetAnswerName& answer : answers) {
    all.push_back({answer.role, count_of(names.size()), goal_value(answer.term).value_or(-1)});
    names.push_back(answer.term);
  }
  return memory.array(all);
}

static_assert(static_cast<int>(HiddenFluent::Kind::always) == TSJ_HIDDEN_ALWAYS &&
              static_cast<int>(HiddenFluent::Kind::never) == TSJ_HIDDEN_NEVER &&
              static_cast<int>(HiddenFluent::Kind::with) == TSJ_HIDDEN_WITH &&
              static_cast<int>(HiddenFluent::Kind::without) == TSJ_HIDDEN_WITHOUT &&
              static_cast<int>(HiddenFluent::Kind::coded) == TSJ_HIDDEN_CODED);

/// Returns null if the net hides no fluents.
const tsj_hidden_fluents* hidden_fluents(TableMemory& memory, const NetTables& net) {
  if (net.hidden.empty()) return nullptr;
  std::vector<std::string> names;
  std::vector<tsj_hidden_fluent> fluents;
  for (const HiddenFluent& fluent : net.hidden) {
    names.push_back(fluent.name);
    fluents.push_back({static_cast<std::uint32_t>(fluent.kind), count_of(fluent.bits.size()),
                       memory.array(fluent.bits), fluent.code});
  }
  return memory.one(tsj_hidden_fluents{memory.names(names), memory.array(fluents)});
}

}  // namespace

bool can_play_alone(const NetTables& net) {
  return std::none_of(net.role_moves.begin(), net.role_moves.end(),
                      [](const std::vector<Move>& moves) { return moves.empty(); });
}

tsj_circuit make_circuit(TableMemory& memory, const NetTables& net, const NetCode& code) {
  static_assert(NetCase::several == TSJ_NONE);
  tsj_circuit circuit{};
  circuit.self = code.self;
  add_cases(circuit, memory, net, code);
  circuit.goals = code.goals;
  circuit.percepts = code.percepts;
  if (can_play_alone(net)) {
    circuit.playout = code.playout;
    circuit.many = code.many;
  }
  circuit.fluents = memory.names(net.fluents);
  std::vector<std::uint32_t> by_name(net.fluents.size());
  std::iota(by_name.begin(), by_name.end(), 0U);
  std::stable_sort(by_name.begin(), by_name.end(), [&](std::uint32_t a, std::uint32_t b) {
    return net.fluents[a] < net.fluents[b];
  });
  circuit.by_name = memory.array(by_name);
  State fixed = net.fixed;
  fixed.resize(net.initial.size());
  circuit.fixed = memory.array(fixed);
  add_moves(circuit, memory, net);
  std::vector<std::string> names;
  circuit.goal_answers = answers(memory, net.goals, names);
  circuit.percept_answers = answers(memory, net.percepts, names);
  circuit.answer_names = memory.names(names);
  circuit.scratch_words = net.scratch_words;
  const std::size_t bits = std::max({circuit.role_begins[net.role_moves.size()] + std::size_t{1},
                                     net.goals.size(), net.percepts.size()});
  circuit.out_words = (bits + 63) / 64;
  circuit.goal_count = count_of(net.goals.size());
  circuit.percept_count = count_of(net.percepts.size());
  circuit.hidden = hidden_fluents(memory, net);
  return circuit;
}

}  // namespace tesuji::runtime
