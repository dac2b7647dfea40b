// Represents certificates: their claims, and the CNFs that must be refuted to prove them.
//
// A certificate is a list of *steps*, which are proofs by induction, in order. The formulas of a
// step are proved together; those of earlier steps are its premises. A step that assumes its
// formulas in K states (K-induction) has, for each degree d among its formulas, the obligations
//   base p  (p = 0..K-1)  the plays from the initial state
//   step                  any sequence of states that moves lead through; p = K
// Each is a CNF over times 0..p+d that is unsatisfiable if no such sequence exists that
//   - is not over before time p, and at time p does not satisfy all formulas of degree d
//   - satisfies all formulas of the step at the times before p, and all premises at all times, each
//     as far as its degree reaches and no state before it is terminal.
// docs/proving/certificates.md proves that the formulas then hold in the game.
//
// A *prefix* claims its formulas only for the first K states of every play: it has only the
// obligations of the base case, and is not a premise.
#pragma once

#include "backend/proofs/certificates/cnf.h"
#include "backend/proofs/certificates/game_cnf.h"
#include "backend/proofs/certificates/grounding.h"
#include "backend/proofs/certificates/kif_reader.h"
#include "backend/proofs/certificates/statement.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::certificates {

inline constexpr std::uint32_t format_version = 1;
inline constexpr std::uint32_t most_induction = 20;
inline constexpr std::uint32_t longest_prefix = 10'000;
inline constexpr std::string_view manifest_name = "manifest";
inline constexpr std::string_view sheet_name = "sheet.kif";

struct NamedStatement {
  std::string name;  ///< for people
  Sexpr statement;
};

struct CertificateStep {
  std::uint32_t induction =
      1;  ///< number of states in which the formulas are assumed; prefix: its length
  std::vector<NamedStatement> formulas{};
  bool is_prefix = false;
};

/// The contents of the file `manifest`.
struct Certificate {
  std::string sheet_hash;
  /// The predicates of the statements, and possibly more: ground atoms depend on them.
  std::vector<WantedPredicate> predicates;
  std::vector<CertificateStep> steps;
};

/// Returns the FNV-1a hash, 64 bits, in hexadecimal digits.
[[nodiscard]] std::string hash_of(std::string_view text);

[[nodiscard]] std::string to_text(const Certificate& certificate);
[[nodiscard]] std::string to_text(const Sexpr& expression);
/// Throws Malformed.
[[nodiscard]] Certificate read_manifest(std::string_view text);

struct Obligation {
  CnfStart start = CnfStart::initial;
  std::uint32_t degree = 0;
  std::uint32_t position = 0;  ///< the time at which the formulas are negated
};

struct ObligationCnf {
  Cnf cnf;
  std::vector<Literal> denied;  ///< by formula of the degree, in order: holds at `position`
  bool weaker = false;          ///< the CNF has more models than the game has sequences
};

/// A game and the formulas proved so far.
class ProofObligations {
 public:
  /// Throws Malformed, LimitExceeded.
  ProofObligations(std::string_view sheet, const std::vector<WantedPredicate>& predicates,
                   const GroundLimits& ground_limits, const CnfLimits& cnf_limits);

  /// Begins a step with formulas to be proved together. Throws Malformed.
  void begin_step(const CertificateStep& step);
  [[nodiscard]] std::vector<Obligation> obligations() const;
  /// Returns the indexes, in the step, of the formulas of a degree.
  [[nodiscard]] std::vector<std::size_t> formulas_of(std::uint32_t degree) const;
  [[nodiscard]] ObligationCnf cnf(const Obligation& obligation);
  /// Makes the formulas of the step premises of later steps, unless it is a prefix.
  void end_step();

  /// Sets the time limit for each later CNF; 0: none.
  void limit_seconds(double seconds) { limits_.seconds = seconds; }

 private:
  GroundGame game_;
  std::vector<WantedPredicate> predicates_;
  CnfLimits limits_;
  std::uint32_t induction_ = 1;
  bool is_prefix_ = false;
  std::vector<ReadStatement> step_;
  std::vector<ReadStatement> premises_;
};

}  // namespace tesuji::certificates
