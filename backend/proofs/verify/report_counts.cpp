// Sums counts over the reports of a verification.
#include "backend/proofs/verify/verification.h"

#include <algorithm>
#include <numeric>

namespace tesuji::proofs {

std::uint64_t InvariantReport::count(Verdict verdict) const {
  return static_cast<std::uint64_t>(std::count(verdicts.begin(), verdicts.end(), verdict));
}

std::uint64_t KnownFormula::count(Verdict verdict) const {
  return static_cast<std::uint64_t>(std::count(verdicts.begin(), verdicts.end(), verdict));
}

std::uint64_t SetReport::proved() const {
  return std::accumulate(
      invariants.begin(), invariants.end(), std::uint64_t{0},
      [](std::uint64_t sum, const InvariantReport& report) { return sum + report.proved(); });
}

std::uint64_t SetReport::count(Verdict verdict) const {
  std::uint64_t sum = 0;
  for (const InvariantReport& report : invariants) sum += report.count(verdict);
  return sum;
}

std::uint64_t SetReport::presuming() const {
  std::uint64_t sum = 0;
  for (const InvariantReport& report : invariants) sum += report.presumes ? report.proved() : 0;
  return sum;
}

std::uint64_t SetReport::base_holds() const {
  return std::accumulate(
      invariants.begin(), invariants.end(), std::uint64_t{0},
      [](std::uint64_t sum, const InvariantReport& report) { return sum + report.base_holds; });
}

}  // namespace tesuji::proofs
