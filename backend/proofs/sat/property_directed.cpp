#include "backend/proofs/sat/property_directed.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace tesuji::sat {

void Frames::restart(Literal starts) {
  frames_.assign(1, {});
  active_.assign(1, starts);
}

void Frames::add_frame() {
  frames_.emplace_back();
  active_.push_back(unrolling_.solver().new_variable());
}

/// The clauses of a frame are its own and those of all later frames.
void Frames::assume(std::uint32_t frame, std::vector<Literal>& assumptions) const {
  for (std::uint32_t i = frame; i < active_.size(); ++i) assumptions.push_back(active_[i]);
}

bool Frames::keeps_out(const Cube& cube, std::uint32_t frame) const {
  for (std::uint32_t i = frame; i < frames_.size(); ++i) {
    for (const Cube& known : frames_[i]) {
      if (std::includes(cube.begin(), cube.end(), known.begin(), known.end())) return true;
    }
  }
  return false;
}

void Frames::keep_out(const Cube& cube, std::uint32_t frame) {
  for (std::uint32_t i = 1; i <= frame; ++i) {
    std::erase_if(frames_[i], [&](const Cube& known) {
      return std::includes(known.begin(), known.end(), cube.begin(), cube.end());
    });
  }
  frames_[frame].push_back(cube);
  write(cube, frame);
}

std::vector<Cube> Frames::cubes_from(std::uint32_t frame) const {
  std::vector<Cube> cubes;
  for (std::uint32_t i = frame; i < frames_.size(); ++i) {
    cubes.insert(cubes.end(), frames_[i].begin(), frames_[i].end());
  }
  return cubes;
}

Literal Frames::literal(const FluentLiteral& some, std::uint32_t time) {
  const Literal fluent = unrolling_.fluent(some.fluent, time);
  return some.holds ? fluent : -fluent;
}

void Frames::write(const Cube& cube, std::uint32_t frame) {
  std::vector<Literal> clause{-active_[frame]};
  for (const FluentLiteral& some : cube) clause.push_back(-literal(some, 0));
  unrolling_.solver().add(clause);
}

namespace {

using Answer = Solver::Answer;

/// States to exclude from a frame.
struct Obligation {
  std::uint32_t frame = 0;
  std::uint64_t number = 0;  ///< creation number
  Cube cube;
  std::size_t node = 0;  ///< first node of its path to the violation
};

struct Later {
  bool operator()(const Obligation& a, const Obligation& b) const {
    return a.frame != b.frame ? a.frame > b.frame : a.number < b.number;
  }
};

/// Moves that lead from any state of a cube to the next one of the path.
struct WayNode {
  std::vector<NetMoves> moves;  ///< one joint move; for the last node, as many as the formula reads
  std::optional<std::size_t> next;
};

}  // namespace

class PropertyDirected::Search {
 public:
  Search(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
         std::span<const Candidate> premises, bool nonplayable, const Limits& limits)
      : net_(net),
        unrolling_(workspace_, net, roles, Unrolling::Start::any, nonplayable),
        formulas_(unrolling_, atoms),
        frames_(unrolling_),
        initial_(Simulation(net).initial()) {
    workspace_.gates.watch(&limits);
    starts_ = unrolling_.solver().new_variable();
    for (std::uint32_t i = 0; i < net.fluents.size(); ++i) {
      if (ir::is_fixed(net.fluents[i])) continue;
      const Literal now = unrolling_.fluent(i, 0);
      unrolling_.solver().add({-starts_, initial_[i] ? now : -now});
    }
    for (const Candidate& premise : premises) {
      if (limits.reached()) throw LimitReached();
      take_for_granted(premise);
    }
    workspace_.gates.watch(nullptr);
  }

  DirectedResult decide(const Candidate& candidate, const Limits& limits,
                        std::uint32_t most_frames) {
    limits_ = &limits;
    workspace_.gates.watch(&limits);
    DirectedResult result = search(candidate, most_frames);
    workspace_.gates.watch(nullptr);
    return result;
  }

 private:
  DirectedResult search(const Candidate& candidate, std::uint32_t most_frames) {
    DirectedResult result;
    degree_ = ir::degree(candidate.invariant->formula);
    way_.clear();
    frames_.restart(starts_);
    try {
      holds_ = formulas_.at(candidate, 0);
      for (;;) {
        frames_.add_frame();
        result.frames = last();
        while (std::optional<Obligation> bad = find_violation()) {
          if (!block(std::move(*bad), result)) return result;
        }
        if (push_clauses(result)) {
          try {
            for (const Cube& cube : result.lemmas) keep_out(cube);
            take_for_granted(candidate);
          } catch (const LimitReached&) {
            // It is proved; later formulas do without it as a premise.
          }
          return result;
        }
        if (last() >= most_frames) return result;
      }
    } catch (const LimitReached&) {
      return result;
    } catch (const FormulaTooLarge&) {
      return result;
    }
  }

  [[nodiscard]] std::uint32_t last() const { return frames_.last(); }
  Literal literal(const FluentLiteral& some, std::uint32_t time) {
    return frames_.literal(some, time);
  }

  /// Assumes a premise at times 0 and 1, if its moves are made.
  void take_for_granted(const Candidate& premise) {
    const std::uint32_t degree = ir::degree(premise.invariant->formula);
    try {
      for (const std::uint32_t time : {0U, 1U}) {
        std::vector<Literal> clause{formulas_.at(premise, time),
                                    -unrolling_.alive(time)};
        if (time + degree > 0) clause.push_back(-unrolling_.moves_made(time + degree - 1));
        unrolling_.solver().add(clause);
        if (degree > 1) break;  // few sequences are that long
      }
    } catch (const FormulaTooLarge&) {
      // The search continues without it.
    }
  }

  /// Excludes the cube at both times, permanently: it contains no reachable state.
  void keep_out(const Cube& cube) {
    std::vector<Literal> now;
    std::vector<Literal> then{-unrolling_.alive(1), -unrolling_.moves_made(0)};
    for (const FluentLiteral& some : cube) {
      now.push_back(-literal(some, 0));
      then.push_back(-literal(some, 1));
    }
    unrolling_.solver().add(now);
    unrolling_.solver().add(then);
  }

  Answer solve(std::span<const Literal> assumptions, std::span<const Literal> constraint) {
    const Answer answer = unrolling_.solver().solve(assumptions, constraint, *limits_);
    if (answer == Answer::unknown) throw LimitReached{};
    return answer;
  }

  [[nodiscard]] bool has_initial_state(const Cube& cube) const {
    return std::all_of(cube.begin(), cube.end(), [&](const FluentLiteral& some) {
      return initial_[some.fluent] == some.holds;
    });
  }

  // Obligations.

  std::optional<Obligation> find_violation() {
    std::vector<Literal> assumptions{-holds_};
    frames_.assume(last(), assumptions);
    std::vector<Literal> illegal;
    for (std::uint32_t t = 0; t < degree_; ++t) {
      assumptions.push_back(unrolling_.moves_made(t));
      illegal.push_back(-legal_moves(t));
    }
    if (solve(assumptions, {}) == Answer::unsatisfiable) return std::nullopt;
    illegal.push_back(holds_);
    WayNode node;
    for (std::uint32_t t = 0; t < degree_; ++t) node.moves.push_back(unrolling_.moves_at(t));
    Obligation bad{last(), ++obligations_, {}, way_.size()};
    bad.cube = lift(unrolling_.first_state(), node.moves, illegal);
    way_.push_back(std::move(node));
    return bad;
  }

  /// Returns a literal that holds exactly if the moves at that time are legal, or the sequence has
  /// ended by then.
  Literal legal_moves(std::uint32_t time) {
    while (legal_.size() <= time) legal_.push_back(0);
    if (legal_[time] != 0) return legal_[time];
    Gates& gates = unrolling_.gates();
    std::vector<Literal> all;
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
      all.push_back(
          gates.any_of({-unrolling_.move(i, time), unrolling_.literal(net_.moves[i].legal, time)}));
    }
    return legal_[time] = gates.any_of({-unrolling_.alive(time + 1), gates.all_of(std::move(all))});
  }

  /// Returns the part of a state that, with the moves, excludes each of `escapes`.
  Cube lift(const NetState& state, const std::vector<NetMoves>& moves,
            std::span<const Literal> escapes) {
    std::vector<Literal> assumptions;
    for (std::uint32_t t = 0; t < moves.size(); ++t) {
      for (const std::uint32_t move : moves[t]) {
        if (move != ir::no_id) assumptions.push_back(unrolling_.move(move, t));
      }
    }
    Cube all;
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      if (ir::is_fixed(net_.fluents[i])) continue;
      all.push_back({i, static_cast<bool>(state[i])});
      assumptions.push_back(literal(all.back(), 0));
    }
    // Premises may make it unsatisfiable without the state; otherwise the whole state is needed.
    if (solve(assumptions, escapes) != Answer::unsatisfiable) return all;
    Cube needed;
    for (const FluentLiteral& some : all) {
      if (unrolling_.solver().failed(literal(some, 0))) needed.push_back(some);
    }
    return needed;
  }

  /// Excludes the obligation's states from its frame; returns false if a play reaches them.
  bool block(Obligation first, DirectedResult& result) {
    std::priority_queue<Obligation, std::vector<Obligation>, Later> open;
    open.push(std::move(first));
    while (!open.empty()) {
      Obligation some = open.top();
      open.pop();
      if (has_initial_state(some.cube)) {
        result.outcome = Outcome::refuted;
        result.play = play_of(some.node);
        return false;
      }
      if (some.frame == 0 || frames_.keeps_out(some.cube, some.frame)) continue;
      Cube core;
      if (std::optional<Obligation> before = predecessor(some, core)) {
        open.push(std::move(*before));
        open.push(std::move(some));
        continue;
      }
      std::uint32_t frame = some.frame;
      generalise(core, frame);
      while (frame < last() && leads_nowhere(core, frame + 1, nullptr)) ++frame;
      frames_.keep_out(core, frame);
      if (frame < last()) {
        some.frame = frame + 1;
        open.push(std::move(some));
      }
    }
    return true;
  }

  /// Whether no state of the previous frame outside the cube leads into it. Then sets `core` to the
  /// part of the cube that proves it.
  bool leads_nowhere(const Cube& cube, std::uint32_t frame, Cube* core) {
    std::vector<Literal> assumptions{unrolling_.moves_made(0), -unrolling_.ended(0)};
    frames_.assume(frame - 1, assumptions);
    std::vector<Literal> outside;
    for (const FluentLiteral& some : cube) {
      assumptions.push_back(literal(some, 1));
      outside.push_back(-literal(some, 0));
    }
    if (solve(assumptions, outside) == Answer::satisfiable) return false;
    if (core == nullptr) return true;
    for (const FluentLiteral& some : cube) {
      if (unrolling_.solver().failed(literal(some, 1))) core->push_back(some);
    }
    return true;
  }

  std::optional<Obligation> predecessor(const Obligation& some, Cube& core) {
    if (leads_nowhere(some.cube, some.frame, &core)) {
      if (!has_initial_state(core)) return std::nullopt;
      // A literal of the cube must exclude the initial state.
      for (const FluentLiteral& part : some.cube) {
        if (initial_[part.fluent] == part.holds) continue;
        core.insert(std::upper_bound(core.begin(), core.end(), part), part);
        break;
      }
      return std::nullopt;
    }
    const NetState state = unrolling_.first_state();
    WayNode node{{unrolling_.moves_at(0)}, some.node};
    std::vector<Literal> escapes{-legal_moves(0), unrolling_.ended(0)};
    for (const FluentLiteral& part : some.cube) escapes.push_back(-literal(part, 1));
    Obligation before{some.frame - 1, ++obligations_, lift(state, node.moves, escapes),
                      way_.size()};
    way_.push_back(std::move(node));
    return before;
  }

  /// Drops literals as long as states of the previous frame still do not lead there.
  void generalise(Cube& cube, std::uint32_t frame) {
    constexpr int most_failures = 12;
    int failures = 0;
    for (std::size_t i = 0; i < cube.size() && failures < most_failures && cube.size() > 1;) {
      Cube smaller = cube;
      smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(i));
      Cube core;
      if (!has_initial_state(smaller) && leads_nowhere(smaller, frame, &core)) {
        if (!has_initial_state(core)) smaller = std::move(core);
        // The literals before this one have been tried.
        cube = std::move(smaller);
        i = std::min(i, cube.size());
      } else {
        ++failures;
        ++i;
      }
    }
  }

  /// Moves clauses to later frames; returns whether two frames are equal, which proves the formula.
  bool push_clauses(DirectedResult& result) {
    for (std::uint32_t i = 1; i < last(); ++i) {
      const bool equal =
          frames_.push(i, [&](const Cube& cube) { return leads_nowhere(cube, i + 1, nullptr); });
      if (!equal) continue;
      result.outcome = Outcome::proved;
      result.lemmas = frames_.cubes_from(i + 1);
      return true;
    }
    return false;
  }

  /// Returns the play from the initial state along a path.
  Trace play_of(std::size_t node) {
    Trace trace;
    Simulation simulation(net_);
    trace.states.push_back(initial_);
    for (std::optional<std::size_t> at = node; at; at = way_[*at].next) {
      const bool violates = !way_[*at].next;
      if (violates) trace.violated = static_cast<std::uint32_t>(trace.states.size() - 1);
      for (const NetMoves& moves : way_[*at].moves) {
        simulation.evaluate(trace.states.back(), moves);
        if (violates && unrolling_.ends(simulation)) return trace;
        trace.states.push_back(simulation.next());
        trace.moves.push_back(moves);
      }
    }
    return trace;
  }

  const ir::Net& net_;
  Workspace workspace_;
  Unrolling unrolling_;
  FormulaLiterals formulas_;
  Frames frames_;
  NetState initial_;
  Literal starts_ = 0;          ///< if assumed, the state at time 0 is the initial one
  std::vector<Literal> legal_;  ///< by time
  const Limits* limits_ = nullptr;
  std::uint32_t degree_ = 0;  ///< of the formula
  Literal holds_ = 0;         ///< the formula holds at time 0
  std::vector<WayNode> way_;
  std::uint64_t obligations_ = 0;
};

PropertyDirected::PropertyDirected(const ir::Net& net, std::size_t roles, const AtomSignals& atoms,
                                   std::span<const Candidate> premises, bool nonplayable,
                                   const Limits& limits)
    : search_(std::make_unique<Search>(net, roles, atoms, premises, nonplayable, limits)) {}

PropertyDirected::~PropertyDirected() = default;

DirectedResult PropertyDirected::decide(const Candidate& candidate, const Limits& limits,
                                        std::uint32_t most_frames) {
  return search_->decide(candidate, limits, most_frames);
}

}  // namespace tesuji::sat
