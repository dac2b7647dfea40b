// Describes results of `tesuji verify` in words, for its text and its page. It summarises an
// invariant's result, many instances of a formula in few words, and findings about the formulas
// that are tried on every game.
#pragma once

#include "backend/proofs/formulas/invariant_maker.h"
#include "backend/proofs/verify/verification.h"
#include "ir/formulas/formula.h"
#include "ir/module/module.h"
#include "ir/module/vocabulary.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// All instances whose parameters each have one of these constants, in the order of its domain.
using InstancePattern = std::vector<std::vector<ir::Symbol>>;

/// Returns patterns that together have exactly these instances, each once: at most `most`; none if
/// more would be needed. Instances are numbered as by ir::instance_symbols; ascending, without
/// duplicates.
[[nodiscard]] std::vector<InstancePattern> patterns_of(const ir::Invariant& invariant,
                                                       std::span<const std::uint64_t> instances,
                                                       std::size_t most);

inline constexpr std::array<proofs::Verdict, 5> all_verdicts = {
    proofs::Verdict::proved, proofs::Verdict::refuted, proofs::Verdict::step_fails,
    proofs::Verdict::unknown, proofs::Verdict::enumerated};

/// Returns the instances with this verdict, ascending; `verdicts`: of all instances.
[[nodiscard]] std::vector<std::uint64_t> instances_with(std::span<const proofs::Verdict> verdicts,
                                                        proofs::Verdict verdict);

/// Returns the instances that are proved, in any way, ascending.
[[nodiscard]] std::vector<std::uint64_t> proved_instances(const proofs::InvariantReport& invariant);

/// Returns the states that refute the induction step, unless a play has shown that instance to be
/// false.
[[nodiscard]] const proofs::Play* pair_of(const proofs::InvariantReport& invariant);

/// `proved`, `false`, `the induction step fails`, `unknown`, `proved by enumeration`, and what that
/// means. Refers to the play or the pair of states, if there is one.
struct VerdictWords {
  std::string verdict;
  std::string meaning;
};
[[nodiscard]] VerdictWords words_of(const proofs::InvariantReport& invariant,
                                    proofs::Verdict verdict);

/// Returns `4 of 4 proved (true at the start)`, with the number of false or unknown ones in sets of
/// the user's; `not tried` if there was no proof.
[[nodiscard]] std::string summary(const proofs::SetReport& set);

/// Results of the attack, over all invariants.
struct AttackTotals {
  std::uint64_t windows = 0;  ///< sequences of states on which an invariant was evaluated
  std::uint64_t failed = 0;   ///< formulas that failed in play
  double states_per_second = 0;
};
[[nodiscard]] AttackTotals totals(const proofs::VerificationReport& report);

/// Describes the attack, as sentences without the full stop. Empty if there was none.
[[nodiscard]] std::vector<std::string> attack_words(const proofs::VerificationReport& report);

/// Returns how many states were enumerated, or why they were not, as a sentence without the full
/// stop. Empty if that was not tried.
[[nodiscard]] std::string enumeration_words(const proofs::VerificationReport& report);

/// Returns why clingo proves nothing, what is done without it, and the reason. Empty if clingo
/// works.
[[nodiscard]] std::string clingo_words(const proofs::VerificationReport& report);

/// Returns whether the game is playable, as in `"playable"` and `"presumes_playable"` in JSON:
/// `proved`, `false`, `unknown`, `not tried`.
[[nodiscard]] std::string_view name_of(proofs::Playability playable);

/// If the game never starts, says so, and what verdicts mean then. Else empty.
[[nodiscard]] std::string opening_words(const proofs::VerificationReport& report);

/// Returns `x (mark 1 1), o noop`; just the move if there is one role.
[[nodiscard]] std::string joint_text(const std::vector<std::string>& joint,
                                     const ir::Module& module);

/// Names a state of a play: `at the start`, `after 3 moves: here it fails`. In a pair, whose first
/// state may be out of reach, `state 2: here it fails`.
[[nodiscard]] std::string state_title(const proofs::Play& play, std::size_t step, bool pair);

/// Prints formulas of one module.
class FormulaWords {
 public:
  /// The module must outlive it.
  explicit FormulaWords(const ir::Module& module) : module_(module), vocabulary_(module) {}

  [[nodiscard]] std::string statement(const ir::Invariant& invariant) const;
  [[nodiscard]] std::string formula(const ir::Invariant& invariant) const;

  /// Prints constants for parameters as formulas write them: `1,2,'map+'`.
  [[nodiscard]] std::string constants(std::span<const ir::Symbol> symbols) const;
  /// Prints `stays[1,2,'map+']`; the name alone without parameters.
  [[nodiscard]] std::string instance(const ir::Invariant& invariant,
                                     std::span<const ir::Symbol> symbols) const;
  /// Summarises some instances: `stays[_,_,{o,x}]`, where `_` stands for all constants, or the
  /// first few of them and how many more there are.
  [[nodiscard]] std::string instances(const ir::Invariant& invariant,
                                      std::span<const std::uint64_t> numbers) const;

  /// Describes the claim of one of the automatic sets: `cell(X,Y,_): exactly one for each X, Y`.
  /// Empty for others.
  [[nodiscard]] std::string meaning(const ir::Invariant& invariant) const;
  /// The fluents of a functional (`cell(X,Y,_)`), and how many there are at least.
  struct Functional {
    std::string fluents;
    std::string each;  ///< `X, Y`
    std::uint64_t lower = 0;
  };
  [[nodiscard]] std::optional<Functional> functional(const ir::Invariant& invariant) const;
  /// Describes the fluents of some of its instances: `cell(_,_,{o,x})`.
  [[nodiscard]] std::string fluents(const ir::Invariant& invariant,
                                    const proofs::Persistence& persistence,
                                    std::span<const std::uint64_t> numbers) const;

  /// Prints a relation's fluent with these texts for its columns, without `true(..)` around it.
  [[nodiscard]] std::string fluent(ir::RelationId relation,
                                   const std::vector<std::string>& columns) const;

 private:
  using Write = std::function<std::string(const std::vector<std::string>&)>;
  [[nodiscard]] std::string told(const ir::Invariant& invariant,
                                 std::span<const std::uint64_t> numbers, const Write& write) const;

  const ir::Module& module_;
  ir::Vocabulary vocabulary_;
};

struct Finding {
  std::string words;  ///< one line
  /// For properties whose violation is a fault of the game: the play that shows it, or the states
  /// that prevent a proof (`pair`). Null for all others.
  const proofs::Play* shown = nullptr;
  bool pair = false;
  const proofs::InvariantReport* report = nullptr;
};

/// For functionals and persistence, returns what was proved, without consequences of the rest:
/// `cell(X,Y,_): exactly one for each X, Y`, `18 of 27 stay true: cell(_,_,{o,x})`. For properties
/// of the whole game, whether they hold. Functionals that hold at the start and fail in play come
/// first, with the play. Goals that are not monotonic at the start are left out.
[[nodiscard]] std::vector<Finding> findings(const proofs::SetReport& set,
                                            const FormulaWords& words);

}  // namespace tesuji::tools
