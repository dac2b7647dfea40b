#include "runtime/host/steps/single_vector.h"

#include "runtime/core/lane_planes.h"
#include "runtime/core/tesuji/cpu.h"
#include "runtime/core/tesuji/status.h"
#include "runtime/host/game/c_game.h"
#include "runtime/host/steps/step_threads.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace tesuji::runtime {
namespace {

constexpr std::size_t at_once = 64;  // games that a thread takes at a time

VectorSeat seat_of(std::optional<Role> role, std::uint64_t width) {
  if (width > most_vector_actions) {
    throw std::invalid_argument("a role has " + std::to_string(width) + " actions, more than " +
                                std::to_string(most_vector_actions));
  }
  VectorSeat seat;
  seat.role = role;
  seat.width = static_cast<std::uint32_t>(width);
  seat.row_words = std::max(1U, (seat.width + 63) / 64);
  return seat;
}

VectorShape shape_of(const tsj_plugin& tables, bool turns, const VectorOptions& options) {
  VectorShape shape;
  shape.games = options.games;
  shape.padded = (options.games + at_once - 1) / at_once * at_once;
  shape.roles = tables.role_count;
  shape.turns = turns;
  shape.chance_given = options.chance_given;
  std::uint64_t widest = 0;
  for (Role role = 0; role < shape.roles; ++role) {
    if (tables.roles[role] == chance_role) shape.chance = role;
    const std::uint64_t count = tables.action_count(&tables, role);
    widest = std::max(widest, count);
    const VectorSeat seat = seat_of(role, count);  // throws before their moves are listed
    if (!turns) shape.seats.push_back(seat);
    std::vector<Move>& actions = shape.actions.emplace_back();
    for (std::uint64_t i = 0; i < count; ++i) {
      actions.push_back(tables.action_move(&tables, role, i));
    }
  }
  if (turns) shape.seats.push_back(seat_of(std::nullopt, widest));
  shape.fluents = tables.fluent_count;
  shape.state_words = std::max<std::size_t>(1, (shape.fluents + 63) / 64);
  return shape;
}

/// Stands for no move.
constexpr Move no_move = UINT64_MAX;

class SingleVector final : public GameVector {
 public:
  SingleVector(std::shared_ptr<const tsj_plugin> tables, const std::vector<StateTest>& control,
               const VectorOptions& options)
      : GameVector(shape_of(*tables, !control.empty(), options), options),
        tables_(std::move(tables)),
        control_(control),
        kernels_(*tsj_plane_kernels_for(tsj_cpu_features())),
        words_((check_memory(options.games, 8.0 * static_cast<double>(tables_->state_words)),
                tables_->state_words)),
        states_(shape_.padded * words_),
        only_(shape_.padded * shape_.roles),
        threads_(static_cast<unsigned>(
            std::min<std::size_t>(options.threads, shape_.padded / at_once))) {
    for (unsigned i = 0; i < threads_.count(); ++i) {
      workers_.push_back(std::make_unique<Worker>(*tables_));
    }
    reset(options.seed);
    Worker& worker = *workers_.front();
    if (check(tables_->terminal(tables_.get(), worker.work, tables_->initial)) == TSJ_HOLDS) {
      throw std::invalid_argument("the initial state is terminal");
    }
    if (!find_legal(worker, 0)) {
      throw std::invalid_argument("a role has no legal move in the initial state");
    }
  }

  void reset_games(std::span<const std::uint8_t> which) override {
    each_game([&](Worker& worker, std::size_t game) {
      if (which[game] != 0) begin(worker, game, tables_->initial);
    });
  }

  StepCounts step(std::span<const std::int32_t* const> moves) override {
    const std::uint64_t seed = tsj_draw_seed(options_.seed, steps_++);
    for (const auto& worker : workers_) worker->counts = {};
    each_game([&](Worker& worker, std::size_t game) { step_game(worker, game, moves, seed); });
    StepCounts all;
    for (const auto& worker : workers_) {
      all.ended += worker->counts.ended;
      all.faults += worker->counts.faults;
    }
    return all;
  }

  void draw(std::size_t seat, std::int32_t* numbers) override {
    kernels_.draw(legal_[seat].data(), shape_.games, shape_.seats[seat].row_words,
                  tsj_draw_seed(~options_.seed - seat, steps_), numbers);
  }

  void legal_bytes(std::size_t seat, std::uint8_t* bytes) const override {
    const VectorSeat& of = shape_.seats[seat];
    kernels_.rows_to_bytes(legal_[seat].data(), shape_.games, of.row_words, of.width, bytes);
  }

  void observe(std::uint64_t* rows) const override {
    std::vector<std::uint64_t> bits(shape_.state_words);
    for (std::size_t game = 0; game < shape_.games; ++game) {
      tables_->fluent_bits(tables_.get(), state(game), bits.data());
      std::copy(bits.begin(), bits.end(), rows + game * shape_.state_words);
    }
  }

  void observe_bytes(std::uint8_t* bytes) const override {
    std::vector<std::uint64_t> bits(shape_.state_words);
    for (std::size_t game = 0; game < shape_.games; ++game) {
      tables_->fluent_bits(tables_.get(), state(game), bits.data());
      kernels_.rows_to_bytes(bits.data(), 1, shape_.state_words, shape_.fluents,
                             bytes + game * shape_.fluents);
    }
  }

  void states(std::uint64_t* states) const override {
    std::copy_n(states_.begin(), shape_.games * words_, states);
  }

  bool set_states(const std::uint64_t* states, std::size_t& wrong) override {
    Worker& worker = *workers_.front();
    for (wrong = 0; wrong < shape_.games; ++wrong) {
      const std::uint64_t* state = states + wrong * words_;
      if (tables_->check_state(tables_.get(), state) != TSJ_OK || is_over(worker, state)) {
        return false;
      }
    }
    each_game([&](Worker& of, std::size_t game) { begin(of, game, states + game * words_); });
    return true;
  }

 protected:
  void begin_all() override {
    each_game([&](Worker& worker, std::size_t game) { begin(worker, game, tables_->initial); });
  }
  [[nodiscard]] std::size_t game_state_words() const override { return words_; }

 private:
  /// What a thread works with.
  struct Worker {
    explicit Worker(const tsj_plugin& tables)
        : memory(tables, 0, nullptr),
          work(memory.get()),
          moves(tables.role_count),
          joint(tables.role_count),
          next(tables.state_words) {}
    ScratchMemory memory;
    tsj_work* work;
    std::vector<tsj_moves> moves;
    std::vector<Move> joint;
    State next;
    StepCounts counts;
  };

  static std::int32_t check(std::int32_t status) {
    if (status < 0) throw LimitReached("a relation has more rows than the limit");
    return status;
  }

  [[nodiscard]] std::uint64_t* state(std::size_t game) { return states_.data() + game * words_; }
  [[nodiscard]] const std::uint64_t* state(std::size_t game) const {
    return states_.data() + game * words_;
  }

  /// Calls `work(worker, game)` for each game; an exception ends the call, and is rethrown.
  template <typename Work>
  void each_game(const Work& work) {
    std::mutex mutex;
    std::exception_ptr failure;
    threads_.run((shape_.games + at_once - 1) / at_once, [&](unsigned thread, std::size_t piece) {
      try {
        const std::size_t end = std::min(shape_.games, (piece + 1) * at_once);
        for (std::size_t game = piece * at_once; game < end; ++game) work(*workers_[thread], game);
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
      }
    });
    if (failure) std::rethrow_exception(failure);
  }

  [[nodiscard]] Role mover_in(const std::uint64_t* state) const {
    for (Role role = 0; role < control_.size(); ++role) {
      if (control_[role].holds({state, words_})) return role;
    }
    return 0;
  }

  /// Writes rows of legal moves, and whose turn it is; returns false if a role has no legal move.
  bool find_legal(Worker& worker, std::size_t game) {
    check(tables_->legal(tables_.get(), worker.work, state(game), worker.moves.data()));
    const Role mover = shape_.turns ? mover_in(state(game)) : 0;
    if (shape_.turns) movers_[game] = static_cast<std::uint8_t>(mover);
    bool all = true;
    for (Role role = 0; role < shape_.roles; ++role) {
      const tsj_moves& moves = worker.moves[role];
      all = all && moves.count > 0;
      only_[game * shape_.roles + role] = moves.count == 1 ? moves.moves[0] : no_move;
      if (shape_.turns && role != mover) continue;
      const std::size_t seat = shape_.turns ? 0 : role;
      const std::size_t words = shape_.seats[seat].row_words;
      std::uint64_t* row = legal_[seat].data() + game * words;
      std::fill_n(row, words, 0);
      for (std::uint64_t i = 0; i < moves.count; ++i) {
        const std::uint64_t action = tables_->move_action(tables_.get(), role, moves.moves[i]);
        if (action < shape_.seats[seat].width) row[action / 64] |= std::uint64_t{1} << action % 64;
      }
    }
    return all;
  }

  /// Whether no move can be made in a state.
  bool is_over(Worker& worker, const std::uint64_t* state) const {
    if (check(tables_->terminal(tables_.get(), worker.work, state)) == TSJ_HOLDS) return true;
    check(tables_->legal(tables_.get(), worker.work, state, worker.moves.data()));
    return std::any_of(worker.moves.begin(), worker.moves.end(),
                       [](const tsj_moves& moves) { return moves.count == 0; });
  }

  /// Sets the results of a game in which no move has been made.
  void begin(Worker& worker, std::size_t game, const std::uint64_t* from) {
    std::copy_n(from, words_, state(game));
    std::fill_n(rewards_.data() + game * shape_.roles, shape_.roles, 0);
    terminated_[game] = truncated_[game] = faults_[game] = 0;
    lengths_[game] = 0;
    find_legal(worker, game);
  }

  /// Returns the role's move, or no_move.
  Move chosen(std::size_t game, std::size_t seat, Role role, std::int32_t number,
              std::uint64_t seed) const {
    const std::size_t words = shape_.seats[seat].row_words;
    const std::uint64_t* row = legal_[seat].data() + game * words;
    if (role == shape_.chance && !shape_.chance_given) {
      kernels_.draw(row, 1, words, seed + game * 0x9E3779B97F4A7C15U, &number);
    }
    if (number < 0 || number >= static_cast<std::int64_t>(shape_.actions[role].size())) {
      return number == -1 && !shape_.turns ? only_[game * shape_.roles + role] : no_move;
    }
    const auto bit = static_cast<std::uint32_t>(number);
    return (row[bit / 64] >> bit % 64 & 1U) != 0 ? shape_.actions[role][bit] : no_move;
  }

  /// Chooses the joint move; returns false if a move is not legal.
  bool choose(Worker& worker, std::size_t game, std::span<const std::int32_t* const> moves,
              std::uint64_t seed) const {
    for (Role role = 0; role < shape_.roles; ++role) {
      Move& move = worker.joint[role];
      if (!shape_.turns || role == movers_[game]) {
        const std::size_t seat = shape_.turns ? 0 : role;
        move = chosen(game, seat, role, moves[seat] == nullptr ? -1 : moves[seat][game], seed);
      } else {
        move = only_[game * shape_.roles + role];
      }
      if (move == no_move) return false;
    }
    return true;
  }

  void step_game(Worker& worker, std::size_t game, std::span<const std::int32_t* const> moves,
                 std::uint64_t seed) {
    std::uint64_t* here = state(game);
    if ((terminated_[game] | truncated_[game]) != 0) lengths_[game] = 0;
    terminated_[game] = truncated_[game] = faults_[game] = 0;
    std::int32_t* rewards = rewards_.data() + game * shape_.roles;
    std::fill_n(rewards, shape_.roles, 0);
    if (!choose(worker, game, moves, seed)) {
      faults_[game] = 1;
      ++worker.counts.faults;
      return;
    }
    check(tables_->next(tables_.get(), worker.work, here, worker.joint.data(), worker.next.data()));
    std::copy(worker.next.begin(), worker.next.end(), here);
    ++lengths_[game];
    if (check(tables_->terminal(tables_.get(), worker.work, here)) == TSJ_HOLDS) {
      terminated_[game] = 1;
      check(tables_->goal_values(tables_.get(), worker.work, here, rewards));
      if (shape_.chance && rewards[*shape_.chance] < 0) rewards[*shape_.chance] = 0;
    } else if (!find_legal(worker, game)) {
      truncated_[game] = 2;
    } else if (options_.step_limit != 0 && lengths_[game] >= options_.step_limit) {
      truncated_[game] = 1;
    } else {
      return;
    }
    ++worker.counts.ended;
    if (!last_states_.empty()) {
      tables_->fluent_bits(tables_.get(), here, last_states_.data() + game * shape_.state_words);
    }
    std::copy_n(tables_->initial, words_, here);
    find_legal(worker, game);
  }

  std::shared_ptr<const tsj_plugin> tables_;
  std::vector<StateTest> control_;
  const tsj_plane_kernels& kernels_;
  std::size_t words_;
  std::vector<std::uint64_t> states_;
  std::vector<Move> only_;  ///< by game and role: its only legal move, or no_move
  StepThreads threads_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

std::unique_ptr<GameVector> make_single_vector(std::shared_ptr<const tsj_plugin> tables,
                                               const std::vector<StateTest>& control,
                                               const VectorOptions& options) {
  return std::make_unique<SingleVector>(std::move(tables), control, options);
}

}  // namespace tesuji::runtime
