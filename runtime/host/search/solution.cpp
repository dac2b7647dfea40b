#include "runtime/host/search/solution.h"

#include "runtime/host/memory/fnv.h"
#include "runtime/host/memory/rng.h"

#include <vector>

namespace tesuji::runtime {

namespace {

constexpr std::string_view magic = "TSJSOLVE";
constexpr std::uint32_t version = 1;
constexpr std::size_t header_bytes = 8 + 4 + 4 + 8 + 8 + 8;
constexpr std::size_t checksum_bytes = 8;
constexpr int playouts = 16;
constexpr int longest_playout = 64;

std::size_t record_bytes(std::size_t words) {
  return 8 * words + 4 + 4 + 1 + 1;
}

void put(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
}

/// Reads integers from the front.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t take(int size) {
    std::uint64_t value = 0;
    for (int i = 0; i < size; ++i)
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[i])} << (8 * i);
    bytes_.remove_prefix(static_cast<std::size_t>(size));
    return value;
  }

 private:
  std::string_view bytes_;
};

SolvedState take_state(Reader& reader, State& words) {
  for (std::uint64_t& word : words) word = reader.take(8);
  SolvedState solved;
  solved.state = words;
  solved.value.plies = static_cast<std::uint32_t>(reader.take(4));
  solved.moves = static_cast<std::uint32_t>(reader.take(4));
  solved.value.margin = static_cast<std::int8_t>(reader.take(1));
  const auto bits = static_cast<std::uint32_t>(reader.take(1));
  solved.moved = bits & 3;
  solved.mover = (bits >> 2) & 3;
  solved.terminal = (bits & 16) != 0;
  solved.value.endless = (bits & 32) != 0;
  return solved;
}

bool plausible(const SolvedState& solved) {
  return solved.moved <= no_role && solved.mover <= no_role && solved.value.margin >= -100 &&
         solved.value.margin <= 100 && (solved.mover == no_role) == (solved.moves == 0);
}

}  // namespace

std::uint64_t fingerprint(const Game& game, std::uint64_t rules) {
  std::uint64_t hash = fnv_offset_basis;
  const auto number = [&](std::uint64_t value) {
    std::string bytes;
    put(bytes, value, 8);
    hash = fnv1a(bytes, hash);
  };
  const auto text = [&](std::string_view value) { hash = fnv1a("\n", fnv1a(value, hash)); };
  number(rules);
  number(game.state_words());
  for (const std::string& role : game.roles()) text(role);
  const auto scratch = game.make_scratch();
  std::vector<std::vector<Move>> legal;
  std::vector<std::vector<std::string>> goals;
  std::vector<Move> joint(game.roles().size());
  Rng rng(1);
  for (int i = 0; i < playouts; ++i) {
    State state(game.initial().begin(), game.initial().end());
    for (int step = 0; step < longest_playout; ++step) {
      for (const std::uint64_t word : state) number(word);
      for (const std::string& fluent : game.fluents(state)) text(fluent);
      const bool terminal = game.terminal(state, *scratch);
      number(terminal);
      game.goal(state, *scratch, goals);
      for (const auto& of_role : goals) {
        number(of_role.size());
        for (const std::string& goal : of_role) text(goal);
      }
      if (terminal) break;
      game.legal(state, *scratch, legal);
      for (const auto& moves : legal) {
        number(moves.size());
        for (const Move move : moves) text(game.move_name(move));
      }
      if (!choose_at_random(legal, rng, joint)) break;
      State next(game.state_words());
      game.next(state, joint, *scratch, next);
      state.swap(next);
    }
  }
  return hash;
}

std::string save_solution(Minimax& minimax, StateView state, std::uint64_t fingerprint) {
  std::string states;
  std::uint64_t count = 0;
  std::size_t words = 0;
  minimax.visit(state, [&](const SolvedState& solved) {
    ++count;
    words = solved.state.size();
    for (const std::uint64_t word : solved.state) put(states, word, 8);
    put(states, solved.value.plies, 4);
    put(states, solved.moves, 4);
    put(states, static_cast<std::uint8_t>(static_cast<std::int8_t>(solved.value.margin)), 1);
    put(states,
        solved.moved | solved.mover << 2 | (solved.terminal ? 16u : 0u) |
            (solved.value.endless ? 32u : 0u),
        1);
  });
  std::string bytes(magic);
  put(bytes, version, 4);
  put(bytes, words, 4);
  put(bytes, fingerprint, 8);
  put(bytes, count, 8);
  put(bytes, minimax.cyclic() ? 1 : 0, 8);
  bytes += states;
  put(bytes, fnv1a(bytes), 8);
  return bytes;
}

void load_solution(Minimax& minimax, std::string_view bytes, std::uint64_t fingerprint) {
  if (!bytes.starts_with(magic)) throw SolutionError("is not a solution that tesuji saved");
  if (bytes.size() < header_bytes + checksum_bytes) throw SolutionError("is cut short");
  Reader reader(bytes.substr(magic.size()));
  if (const auto found = reader.take(4); found != version)
    throw SolutionError("is a solution in version " + std::to_string(found) +
                        " of the format, not " + std::to_string(version));
  const std::size_t words = reader.take(4);
  const std::uint64_t of = reader.take(8);
  const std::uint64_t count = reader.take(8);
  const bool cyclic = reader.take(8) != 0;
  // Checks counts first, because a truncated file has no usable checksum.
  const std::size_t room = bytes.size() - header_bytes - checksum_bytes;
  if (count == 0 || count > room / record_bytes(words) || count * record_bytes(words) != room)
    throw SolutionError("is damaged or truncated: it should have " + std::to_string(count) +
                        " states of " + std::to_string(record_bytes(words)) + " bytes");
  Reader end(bytes.substr(bytes.size() - checksum_bytes));
  if (end.take(8) != fnv1a(bytes.substr(0, bytes.size() - checksum_bytes)))
    throw SolutionError("is damaged: its checksum is wrong");
  if (of != fingerprint || words != minimax.space().game().state_words())
    throw SolutionError("is the solution of another game, or of other rules than these");
  State state(words);
  Reader check = reader;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!plausible(take_state(check, state)))
      throw SolutionError("is damaged: state " + std::to_string(i + 1) + " makes no sense");
  }
  for (std::uint64_t i = 0; i < count; ++i) minimax.remember(take_state(reader, state));
  minimax.remembered(cyclic);
}

}  // namespace tesuji::runtime
