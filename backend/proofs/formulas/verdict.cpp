#include "backend/proofs/formulas/verdict.h"

namespace tesuji::proofs {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "proved";
    case Verdict::refuted:
      return "false";
    case Verdict::step_fails:
      return "induction step fails";
    case Verdict::unknown:
      return "unknown";
    case Verdict::enumerated:
      return "proved by enumeration";
  }
  return "";
}

}  // namespace tesuji::proofs
