// The game contract over entries written by hand: a race of two counters, with
// fluents as rows and as bits, and moves as rows and as bits.
#include "runtime/host/game/tabled_game.h"
#include "runtime/host/memory/fnv.h"
#include "runtime/host/playouts/perft.h"
#include "runtime/host/playouts/playout.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <memory>

using namespace tesuji::runtime;

namespace {

using Names = std::vector<std::string>;
using Storage = TableRelation::Storage;

// Tables of scratch memory, and the one area of bits: legal.noop over ghost, blue, red.
enum : std::uint32_t { at_table, next_at_table, legal_table, does_table, goal_table, table_count };
constexpr std::uint32_t noop_offset = 64;
constexpr std::uint32_t end = 8;

// Positions in the domain of players {red, blue}; that of legal is {ghost, blue, red}.
std::uint32_t legal_role(std::uint32_t player) {
  return 2 - player;
}

std::uint32_t mover(const std::uint64_t* state) {
  return state[0] == 1 ? 0 : 1;
}

void insert(tsj_scratch* scratch, std::uint32_t table, std::initializer_list<std::uint32_t> row) {
  tsj_table_insert(&scratch->tables[table], row.begin());
}

std::int32_t legal(const void*, tsj_scratch* scratch, const std::uint64_t* state, std::uint64_t*) {
  tsj_table_clear(&scratch->tables[legal_table]);
  auto* noops = reinterpret_cast<std::uint64_t*>(scratch) + noop_offset / 8;
  *noops = std::uint64_t{1} << legal_role(1 - mover(state)) | 1;  // and the ghost's
  for (const std::uint32_t step : {2U, 0U, 1U})
    insert(scratch, legal_table, {legal_role(mover(state)), step});
  insert(scratch, legal_table, {0, 0});
  return TSJ_OK;
}

std::int32_t next(const void*, tsj_scratch* scratch, const std::uint64_t* state,
                  std::uint64_t* out) {
  const tsj_table& at = scratch->tables[at_table];
  const tsj_table& does = scratch->tables[does_table];
  tsj_table_clear(&scratch->tables[next_at_table]);
  for (std::uint32_t r = 0; r < at.count; ++r) {
    std::uint32_t position = at.rows[r * 2 + 1];
    for (std::uint32_t d = 0; d < does.count; ++d)
      if (does.rows[d * 2] == at.rows[r * 2]) position += does.rows[d * 2 + 1] + 1;
    insert(scratch, next_at_table, {at.rows[r * 2], std::min(position, end)});
  }
  out[0] = state[0] == 1 ? 2 : 1;
  return TSJ_OK;
}

bool has_arrived(const tsj_scratch* scratch, std::uint32_t player) {
  const tsj_table& at = scratch->tables[at_table];
  for (std::uint32_t r = 0; r < at.count; ++r)
    if (at.rows[r * 2] == player && at.rows[r * 2 + 1] == end) return true;
  return false;
}

std::int32_t terminal(const void*, tsj_scratch* scratch, const std::uint64_t*, std::uint64_t*) {
  return has_arrived(scratch, 0) || has_arrived(scratch, 1) ? TSJ_HOLDS : TSJ_OK;
}

std::int32_t goal(const void*, tsj_scratch* scratch, const std::uint64_t*, std::uint64_t*) {
  tsj_table_clear(&scratch->tables[goal_table]);
  for (const std::uint32_t player : {0U, 1U})
    insert(scratch, goal_table, {player, has_arrived(scratch, player) ? 1U : 0U});
  return TSJ_OK;
}

std::int32_t fail(const void*, tsj_scratch* scratch, const std::uint64_t*, std::uint64_t*) {
  scratch->status = TSJ_LIMIT;
  return TSJ_LIMIT;
}

TableRelation relation(Storage storage, std::string term, std::vector<Names> columns,
                       std::uint32_t table) {
  TableRelation result;
  result.storage = storage;
  result.term = std::move(term);
  result.columns = std::move(columns);
  result.table = table;
  return result;
}

GameTables race_tables() {
  const Names players = {"red", "blue"};
  const Names roles = {"ghost", "blue", "red"};
  const Names places = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
  GameTables tables;
  tables.name = "race";
  tables.roles = players;
  tables.fluents.push_back(relation(Storage::bits, "(turn ?)", {players}, 0));
  tables.fluents[0].has_next = true;
  tables.fluents.push_back(relation(Storage::table, "(at ? ?)", {players, places}, at_table));
  tables.fluents[1].state_offset = 8;
  tables.fluents[1].state_capacity = 3;
  tables.fluents[1].has_next = true;
  tables.fluents[1].next_table = next_at_table;
  tables.initial = {{0}, {1, 0, 0, 0}};

  TableMoves advance;
  advance.legal = relation(Storage::table, "(go ?)", {roles, {"1", "2", "3"}}, legal_table);
  advance.has_does = true;
  advance.does = relation(Storage::list, "(go ?)", {players, {"1", "2"}}, does_table);
  advance.first = 1;
  advance.count = 3;
  TableMoves noop;
  noop.legal = relation(Storage::bits, "noop", {roles}, 0);
  noop.legal.scratch_offset = noop_offset;
  noop.first = 0;
  noop.count = 1;
  tables.moves = {advance, noop};
  tables.has_goal = true;
  tables.goal = relation(Storage::table, "", {players, {"0", "100"}}, goal_table);
  tables.tables.resize(table_count, TableShape{2, {{0, 1}}});
  tables.tables[does_table].indexes.clear();
  tables.state_size = 8 + 8 * 4;
  tables.scratch_size = noop_offset + 16;
  return tables;
}

std::shared_ptr<const Game> race() {
  return make_tabled_game(race_tables(), {legal, next, terminal, goal, nullptr, nullptr});
}

}  // namespace

TEST_CASE("fluents: bytes, names and back", "[runtime][game]") {
  const auto game = race();
  CHECK(game->name() == "race");
  CHECK(game->state_words() == 5);
  CHECK(game->fluents(game->initial()) == Names{"(at blue 0)", "(at red 0)", "(turn red)"});
  const Names fluents = {"(at blue 0)", "(turn red)", "(at red 0)"};
  const auto state = game->state_of(fluents);
  REQUIRE(state);
  CHECK(std::equal(state->begin(), state->end(), game->initial().begin(), game->initial().end()));

  std::string unknown;
  CHECK_FALSE(game->state_of(Names{"(turn red)", "(turn ghost)"}, &unknown));
  CHECK(unknown == "(turn ghost)");
  CHECK_THROWS_AS(game->state_of(Names{"(at red 0)", "(at red 1)", "(at red 2)", "(at red 3)"}),
                  LimitReached);
}

TEST_CASE("moves: legal ones of roles only, ascending, by name and back", "[runtime][game]") {
  const auto game = race();
  const auto scratch = game->make_scratch();
  std::vector<std::vector<Move>> moves = {{99}, {}, {}};
  game->legal(game->initial(), *scratch, moves);
  CHECK(moves == std::vector<std::vector<Move>>{{1, 2, 3}, {0}});
  CHECK(game->move_name(0) == "noop");
  CHECK(game->move_name(3) == "(go 3)");
  CHECK(game->find_move("(go 2)") == Move{2});
  CHECK(game->find_move("noop") == Move{0});
  for (const char* name : {"(go 4)", "go", "(noop)", "(go 1 1)", ""}) {
    INFO(name);
    CHECK_FALSE(game->find_move(name));
  }
}

TEST_CASE("next: moves become rows where the rules know them", "[runtime][game]") {
  const auto game = race();
  const auto scratch = game->make_scratch();
  State state(game->initial().begin(), game->initial().end());
  State out(game->state_words(), ~std::uint64_t{0});
  const auto play = [&](Move red, Move blue) {
    game->next(state, std::vector<Move>{red, blue}, *scratch, out);
    state.swap(out);
    return game->fluents(state);
  };
  CHECK(play(2, 0) == Names{"(at blue 0)", "(at red 2)", "(turn blue)"});
  CHECK(play(0, 1) == Names{"(at blue 1)", "(at red 2)", "(turn red)"});
  // `does` has no constant for 3, and move 77 does not exist: nobody moves.
  CHECK(play(3, 77) == Names{"(at blue 1)", "(at red 2)", "(turn blue)"});
  const auto same = game->state_of(Names{"(turn blue)", "(at red 2)", "(at blue 1)"});
  REQUIRE(same);
  CHECK(state == *same);
}

TEST_CASE("terminal and goals", "[runtime][game]") {
  const auto game = race();
  const auto scratch = game->make_scratch();
  CHECK_FALSE(game->terminal(game->initial(), *scratch));
  const auto won = game->state_of(Names{"(turn red)", "(at red 3)", "(at blue 8)"});
  REQUIRE(won);
  CHECK(game->terminal(*won, *scratch));
  std::vector<std::vector<std::string>> goals;
  game->goal(*won, *scratch, goals);
  CHECK(goals == std::vector<Names>{{"0"}, {"100"}});
  game->goal(game->initial(), *scratch, goals);
  CHECK(goals == std::vector<Names>{{"0"}, {"0"}});
}

TEST_CASE("a limit is reported, and the scratch memory goes on working", "[runtime][game]") {
  const auto game =
      make_tabled_game(race_tables(), {legal, fail, terminal, nullptr, nullptr, nullptr});
  const auto scratch = game->make_scratch();
  State out(game->state_words());
  CHECK_THROWS_AS(game->next(game->initial(), std::vector<Move>{1, 0}, *scratch, out),
                  LimitReached);
  std::vector<std::vector<Move>> moves;
  game->legal(game->initial(), *scratch, moves);
  CHECK(moves[0].size() == 3);
}

TEST_CASE("perft counts sequences and different states", "[runtime][game]") {
  const auto game = race();
  const PerftResult result = perft(*game, 20);
  REQUIRE(result.complete);
  REQUIRE(result.levels.size() == 20);
  CHECK(to_decimal(result.levels[0].sequences) == "3");
  CHECK(result.levels[0].distinct == 3);
  const std::uint64_t sum = hash_terms(Names{"(at blue 0)", "(at red 0)", "(turn blue)"}) +
                            hash_terms(Names{"(at blue 0)", "(at red 1)", "(turn blue)"}) +
                            hash_terms(Names{"(at blue 0)", "(at red 2)", "(turn blue)"});
  CHECK(result.levels[0].hash_sum == sum);
  CHECK(to_decimal(result.levels[1].sequences) == "9");
  CHECK(result.levels[6].terminal > 0);  // red arrives after four moves of two

  const PerftResult cut = perft(*game, 20, 10);
  CHECK_FALSE(cut.complete);
  CHECK(cut.levels.size() == 1);
  CHECK(cut.transitions == 10);
}

TEST_CASE("perft counts the same with several threads", "[runtime][game]") {
  const auto game = race();
  const PerftResult one = perft(*game, 12);
  PerftOptions options;
  options.threads = 5;
  std::vector<std::uint32_t> told;
  options.finished = [&](const PerftLevel& level) { told.push_back(level.depth); };
  const PerftResult several = perft(*game, 12, options);
  CHECK(several.complete);
  CHECK(several.transitions == one.transitions);
  REQUIRE(several.levels.size() == one.levels.size());
  CHECK(told.size() == one.levels.size());
  for (std::size_t d = 0; d < one.levels.size(); ++d) {
    CHECK(several.levels[d].depth == one.levels[d].depth);
    CHECK(several.levels[d].sequences == one.levels[d].sequences);
    CHECK(several.levels[d].terminal == one.levels[d].terminal);
    CHECK(several.levels[d].distinct == one.levels[d].distinct);
    CHECK(several.levels[d].hash_sum == one.levels[d].hash_sum);
  }
  options.budget = one.transitions - 1;
  const PerftResult cut = perft(*game, 12, options);
  CHECK_FALSE(cut.complete);
  CHECK_FALSE(cut.stopped);
  CHECK(cut.transitions == options.budget);
  // Of the last levels nothing is left to be computed: they end games.
  CHECK(cut.levels.size() < one.levels.size());
}

TEST_CASE("perft keeps the levels that are finished when it is stopped", "[runtime][game]") {
  const auto game = race();
  std::atomic<bool> stop{false};
  PerftOptions options;
  options.stop = &stop;
  options.finished = [&](const PerftLevel& level) { stop = level.depth == 3; };
  const PerftResult result = perft(*game, 12, options);
  CHECK(result.stopped);
  CHECK_FALSE(result.complete);
  REQUIRE(result.levels.size() == 3);
  CHECK(result.levels[2].sequences == perft(*game, 3).levels[2].sequences);
}

TEST_CASE("perft agrees with counting every sequence", "[runtime][game]") {
  const auto game = race();
  const auto scratch = game->make_scratch();
  struct Counts {
    std::uint64_t sequences = 0;
    std::uint64_t terminal = 0;
  };
  std::vector<Counts> counts(8);
  const auto visit = [&](const auto& self, const State& state, std::size_t depth) -> void {
    const bool is_end = game->terminal(state, *scratch);
    if (depth > 0) {
      ++counts[depth - 1].sequences;
      counts[depth - 1].terminal += is_end ? 1 : 0;
    }
    if (is_end || depth == counts.size()) return;
    std::vector<std::vector<Move>> moves;
    game->legal(state, *scratch, moves);
    for (const Move red : moves[0])
      for (const Move blue : moves[1]) {
        State out(game->state_words());
        game->next(state, std::vector<Move>{red, blue}, *scratch, out);
        self(self, out, depth + 1);
      }
  };
  visit(visit, State(game->initial().begin(), game->initial().end()), 0);
  const PerftResult result = perft(*game, 8);
  REQUIRE(result.levels.size() == 8);
  for (std::size_t d = 0; d < 8; ++d) {
    INFO(d);
    CHECK(result.levels[d].sequences == counts[d].sequences);
    CHECK(result.levels[d].terminal == counts[d].terminal);
  }
}

TEST_CASE("playouts: the same games for a seed, however they are divided", "[runtime][game]") {
  const auto game = race();
  PlayoutOptions options;
  options.count = 200;
  const PlayoutStatistics whole = run_playouts(*game, options);
  CHECK(whole.playouts == 200);
  CHECK(whole.terminal == 200);
  CHECK(whole.goal_sums[0] + whole.goal_sums[1] == 20'000);
  CHECK(whole.goal_sums[0] > whole.goal_sums[1]);  // who begins has the advantage
  CHECK(whole.goals_missing + whole.goals_ambiguous + whole.goals_not_integer == 0);

  options.count = 120;
  PlayoutStatistics parts = run_playouts(*game, options);
  options.first = 120;
  options.count = 80;
  parts += run_playouts(*game, options);
  CHECK(parts.steps == whole.steps);
  CHECK(parts.goal_sums == whole.goal_sums);
  CHECK(parts.goal_counts == whole.goal_counts);

  options.seed = 2;
  options.first = 0;
  options.count = 200;
  CHECK(run_playouts(*game, options).steps != whole.steps);

  options.step_limit = 3;
  const PlayoutStatistics cut = run_playouts(*game, options);
  CHECK(cut.cut == 200);
  CHECK(cut.steps == 600);
}

TEST_CASE("playouts count what rulesheets get wrong", "[runtime][game]") {
  PlayoutOptions options;
  const auto stuck =
      make_tabled_game(race_tables(), {nullptr, next, nullptr, goal, nullptr, nullptr});
  CHECK(run_playouts(*stuck, options).stuck == 1);

  const auto no_goal =
      make_tabled_game(race_tables(), {legal, next, terminal, nullptr, nullptr, nullptr});
  CHECK(run_playouts(*no_goal, options).goals_missing == 2);

  GameTables odd = race_tables();
  odd.goal.columns[1] = {"lost", "101"};
  const auto not_integer =
      make_tabled_game(std::move(odd), {legal, next, terminal, goal, nullptr, nullptr});
  CHECK(run_playouts(*not_integer, options).goals_not_integer == 2);
}
