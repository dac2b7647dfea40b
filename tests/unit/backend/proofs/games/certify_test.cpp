// Certificates of whole games: what is proved is certified, what is false is not.
#include "backend/proofs/games/certify.h"

#include "backend/proofs/games/certificate_folder.h"
#include "backend/proofs/games/check_certificate.h"
#include "tests/unit/support/folder.h"
#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

using namespace tesuji;
using namespace tesuji::driver;

namespace {

std::unique_ptr<Verified> verified_game(const std::string& path,
                                        const std::vector<std::string>& properties,
                                        std::uint32_t induction = 1) {
  Session session;
  VerifyRequest request;
  request.automatic = properties.empty();
  request.properties = properties;
  request.game.engine = Engine::interpreter;
  request.verification.attack.states = 500;
  request.verification.prover.induction = induction;
  request.verification.prover.nonplayable = induction > 1;
  request.verification.counterexamples = proofs::Counterexamples::none;
  request.verification.enumerate = proofs::Enumerate::never;
  auto verified = verify(path, request, session);
  INFO(session.diagnostics.render());
  REQUIRE(verified);
  return verified;
}

std::string example(const std::string& name) {
  return tests::source_dir() + "/examples/" + name;
}

CertifyReport certified(const std::string& path, const Verified& verified,
                        const std::string& folder) {
  CertifyOptions options;
  options.folder = folder;
  options.cadical.seconds = 60;
  return certify(read_bytes(path).value(), verified, options);
}

/// Steps that claim what is not proved: all formulas with one of these verdicts, `induction`
/// states.
std::uint64_t claim(Verified& verified, proofs::Verdict verdict, std::uint32_t induction) {
  std::uint64_t count = 0;
  verified.report.steps.clear();
  for (const proofs::SetReport& set : verified.report.sets) {
    for (const proofs::InvariantReport& report : set.invariants) {
      for (ir::InstanceNumber k = 0; k < report.verdicts.size(); ++k) {
        if (report.verdicts[k] != verdict) continue;
        verified.report.steps.push_back({{{report.invariant, k}}, induction, false});
        ++count;
      }
    }
  }
  return count;
}

}  // namespace

TEST_CASE("What is proved of the examples is certified", "[certificates][certify]") {
  const tests::Folder folder;
  for (const std::string name : {"tutorial/drop-three.kif", "monty-hall.kif", "hexapawn3.kif"}) {
    INFO(name);
    const std::string path = example(name);
    const auto verified = verified_game(path, {});
    const std::string place = (folder.path / "proofs").string();
    const CertifyReport report = certified(path, *verified, place);
    CHECK(report.fault.empty());
    CHECK(report.disagreements.empty());
    CHECK(report.proved > 0);
    CHECK(report.certified == report.proved);
    CHECK(report.cnfs >= 2 * report.steps);

    Session session;
    CheckCertificateOptions options;
    options.folder = place;
    options.sheet = path;
    const auto checked = check_certificate(options, session);
    REQUIRE(checked);
    INFO(checked->result.file << ": " << checked->result.message);
    CHECK(checked->result.end == certificates::CheckResult::End::certified);
    CHECK(checked->result.cnfs.size() == report.cnfs);
    CHECK(checked->disagreements.empty());
    CHECK(checked->not_sampled.empty());
    CHECK(checked->states > 50);
    // About another sheet it is none.
    options.sheet = example("noughts-and-crosses.kif");
    CHECK(check_certificate(options, session)->result.end ==
          certificates::CheckResult::End::refused);
  }
}

TEST_CASE("A proof over several states is certified", "[certificates][certify]") {
  const tests::Folder folder;
  const std::string path = example("tutorial/drop-three.kif");
  const auto verified = verified_game(path,
                                      {"forall P: role. true(last(P)) implies not true(control(P))",
                                       "exists[1] P: role. true(control(P))"},
                                      2);
  const CertifyReport report = certified(path, *verified, (folder.path / "proofs").string());
  CHECK(report.disagreements.empty());
  CHECK(report.certified == report.proved);
  CHECK(report.proved >= 1);
}

TEST_CASE("Formulas that are false are not certified", "[certificates][certify]") {
  const tests::Folder folder;
  std::uint64_t claimed = 0;
  for (const std::string name : {"tutorial/drop-three.kif", "hexapawn3.kif"}) {
    const std::string path = example(name);
    const auto verified = verified_game(path, {});
    for (const std::uint32_t induction : {1U, 3U}) {
      claimed += claim(*verified, proofs::Verdict::refuted, induction);
      const CertifyReport report = certified(path, *verified, (folder.path / "proofs").string());
      CHECK(report.fault.empty());
      CHECK(report.certified == 0);
      CHECK_FALSE(report.disagreements.empty());
      CHECK(std::filesystem::exists(folder.path / "proofs" / "disagreements"));
    }
    // The step alone fails: certified by one state it is not.
    if (claim(*verified, proofs::Verdict::step_fails, 1) == 0) continue;
    CHECK(certified(path, *verified, (folder.path / "proofs").string()).certified == 0);
  }
  CHECK(claimed > 20);
}

TEST_CASE("What stands in the way of a certificate is said", "[certificates][certify]") {
  const tests::Folder folder;
  const std::string path = example("tutorial/drop-three.kif");
  const auto verified = verified_game(path, {"exists[1] P: role. true(control(P))"});
  CertifyOptions options;
  options.folder = (folder.path / "proofs").string();
  options.cadical.program = "no-such-solver";
  const std::string sheet = read_bytes(path).value();
  CHECK(certify(sheet, *verified, options).fault.find("no-such-solver") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(options.folder));
  options.cadical.program = "true";  // says nothing
  const CertifyReport silent = certify(sheet, *verified, options);
  CHECK(silent.certified == 0);
  REQUIRE(silent.uncertified.size() == 1);
  CHECK(silent.uncertified[0].reason.find("no answer") != std::string::npos);
  options.cadical.program = "cadical";
  options.limits.ground.atoms = 3;
  CHECK(certify(sheet, *verified, options).uncertified.at(0).reason.find("too many ground atoms") !=
        std::string::npos);
  options.limits = {};
  options.limits.cnf.literals = 5;
  CHECK(certify(sheet, *verified, options).certified == 0);
  options.limits = {};
  verified->report.steps.at(0).simple_path = true;
  CHECK(certify(sheet, *verified, options).uncertified.at(0).reason.find("simple-path") !=
        std::string::npos);

  CHECK(folder_fault((folder.path / "missing" / "proofs").string()).find("is not a folder") !=
        std::string::npos);
  CHECK_FALSE(folder_fault(tests::source_dir()).empty());
  CHECK(folder_fault((folder.path / "new").string()).empty());
}
