// Describes the result for an invariant in words, for the text and the page of `tesuji verify`.
#pragma once

#include "backend/proofs/formulas/formula_forms.h"
#include "backend/proofs/verify/verification.h"
#include "ir/module/module.h"
#include "ir/module/vocabulary.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

inline constexpr std::array<proofs::Verdict, 5> all_verdicts = {
    proofs::Verdict::proved, proofs::Verdict::refuted, proofs::Verdict::step_fails,
    proofs::Verdict::unknown, proofs::Verdict::enumerated};

/// The instances with this verdict, ascending; `verdicts` are those of all instances.
[[nodiscard]] std::vector<std::uint64_t> instances_with(std::span<const proofs::Verdict> verdicts,
                                                        proofs::Verdict verdict);

/// The instances that are proved, in one way or the other, ascending.
[[nodiscard]] std::vector<std::uint64_t> proved_instances(const proofs::InvariantReport& invariant);

/// The states that refute the induction step, unless a play has shown that instance to be false.
[[nodiscard]] const proofs::Play* pair_of(const proofs::InvariantReport& invariant);

/// `proved`, `false`, `the induction step fails`, `unknown`, `proved by enumeration`, and what that
/// means. Refers to the play or the pair of states where there is one.
struct VerdictWords {
  std::string verdict;
  std::string meaning;
};
[[nodiscard]] VerdictWords words_of(const proofs::InvariantReport& invariant,
                                    proofs::Verdict verdict);

/// `4 of 4 proved (true at the start)`, with what is false or unknown in sets of the user's;
/// `not tried` where there was no proof.
[[nodiscard]] std::string summary(const proofs::SetReport& set);

/// What the attack came to, over all invariants.
struct AttackTotals {
  std::uint64_t windows = 0;  ///< sequences of states of which an invariant was asked
  std::uint64_t failed = 0;   ///< formulas that failed in play
  double states_per_second = 0;
};
[[nodiscard]] AttackTotals totals(const proofs::VerificationReport& report);

/// How the attack went, as sentences without the full stop. Empty where there was none.
[[nodiscard]] std::vector<std::string> attack_words(const proofs::VerificationReport& report);

/// How many states were enumerated, or why they were not, as a sentence without the full stop.
/// Empty where that was not tried.
[[nodiscard]] std::string enumeration_words(const proofs::VerificationReport& report);

/// Why clingo proves nothing, what is done without it, and the reason. Empty where clingo works.
[[nodiscard]] std::string clingo_words(const proofs::VerificationReport& report);

/// What is known of a playable game, as `"playable"` and `"presumes_playable"` in JSON: `proved`,
/// `false`, `unknown`, `not tried`.
[[nodiscard]] std::string_view name_of(proofs::Playability playable);

/// Where the game never starts: that, and what verdicts mean then. Else empty.
[[nodiscard]] std::string opening_words(const proofs::VerificationReport& report);

/// `x (mark 1 1), o noop`; just the move where there is one role.
[[nodiscard]] std::string joint_text(const std::vector<std::string>& joint,
                                     const ir::Module& module);

/// What a state of a play is called: `at the start`, `after 3 moves: here it fails`. In
/// a pair, whose first state may be out of reach, `state 2: here it fails`.
[[nodiscard]] std::string state_title(const proofs::Play& play, std::size_t step, bool pair);

/// Formulas of one module as text.
class FormulaWords {
 public:
  /// The module outlives it.
  explicit FormulaWords(const ir::Module& module) : module_(module), vocabulary_(module) {}

  [[nodiscard]] std::string statement(const ir::Invariant& invariant) const;
  [[nodiscard]] std::string formula(const ir::Invariant& invariant) const;

  /// Constants for parameters as formulas write them: `1,2,'map+'`.
  [[nodiscard]] std::string constants(std::span<const ir::Symbol> symbols) const;
  /// `stays[1,2,'map+']`; the name alone without parameters.
  [[nodiscard]] std::string instance(const ir::Invariant& invariant,
                                     std::span<const ir::Symbol> symbols) const;
  /// Some instances in short: `stays[_,_,{o,x}]`, where `_` stands for all constants, or the
  /// first few of them and how many more there are.
  [[nodiscard]] std::string instances(const ir::Invariant& invariant,
                                      std::span<const std::uint64_t> numbers) const;

  /// What one of the automatic sets claims, for people: `cell(X,Y,_): exactly one for each X, Y`.
  /// Empty for others.
  [[nodiscard]] std::string meaning(const ir::Invariant& invariant) const;
  /// The fluents of which a functional tells (`cell(X,Y,_)`), and how many there are at least.
  struct Functional {
    std::string fluents;
    std::string each;  ///< `X, Y`
    std::uint64_t lower = 0;
  };
  [[nodiscard]] std::optional<Functional> functional(const ir::Invariant& invariant) const;
  /// The fluents of some of its instances: `cell(_,_,{o,x})`.
  [[nodiscard]] std::string fluents(const ir::Invariant& invariant,
                                    const proofs::Persistence& persistence,
                                    std::span<const std::uint64_t> numbers) const;

  /// A relation's fluent with these texts for its columns, without `true(..)` around it.
  [[nodiscard]] std::string fluent(ir::RelationId relation,
                                   const std::vector<std::string>& columns) const;

 private:
  using Write = std::function<std::string(const std::vector<std::string>&)>;
  [[nodiscard]] std::string told(const ir::Invariant& invariant,
                                 std::span<const std::uint64_t> numbers, const Write& write) const;

  const ir::Module& module_;
  ir::Vocabulary vocabulary_;
};

}  // namespace tesuji::tools
