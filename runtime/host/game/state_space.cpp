#include "runtime/host/game/state_space.h"

#include "runtime/host/game/stop.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

namespace tesuji::runtime {

namespace {

constexpr std::uint32_t first_table_size = 512;
constexpr std::size_t node_chunk_bytes = std::size_t{64} << 10;
constexpr std::size_t edge_chunk_edges = 4096;
constexpr std::size_t nodes_between_checks = 64;  // of the budget

// Multiply and fold, two words at a step: the 128-bit product's halves mix well
// and cost one multiplication.
std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  __extension__ using Product = unsigned __int128;
  const Product product = static_cast<Product>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint32_t hash_state(const std::uint64_t* words, std::size_t count, Role moved) {
  std::uint64_t hash = 0x9e3779b97f4a7c15u + moved;
  std::size_t i = 0;
  for (; i + 1 < count; i += 2)
    hash = fold(words[i] ^ 0xa0761d6478bd642fu ^ hash, words[i + 1] ^ 0xe7037ed1a0b428dbu);
  if (i < count) hash = fold(words[i] ^ 0x8ebc6af09c88c6e3u ^ hash, 0x589965cc75374cc3u);
  return static_cast<std::uint32_t>(fold(hash, 0x1d8e4e27c47d124fu));
}

/// Turns::turn(); the message of what it throws names the state.
Turn turn_in(const Game& game, const Turns& turns, StateView state,
             std::span<const std::vector<Move>> legal) {
  try {
    return turns.turn(state, legal);
  } catch (const TurnError& error) {
    std::string message = std::string(error.what()) + ":";
    for (const std::string& fluent : game.fluents(state)) message += " " + fluent;
    throw TurnError(error.reason(), message);
  }
}

/// For few words faster than a call of memcmp.
bool same_words(const std::uint64_t* a, const std::uint64_t* b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

}  // namespace

template <typename Body>
auto StateSpace::guarded(tsj_space* space, Body body)
    -> decltype(body(std::declval<StateSpace&>())) {
  // Exceptions must not cross generated code: they wait in the space.
  auto& self = *static_cast<StateSpace*>(space->host);
  try {
    return body(self);
  } catch (const Stopped&) {
    space->status = TSJ_STOPPED;
    self.failure_ = std::current_exception();
  } catch (...) {
    space->status = TSJ_LIMIT;
    self.failure_ = std::current_exception();
  }
  return {};
}

StateSpace::StateSpace(const Game& game, const Turns& turns, StateSpaceOptions options)
    : game_(game),
      turns_(turns),
      options_(options),
      scratch_(make_scratch(game, options.stop)),
      state_words_(game.state_words()),
      memo_words_((options.memo_slots + 31) / 32),
      node_bytes_(sizeof(Node) + 8 * (memo_words_ + state_words_)),
      nodes_per_chunk_log2_(
          std::bit_width(std::max<std::size_t>(1, node_chunk_bytes / node_bytes_)) - 1),
      table_(first_table_size),
      mask_(first_table_size - 1) {
  static constexpr unsigned char never = 0;
  static_assert(sizeof(std::atomic<bool>) == 1 && std::atomic<bool>::is_always_lock_free);
  abi_.stop = options_.stop ? reinterpret_cast<const unsigned char*>(options_.stop) : &never;
  abi_.host = this;
  abi_.expand = [](tsj_space* space, tsj_node* node) -> std::int32_t {
    guarded(space, [&](StateSpace& self) { return self.expand(*node), 0; });
    return node->flags & TSJ_NODE_EXPANDED ? TSJ_OK : space->status;
  };
  abi_.visit = [](tsj_space* space, tsj_node* node, std::uint32_t edge) -> tsj_node* {
    return guarded(space, [&](StateSpace& self) { return self.successor(*node, edge); });
  };
  abi_.judge = [](tsj_space* space, tsj_node* node) -> std::int32_t {
    guarded(space, [&](StateSpace& self) { return self.judge(*node), 0; });
    return node->flags & TSJ_NODE_JUDGED ? TSJ_OK : space->status;
  };
}

StateSpace::~StateSpace() = default;

void StateSpace::rethrow() {
  abi_.status = TSJ_OK;
  if (std::exception_ptr failure = std::exchange(failure_, nullptr))
    std::rethrow_exception(failure);
  poll();
  throw std::logic_error("a strategy failed without a reason");
}

std::size_t StateSpace::used() const {
  return node_count_ * node_bytes_ + edges_used_ * sizeof(tsj_edge) +
         (std::size_t{mask_} + 1) * sizeof(Entry);
}

void StateSpace::require_budget(std::size_t more) const {
  if (used() + more > options_.budget)
    throw BudgetExceeded(std::string(game_.name()) + ": more than " +
                         std::to_string(options_.budget >> 10) +
                         " KiB of states; a larger budget is needed");
}

void StateSpace::clear() {
  ++clearings_;
  node_count_ = 0;
  edge_chunk_ = edge_fill_ = edges_used_ = 0;
  mask_ = first_table_size - 1;
  empty_table();
}

void StateSpace::empty_table() {
  if (++era_ != 0) return;
  std::fill(table_.begin(), table_.end(), Entry{});
  era_ = 1;
}

Node* StateSpace::node_at(std::uint32_t number) const {
  const std::uint32_t within = number & ((1u << nodes_per_chunk_log2_) - 1);
  char* chunk = reinterpret_cast<char*>(node_chunks_[number >> nodes_per_chunk_log2_].get());
  return reinterpret_cast<Node*>(chunk + within * node_bytes_);
}

Node* StateSpace::next_free() {
  if (node_count_ % nodes_between_checks == 0) require_budget(node_bytes_ * nodes_between_checks);
  if ((node_count_ >> nodes_per_chunk_log2_) == node_chunks_.size())
    node_chunks_.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(
        (node_bytes_ << nodes_per_chunk_log2_) / 8));
  return node_at(node_count_);
}

Node* StateSpace::intern(Node* fresh, Role moved) {
  const std::uint64_t* words = state_words(*fresh);
  const std::uint32_t hash = hash_state(words, state_words_, moved);
  if (node_count_ > mask_ / 2) grow_table();
  std::uint32_t place = hash & mask_;
  const auto tag = static_cast<std::uint16_t>(hash >> 16);
  for (; table_[place].era == era_; place = (place + 1) & mask_) {
    if (table_[place].tag != tag) continue;
    Node* known = node_at(table_[place].number);
    if (known->hash == hash && StateSpace::moved(*known) == moved &&
        same_words(state_words(*known), words, state_words_))
      return known;
  }
  // Commit: the state is in its place already.
  new (fresh) Node{nullptr, 0, moved << TSJ_NODE_MOVED_SHIFT, 0, node_count_, hash};
  std::fill_n(reinterpret_cast<std::uint64_t*>(fresh + 1), memo_words_, 0);
  table_[place] = {node_count_++, tag, era_};
  return fresh;
}

void StateSpace::grow_table() {
  const std::size_t size = 2 * (std::size_t{mask_} + 1);
  require_budget(size * sizeof(Entry));
  if (table_.size() < size) table_.resize(size);
  mask_ = static_cast<std::uint32_t>(size - 1);
  empty_table();
  for (std::uint32_t number = 0; number < node_count_; ++number) {
    const std::uint32_t hash = node_at(number)->hash;
    std::uint32_t place = hash & mask_;
    while (table_[place].era == era_) place = (place + 1) & mask_;
    table_[place] = {number, static_cast<std::uint16_t>(hash >> 16), era_};
  }
}

tsj_edge* StateSpace::allocate_edges(std::size_t count) {
  while (edge_chunk_ < edge_chunks_.size() &&
         edge_fill_ + count > edge_chunks_[edge_chunk_].capacity) {
    ++edge_chunk_;
    edge_fill_ = 0;
  }
  if (edge_chunk_ == edge_chunks_.size()) {
    const std::size_t capacity = std::max(count, edge_chunk_edges);
    require_budget(count * sizeof(tsj_edge));
    edge_chunks_.push_back({std::make_unique_for_overwrite<tsj_edge[]>(capacity), capacity});
  }
  tsj_edge* edges = edge_chunks_[edge_chunk_].edges.get() + edge_fill_;
  edge_fill_ += count;
  edges_used_ += count;
  return edges;
}

Role StateSpace::moved_into(StateView state) {
  const StopScope scope(options_.stop);
  if (const std::optional<Role> control = turns_.in_control(state)) return other_role(*control);
  if (game_.terminal(state, *scratch_)) return no_role;
  game_.legal(state, *scratch_, legal_);
  const Role mover = turn_in(game_, turns_, state, legal_).mover;
  return mover == no_role ? no_role : other_role(mover);
}

Node* StateSpace::root(StateView state) {
  const Role moved = moved_into(state);
  Node* fresh = next_free();
  std::copy(state.begin(), state.end(), state_words(*fresh));
  return intern(fresh, moved);
}

Node* StateSpace::remembered(StateView state, Role moved, Role mover, bool terminal,
                             std::uint32_t edge_count) {
  Node* fresh = next_free();
  std::copy(state.begin(), state.end(), state_words(*fresh));
  Node* node = intern(fresh, moved);
  if (!(node->flags & TSJ_NODE_EXPANDED)) {
    node->flags |= TSJ_NODE_TERMINAL_KNOWN | (terminal ? TSJ_NODE_TERMINAL : 0) |
                   (mover << TSJ_NODE_MOVER_SHIFT);
    node->edge_count = edge_count;
  }
  return node;
}

bool StateSpace::terminal(Node& node) {
  const StopScope scope(options_.stop);
  if (!(node.flags & TSJ_NODE_TERMINAL_KNOWN))
    node.flags |=
        TSJ_NODE_TERMINAL_KNOWN | (game_.terminal(state(node), *scratch_) ? TSJ_NODE_TERMINAL : 0);
  return (node.flags & TSJ_NODE_TERMINAL) != 0;
}

void StateSpace::judge(Node& node) {
  const StopScope scope(options_.stop);
  std::uint32_t outcome = 0;
  const Role moved = StateSpace::moved(node);
  if (terminal(node) && moved != no_role) {
    std::array<int, 2> goals;
    game_.goal_values(state(node), *scratch_, goals);
    if (goals[moved] == 100)
      outcome = TSJ_NODE_WON;
    else if (goals[0] == 50 && goals[1] == 50)
      outcome = TSJ_NODE_DRAWN;
  }
  node.flags |= TSJ_NODE_JUDGED | outcome;
}

void StateSpace::compute_edges(Node& node) {
  const StopScope scope(options_.stop);
  std::uint32_t mover = no_role;
  if (!terminal(node)) {
    game_.legal(state(node), *scratch_, legal_);
    const Turn turn = turn_in(game_, turns_, state(node), legal_);
    mover = turn.mover;
    if (mover != no_role) {
      const std::vector<Move>& moves = legal_[mover];
      tsj_edge* edges = allocate_edges(moves.size());
      for (std::size_t i = 0; i < moves.size(); ++i) edges[i] = {nullptr, moves[i]};
      node.edges = edges;
      node.edge_count = static_cast<std::uint32_t>(moves.size());
      node.waiting = turn.waiting;
    }
  }
  if (mover == no_role) node.edge_count = 0;
  node.flags &= ~(std::uint32_t{3} << TSJ_NODE_MOVER_SHIFT);
  node.flags |= TSJ_NODE_EXPANDED | (mover << TSJ_NODE_MOVER_SHIFT);
}

Node* StateSpace::visit(Node& node, std::uint32_t edge) {
  poll();
  ++visits_;
  const Role mover = StateSpace::mover(node);
  std::array<Move, 2> joint;
  joint[mover] = node.edges[edge].move;
  joint[other_role(mover)] = node.waiting;
  Node* fresh = next_free();
  const StopScope scope(options_.stop);
  game_.next(state(node), joint, *scratch_, {state_words(*fresh), state_words_});
  return node.edges[edge].node = intern(fresh, mover);
}

}  // namespace tesuji::runtime
