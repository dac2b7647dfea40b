// Damages certificates at random, and checks them, for long runs:
//
//   certificate_damage COUNT[+FIRST] GAME.kif...   damages FIRST .., each of one game's certificate
//
// Exits with 1 where a damaged certificate is accepted that does not prove what it says; with 77
// without clingo or CaDiCaL.
#include "backend/proofs/clingo/clingo.h"
#include "backend/proofs/games/cadical.h"
#include "tests/property/certificates/damage.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <vector>

int main(int argc, char** argv) {
  using namespace tesuji::tests;
  if (argc < 3) {
    std::cerr << "usage: certificate_damage COUNT GAME.kif...\n";
    return 2;
  }
  if (tesuji::proofs::clingo_version({}, 0).text.empty() ||
      !tesuji::driver::cadical_fault({}).empty()) {
    std::cerr << "\n*** skipped: clingo or cadical is missing\n\n";
    return 77;
  }
  try {
    std::vector<CertificateFiles> certificates;
    for (int i = 2; i < argc; ++i) certificates.push_back(certificate_files(argv[i]));
    DamageCounts counts;
    int wrong = 0;
    char* rest = nullptr;
    const std::uint64_t count = std::strtoull(argv[1], &rest, 10);
    const std::uint64_t first = *rest == '+' ? std::strtoull(rest + 1, nullptr, 10) : 1;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      const std::string found = damage(certificates[seed % certificates.size()], seed, counts);
      if (found.empty()) continue;
      std::cout << "ACCEPTED " << found << std::endl;
      ++wrong;
    }
    std::cout << count << " damages: " << counts.refused << " refused, " << counts.limits
              << " at a limit; accepted: " << counts.same << " the same, " << counts.proofs
              << " with another proof, " << counts.others
              << " with other statements or sheets; wrong: " << wrong << std::endl;
    return wrong == 0 ? 0 : 1;
  } catch (const std::exception& fault) {
    std::cerr << fault.what() << "\n";
    return 1;
  }
}
