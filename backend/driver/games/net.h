// Games as propositional networks (docs/engines/nets.md).
#pragma once

#include "backend/driver/session.h"
#include "ir/nets/fluent_facts.h"
#include "ir/nets/net.h"
#include "ir/nets/net_cases.h"
#include "passes/clauses/split_existential.h"
#include "passes/nets/fluent_groups.h"
#include "passes/nets/ground.h"
#include "runtime/host/game/mixed_game.h"
#include "runtime/host/game/net_game.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tesuji::driver {

/// What grounding may cost.
struct NetLimits {
  std::uint64_t rows = 4'000'000;       ///< ground atoms and rules
  std::uint64_t retry_rows = 250'000;   ///< where something too large is left out
  std::size_t nodes = 4'000'000;        ///< of the net before it is cleaned up
  std::uint64_t unrolled = 2'000'000;   ///< literals of a recursive stratum, of all rounds together
  std::uint64_t steps = 4'000'000'000;  ///< of the interpreter that finds them: a minute or two
  passes::SplitOptions split;           ///< how rules are split before
  std::optional<std::uint64_t> without{};  ///< for tests: GroundOptions::without
  /// Whether the net may be wrong about unreachable states; if so, the pass project-unique runs.
  bool states_of_play = false;
  /// Whether the ground rules are wanted beside the net (GroundGame::program).
  bool keeps_rules = true;
};

/// A step on the way to a net: its time, and how large is what came of it.
struct NetStage {
  std::string name;  ///< ground, build-net
  double seconds = 0;
  std::size_t size = 0;
  std::string unit;  ///< what is counted: `ground rules`, `nodes`
};

/// How a net was made, for reports. Empty where the net was read.
struct Grounding {
  std::uint64_t rules = 0;              ///< ground rules
  std::vector<NetStage> stages{};       ///< in order
  std::vector<std::string> left_out{};  ///< relations that were too large to be grounded
};

/// What a net relies on that was proved of its fluents (net_facts.h). Empty where nothing was.
struct NetProof {
  ir::FluentFacts facts{};  ///< by fluent; empty once fluents have other places than in the proof
  std::shared_ptr<const ir::Net> without_facts{};  ///< the net that relies on none of them
  std::vector<runtime::HiddenFluent> hidden{};     ///< fluents that states have no bits for
  std::vector<runtime::StateFact> granted{};       ///< all that answers rely on, by names
};

/// A net before its fluents were placed on the states of another game.
struct UnplacedNet {
  std::shared_ptr<const ir::Net> net;
  std::shared_ptr<const ir::NetCases> cases;  ///< or null
  std::vector<std::uint32_t> places;          ///< by fluent, as for place_fluents

  /// Whether every fluent has the place that it had.
  [[nodiscard]] bool lies_alike() const;
};

/// A game's net with the module whose relations its atoms name. It is grounded (ground_game, with
/// proofs), then specialised for native code where there is any (`specialise` sets `cases`), then
/// placed on the states of plans where they answer some questions (place_on sets `unplaced`).
struct GroundGame {
  std::shared_ptr<const ir::Module> module;  ///< at level clauses, or nets where it was read as one
  std::shared_ptr<const ir::Net> net;
  Grounding grounding{};
  /// Fluents of which one says whose turn it is (passes/nets/specialise_net.h); empty where there
  /// are no such fluents, or no pass of the pipeline reads them.
  passes::FluentList control{};
  NetProof proof{};
  /// The ground rules, for passes over nets; null where the net was read, they are too many, or
  /// NetLimits::keeps_rules is false.
  std::shared_ptr<const passes::GroundProgram> program{};
  std::shared_ptr<const ir::NetCases> cases{};    ///< null: not specialised
  std::shared_ptr<const UnplacedNet> unplaced{};  ///< null: not placed

  /// Questions that the net answers: all but Net::unanswered.
  [[nodiscard]] runtime::FirstAnswers answers() const;
};

/// Compiles a rulesheet as far as its static relations are folded, and grounds it; a net in IR
/// text is taken as it stands. Reports what is wrong; code "limit" where a limit is reached and
/// nothing is left that a net could answer.
[[nodiscard]] std::optional<GroundGame> load_net(const std::string& path, const Options& options,
                                                 const NetLimits& limits, Session& session);

/// The same for a module at level clauses, before any pass, or at level nets.
[[nodiscard]] std::optional<GroundGame> ground_game(ir::Module module, const Options& options,
                                                    const NetLimits& limits, Session& session);

/// The ground rules that a net is made of, for a module at level clauses, before any pass, which
/// is brought so far. Reports as ground_game does.
[[nodiscard]] std::optional<passes::GroundProgram> ground_program(ir::Module& module,
                                                                  const Options& options,
                                                                  const NetLimits& limits,
                                                                  Session& session);

/// `does not answer legal, terminal: too large to be grounded: big`, of a net that leaves questions
/// unanswered; what was too large is not known where the net was read.
[[nodiscard]] std::string unanswered_text(const GroundGame& ground);

/// Whether the net answers all questions; reports (code "limit") which it does not.
[[nodiscard]] bool is_whole(const GroundGame& ground, const std::string& path, Session& session);

/// Gives the fluents other places in states (passes/plans/place_fluents.h).
void place_fluents(GroundGame& ground, std::span<const std::uint32_t> places, std::size_t count);

/// Takes the net through the passes before native code (passes::native_net_pipeline), which set
/// GroundGame::cases; of the net only the places of fluents change. Throws std::logic_error where
/// the verifier is asked for and refuses them.
void specialise(GroundGame& ground, const Options& options);

/// The game that the net plays, node by node.
[[nodiscard]] std::shared_ptr<const runtime::Game> evaluate_game(const GroundGame& ground);

/// The same game in native code, by its cases; the options say which tier. Throws
/// llvm_backend::CompilationStopped where `stop` asks for that before it is done.
[[nodiscard]] std::shared_ptr<const runtime::Game> compile_game(const GroundGame& ground,
                                                                const Options& options,
                                                                const std::stop_token& stop = {});

/// Names for the host; without scratch_words.
[[nodiscard]] runtime::NetTables make_net_tables(const GroundGame& ground);

}  // namespace tesuji::driver
