#include "runtime/host/steps/lane_vector.h"

#include "runtime/core/lane_planes.h"
#include "runtime/core/tesuji/cpu.h"
#include "runtime/core/tesuji/lane_steps.h"
#include "runtime/host/steps/step_threads.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory_resource>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace tesuji::runtime {

tsj_step_code StepTables::point() {
  percept_names_.clear();
  for (const VectorPercept& percept : percepts) {
    percept_names_.push_back({percept.term.c_str(), percept.role, 0});
  }
  tsj_step_code code = numbers;
  code.size = sizeof code;
  code.seats = seats.data();
  code.seat_count = static_cast<std::uint32_t>(seats.size());
  code.answers = answers.data();
  code.answer_count = static_cast<std::uint32_t>(answers.size());
  code.percept_names = percept_names_.data();
  code.percept_count = static_cast<std::uint32_t>(percepts.size());
  code.control = control.data();
  code.control_count = static_cast<std::uint32_t>(control.size());
  code.fixed = fixed.data();
  code.ranges = ranges.empty() ? nullptr : ranges.data();
  code.range_count = ranges.size();
  return code;
}

namespace {

constexpr std::size_t line = 64;  // bytes of a word of lanes, to which memory is aligned

/// Memory that is aligned to words, and initially zero.
class LaneMemory {
 public:
  explicit LaneMemory(std::size_t bytes)
      : bytes_((bytes + line - 1) / line * line),
        memory_(static_cast<std::byte*>(::operator new(bytes_, std::align_val_t{line}))) {
    std::fill_n(memory_.get(), bytes_, std::byte{0});
  }
  [[nodiscard]] std::uint64_t* words() const {
    return reinterpret_cast<std::uint64_t*>(memory_.get());
  }

 private:
  struct Free {
    void operator()(std::byte* memory) const { ::operator delete(memory, std::align_val_t{line}); }
  };
  std::size_t bytes_;
  std::unique_ptr<std::byte, Free> memory_;
};

std::optional<Role> chance_of(const Game& game) {
  const std::span<const std::string> roles = game.roles();
  const auto found = std::find(roles.begin(), roles.end(), chance_role);
  if (found == roles.end()) return std::nullopt;
  return static_cast<Role>(found - roles.begin());
}

/// Builds the game for lane steps; the caller sets `start` and its position.
tsj_step_game step_game(const LaneStepCode& made, const VectorOptions& options) {
  tsj_step_game game{};
  game.code = made.code;
  game.kernels = tsj_plane_kernels_for(tsj_cpu_features());
  game.role_count = static_cast<std::uint32_t>(made.game->roles().size());
  game.chance = chance_of(*made.game).value_or(TSJ_NONE);
  game.chance_given = options.chance_given ? 1 : 0;
  return game;
}

VectorShape shape_of(const LaneStepCode& made, const VectorOptions& options) {
  const tsj_step_game game = step_game(made, options);
  const tsj_step_code& code = made.code;
  VectorShape shape;
  const std::size_t lanes = std::size_t{64} * code.blocks;
  shape.games = options.games;
  shape.padded = (options.games + lanes - 1) / lanes * lanes;
  shape.roles = game.role_count;
  for (const tsj_step_seat& seat : std::span(code.seats, code.seat_count)) {
    VectorSeat one;
    if (seat.role != TSJ_NONE) one.role = seat.role;
    one.width = seat.width;
    one.row_words = seat.row_words;
    shape.seats.push_back(one);
  }
  shape.turns = code.mover_bits != 0;
  shape.chance = chance_of(*made.game);
  shape.chance_given = options.chance_given;
  shape.actions = made.actions;
  shape.fluents = code.fluents;
  shape.state_words = tsj_steps_state_words(&game);
  shape.lanes = static_cast<std::uint32_t>(lanes);
  for (const tsj_step_percept& percept : std::span(code.percept_names, code.percept_count)) {
    shape.percepts.push_back({percept.role, percept.term});
  }
  shape.percept_words = (shape.percepts.size() + 63) / 64;
  return shape;
}

/// Returns the initial state, a bit for each fluent.
State start_of(const LaneStepCode& made) {
  const StateView initial = made.game->initial();
  if (made.tables == nullptr) return {initial.begin(), initial.end()};
  State bits(std::max<std::size_t>(1, (made.code.fluents + 63) / 64));
  made.tables->fluent_bits(made.tables.get(), initial.data(), bits.data());
  return bits;
}

/// Reads at most 64 bits, which may lie in two words.
std::uint64_t read_bits(const std::uint64_t* words, std::uint64_t first, std::uint64_t count) {
  const std::uint64_t low = words[first / 64] >> first % 64;
  const std::uint64_t rest =
      first % 64 + count > 64 ? words[first / 64 + 1] << (64 - first % 64) : 0;
  return (low | rest) & (count < 64 ? (std::uint64_t{1} << count) - 1 : UINT64_MAX);
}

/// Writes bits to words that are zero there.
void add_bits(std::uint64_t* words, std::uint64_t first, std::uint64_t count, std::uint64_t bits) {
  words[first / 64] |= bits << first % 64;
  if (first % 64 + count > 64) words[first / 64 + 1] |= bits >> (64 - first % 64);
}

/// Memory for games whose goals are evaluated later.
struct EndedGames {
  EndedGames(std::size_t room, std::size_t state_words)
      : states(room * state_words), games(room), list{states.data(), games.data(), 0} {}
  std::vector<std::uint64_t> states;
  std::vector<std::uint64_t> games;
  tsj_step_ended list;
};

/// Returns the bytes of a game's planes.
double plane_bytes(const tsj_step_code& code) {
  return static_cast<double>(code.fluents + code.position_words) / 8;
}

class LaneVector final : public GameVector {
 public:
  LaneVector(std::shared_ptr<const LaneStepCode> code, const VectorOptions& options)
      : GameVector(shape_of(*code, options), options),
        made_(std::move(code)),
        game_(step_game(*made_, options)),
        code_(game_.code),
        lanes_(shape_.lanes),
        groups_(shape_.padded / lanes_),
        group_words_((code_.fluents + code_.position_words) * code_.blocks),
        start_(start_of(*made_)),
        start_position_((code_.position_words + 63) / 64),
        planes_((check_memory(options.games, plane_bytes(code_)),
                 groups_ * group_words_ * sizeof(std::uint64_t))),
        threads_(static_cast<unsigned>(std::min<std::size_t>(options.threads, groups_))) {
    game_.start = start_.data();
    game_.start_position = start_position_.data();
    for (unsigned i = 0; i < threads_.count(); ++i) {
      scratch_.emplace_back(tsj_steps_scratch_bytes(&game_));
      ended_.emplace_back(code_.goals_apart != 0 ? 2 * lanes_ : 0, shape_.state_words);
      rows_.emplace_back(lanes_ * shape_.state_words * sizeof(std::uint64_t));
    }
    for (auto& rows : legal_) legal_rows_.push_back(rows.data());
    arrays_.legal = legal_rows_.data();
    arrays_.movers = movers_.data();
    arrays_.rewards = rewards_.data();
    arrays_.terminated = terminated_.data();
    arrays_.truncated = truncated_.data();
    arrays_.faults = faults_.data();
    arrays_.lengths = lengths_.data();
    if (!percepts_.empty()) arrays_.percepts = percepts_.data();
    if (options.last_states) arrays_.last_states = last_states_.data();
    find_start_position();
    reset(options.seed);
  }

  void reset_games(std::span<const std::uint8_t> which) override {
    each_group([&](const tsj_step_order& order, std::uint64_t*) {
      alignas(line) std::uint64_t mask[8] = {};
      for (std::uint64_t i = 0; i < order.games; ++i) {
        mask[i / 64] |= std::uint64_t{which[order.first + i] != 0} << i % 64;
      }
      tsj_steps_begin(&order, mask);
    });
  }

  StepCounts step(std::span<const std::int32_t* const> moves) override {
    moves_ = moves.data();
    draw_seed_ = tsj_draw_seed(options_.seed, steps_++);
    counts_.assign(threads_.count() * std::size_t{8}, {});  // a cache line for each thread
    threads_.run_often(groups_, [&](unsigned thread, std::size_t group) {
      tsj_step_order order = order_of(group, thread);
      tsj_step_ended& ended = ended_[thread].list;
      order.ended = &ended;
      const tsj_step_report report = tsj_steps_step(&order);
      if (ended.count >= lanes_) tsj_steps_tell_goals(&order, &ended);
      StepCounts& counts = counts_[thread * std::size_t{8}];
      counts.ended += report.ended;
      counts.faults += report.faults;
    });
    tell_last_goals();
    StepCounts all;
    for (const StepCounts& counts : counts_) {
      all.ended += counts.ended;
      all.faults += counts.faults;
    }
    return all;
  }

  void draw(std::size_t seat, std::int32_t* numbers) override {
    const std::uint64_t seed = tsj_draw_seed(~options_.seed - seat, steps_);
    const std::size_t row_words = shape_.seats[seat].row_words;
    each_group([&](const tsj_step_order& order, std::uint64_t*) {
      game_.kernels->draw(legal_[seat].data() + order.first * row_words, order.games, row_words,
                          seed + order.first * 0x9E3779B97F4A7C15U, numbers + order.first);
    });
  }

  void legal_bytes(std::size_t seat, std::uint8_t* bytes) const override {
    const VectorSeat& of = shape_.seats[seat];
    each_group([&](const tsj_step_order& order, std::uint64_t*) {
      game_.kernels->rows_to_bytes(legal_[seat].data() + order.first * of.row_words, order.games,
                                   of.row_words, of.width, bytes + order.first * of.width);
    });
  }

  void observe(std::uint64_t* rows) const override {
    each_group([&](const tsj_step_order& order, std::uint64_t* found) {
      tsj_steps_states(&order, found);
      std::copy_n(found, order.games * shape_.state_words, rows + order.first * shape_.state_words);
    });
  }

  void observe_bytes(std::uint8_t* bytes) const override {
    each_group([&](const tsj_step_order& order, std::uint64_t* found) {
      tsj_steps_states(&order, found);
      game_.kernels->rows_to_bytes(found, order.games, shape_.state_words, shape_.fluents,
                                   bytes + order.first * shape_.fluents);
    });
  }

  [[nodiscard]] std::optional<VectorPlanes> planes() const override {
    VectorPlanes planes;
    planes.groups = groups_;
    planes.blocks = code_.blocks;
    planes.group_words = group_words_;
    planes.fluents = planes_.words();
    for (const tsj_step_seat& seat : std::span(code_.seats, code_.seat_count)) {
      planes.legal.push_back(planes_.words() + (code_.fluents + seat.first_plane) * code_.blocks);
    }
    return planes;
  }

  void states(std::uint64_t* states) const override {
    if (code_.ranges == nullptr) return observe(states);
    const std::size_t words = made_->tables->state_words;
    std::vector<std::uint64_t> rows(shape_.games * shape_.state_words);
    observe(rows.data());
    std::fill_n(states, shape_.games * words, 0);
    for (std::size_t game = 0; game < shape_.games; ++game) {
      place_row(rows.data() + game * shape_.state_words, states + game * words);
    }
  }

  bool set_states(const std::uint64_t* states, std::size_t& wrong) override {
    if (made_->tables == nullptr) return set_rows(states, wrong);
    const tsj_plugin* const tables = made_->tables.get();
    std::vector<std::uint64_t> rows(shape_.games * shape_.state_words);
    for (wrong = 0; wrong < shape_.games; ++wrong) {
      const std::uint64_t* const state = states + wrong * tables->state_words;
      if (tables->check_state(tables, state) != TSJ_OK) return false;
      tables->fluent_bits(tables, state, rows.data() + wrong * shape_.state_words);
    }
    return set_rows(rows.data(), wrong);
  }

 protected:
  void begin_all() override {
    each_group(
        [](const tsj_step_order& order, std::uint64_t*) { tsj_steps_begin(&order, nullptr); });
  }
  [[nodiscard]] std::size_t game_state_words() const override {
    return made_->tables == nullptr ? shape_.state_words : made_->tables->state_words;
  }

 private:
  /// Converts a row of fluents to the game's state, which must be zero before.
  void place_row(const std::uint64_t* row, std::uint64_t* state) const {
    for (const tsj_step_range& range : std::span(code_.ranges, code_.range_count)) {
      for (std::uint64_t i = 0; i < range.count; i += 64) {
        const std::uint64_t count = std::min<std::uint64_t>(64, range.count - i);
        add_bits(state, range.bit + i, count, read_bits(row, range.fluent + i, count));
      }
    }
  }

  /// As set_states, for rows of fluents.
  bool set_rows(const std::uint64_t* states, std::size_t& wrong) {
    for (wrong = 0; wrong < shape_.games; ++wrong) {
      if (!is_known({states + wrong * shape_.state_words, shape_.state_words})) return false;
    }
    const LaneMemory trial(group_words_ * sizeof(std::uint64_t));
    for (std::size_t group = 0; group < groups_; ++group) {
      tsj_step_order order = order_of(group, 0);
      order.state = trial.words();
      order.position = order.state + code_.fluents * code_.blocks;
      std::uint64_t over[8] = {};
      tsj_steps_find_over(&order, states + order.first * shape_.state_words, over);
      for (std::size_t c = 0; c < code_.blocks; ++c) {
        if (over[c] == 0) continue;
        wrong = order.first + 64 * c + static_cast<std::size_t>(std::countr_zero(over[c]));
        return false;
      }
    }
    each_group([&](const tsj_step_order& order, std::uint64_t*) {
      tsj_steps_set_states(&order, states + order.first * shape_.state_words);
    });
    return true;
  }

  /// Evaluates the remaining goals of finished games from all threads, a word at a time.
  void tell_last_goals() {
    if (code_.goals_apart == 0) return;
    const tsj_step_order order = order_of(0, 0);
    tsj_step_ended& all = ended_.front().list;
    for (std::size_t i = 1; i < ended_.size(); ++i) {
      tsj_step_ended& more = ended_[i].list;
      const std::size_t words = shape_.state_words;
      std::copy_n(more.states, more.count * words, all.states + all.count * words);
      std::copy_n(more.games, more.count, all.games + all.count);
      all.count += more.count;
      more.count = 0;
      if (all.count >= lanes_) tsj_steps_tell_goals(&order, &all);
    }
    if (all.count > 0) tsj_steps_tell_goals(&order, &all);
  }

  [[nodiscard]] tsj_step_order order_of(std::size_t group, unsigned thread) const {
    tsj_step_order order{};
    order.game = &game_;
    order.state = planes_.words() + group * group_words_;
    order.position = order.state + code_.fluents * code_.blocks;
    order.scratch = scratch_[thread].words();
    order.first = group * lanes_;
    order.games = std::min<std::uint64_t>(lanes_, shape_.games - order.first);
    order.arrays = &arrays_;
    order.moves = moves_;
    order.draw_seed = draw_seed_;
    order.step_limit = options_.step_limit;
    return order;
  }

  /// Calls `work(order, rows)` for each group, with room for the rows of its states.
  template <typename Work>
  void each_group(const Work& work) const {
    threads_.run(groups_, [&](unsigned thread, std::size_t group) {
      work(order_of(group, thread), rows_[thread].words());
    });
  }

  void find_start_position() {
    const tsj_step_order order = order_of(0, 0);
    tsj_steps_find_start(&order, start_position_.data());
    const auto holds = [&](std::uint32_t word) {
      return (start_position_[word / 64] >> word % 64 & 1U) != 0;
    };
    if (holds(code_.terminal)) throw std::invalid_argument("the initial state is terminal");
    if (holds(code_.stuck)) {
      throw std::invalid_argument("a role has no legal move in the initial state");
    }
  }

  [[nodiscard]] bool is_known(StateView state) const {
    for (std::size_t i = 0; i < state.size(); ++i) {
      if (((state[i] ^ start_[i]) & code_.fixed[i]) != 0) return false;
    }
    const std::size_t in_last = shape_.fluents - 64 * (state.size() - 1);
    if (in_last < 64 && state.back() >> in_last != 0) return false;
    const std::span control(code_.control, code_.control_count);
    if (control.empty()) return true;
    return std::count_if(control.begin(), control.end(), [&](std::uint64_t fluent) {
             return (state[fluent / 64] >> fluent % 64 & 1U) != 0;
           }) == 1;
  }

  std::shared_ptr<const LaneStepCode> made_;
  tsj_step_game game_;
  const tsj_step_code& code_;  ///< of game_
  std::uint64_t lanes_;
  std::size_t groups_;
  std::size_t group_words_;
  State start_;
  State start_position_;
  LaneMemory planes_;
  mutable StepThreads threads_;
  // By thread.
  std::vector<LaneMemory> scratch_;
  std::vector<LaneMemory> rows_;
  std::vector<EndedGames> ended_;
  std::vector<std::uint64_t*> legal_rows_;
  tsj_step_arrays arrays_{};
  const std::int32_t* const* moves_ = nullptr;
  std::uint64_t draw_seed_ = 0;
  std::vector<StepCounts> counts_;
};

}  // namespace

std::unique_ptr<GameVector> make_lane_vector(std::shared_ptr<const LaneStepCode> code,
                                             const VectorOptions& options) {
  return std::make_unique<LaneVector>(std::move(code), options);
}

}  // namespace tesuji::runtime
