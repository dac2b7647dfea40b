#include "tests/property/certificates/damage.h"

#include "backend/proofs/certificates/certificate_checker.h"
#include "backend/proofs/games/certificate_folder.h"
#include "backend/proofs/games/certify.h"
#include "backend/temporary/temporary.h"
#include "runtime/host/memory/rng.h"
#include "tests/property/certificates/naive_drat.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tesuji::tests {

namespace {

using certificates::CheckResult;

/// Names of the files, those of proofs and the manifest more often than their number.
std::string chosen_file(const CertificateFiles& files, runtime::Rng& rng) {
  const std::uint64_t kind = rng.below(10);
  std::vector<std::string> names;
  for (const auto& [name, text] : files) {
    const bool proof = name.ends_with(".drat") && !text.empty();
    const bool wanted = kind < 4   ? proof
                        : kind < 7 ? name == certificates::manifest_name
                        : kind < 9 ? name.ends_with(".cnf")
                                   : name == certificates::sheet_name;
    if (wanted) names.push_back(name);
  }
  return names[rng.below(names.size())];
}

/// Where a word of a text begins and ends, at random.
std::pair<std::size_t, std::size_t> word_in(const std::string& text, runtime::Rng& rng) {
  std::size_t begin = rng.below(text.size());
  const auto blank = [&](std::size_t i) {
    return text[i] == ' ' || text[i] == '\n' || text[i] == '(' || text[i] == ')';
  };
  while (begin > 0 && !blank(begin - 1)) --begin;
  std::size_t end = begin;
  while (end < text.size() && !blank(end)) ++end;
  return {begin, end};
}

void damage_text(std::string& text, const CertificateFiles& files, runtime::Rng& rng) {
  const std::size_t at = rng.below(text.size());
  switch (rng.below(10)) {
    case 0:  // a bit
      text[at] = static_cast<char>(text[at] ^ (1 << rng.below(8)));
      return;
    case 1:
      text[at] = static_cast<char>(rng.below(256));
      return;
    case 2:
      text.erase(at, 1 + rng.below(4));
      return;
    case 3:
      text.insert(at, 1,
                  static_cast<char>(rng.below(2) == 0 ? rng.below(256) : '0' + rng.below(10)));
      return;
    case 4:  // a digit for a digit
      for (std::size_t i = at; i < text.size(); ++i) {
        if (text[i] < '0' || text[i] > '9') continue;
        text[i] = static_cast<char>('0' + rng.below(10));
        return;
      }
      return;
    case 5:
      text.resize(at);
      return;
    case 6: {  // a part elsewhere
      const std::string part = text.substr(at, 1 + rng.below(20));
      text.insert(rng.below(text.size()), part);
      return;
    }
    case 7: {  // one word for another
      const auto [begin, end] = word_in(text, rng);
      const auto [from, to] = word_in(text, rng);
      const std::string word = text.substr(from, to - from);
      text.replace(begin, end - begin, word);
      return;
    }
    case 8: {  // a line goes, or comes twice
      const std::size_t begin =
          text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at);
      const std::size_t end = std::min(text.find('\n', at + 1), text.size());
      if (begin >= end) return;
      const std::string line = text.substr(begin, end - begin);
      if (rng.below(2) == 0) {
        text.erase(begin, end - begin);
      } else {
        text.insert(begin, line);
      }
      return;
    }
    default: {  // another file's content
      auto other = files.begin();
      std::advance(other, static_cast<std::ptrdiff_t>(rng.below(files.size())));
      text = other->second;
      return;
    }
  }
}

/// Puts the hash of the sheet into the manifest, as somebody would who means it.
void mend_hash(CertificateFiles& files) {
  std::string& manifest = files[std::string(certificates::manifest_name)];
  const std::size_t place = manifest.find("(sheet ");
  if (place == std::string::npos) return;
  constexpr std::size_t before = 7;
  constexpr std::size_t digits = 16;
  manifest.replace(place + before, digits,
                   certificates::hash_of(files[std::string(certificates::sheet_name)]));
}

/// Whether CaDiCaL refutes every CNF of the files.
bool solved_again(const CertificateFiles& files, std::size_t cnfs) {
  const temporary::Folder folder("tesuji-damage-");
  for (std::size_t number = 1; number <= cnfs; ++number) {
    const std::string& text = files.at(certificates::cnf_file(number));
    const std::string path = folder.path_of("c.cnf");
    std::ofstream(path) << text;
    const auto answer =
        driver::run_cadical(path, folder.path_of("c.drat"),
                            certificates::read_dimacs(text).variables, driver::CadicalOptions{});
    if (answer.end != driver::CadicalAnswer::End::unsatisfiable) return false;
  }
  return true;
}

}  // namespace

CertificateFiles certificate_files(const std::string& sheet_path) {
  driver::Session session;
  driver::VerifyRequest request;
  request.automatic = true;
  request.game.engine = driver::Engine::interpreter;
  request.verification.attack.states = 500;
  request.verification.counterexamples = proofs::Counterexamples::none;
  request.verification.enumerate = proofs::Enumerate::never;
  const auto verified = driver::verify(sheet_path, request, session);
  if (!verified) throw std::runtime_error(session.diagnostics.render());
  const temporary::Folder folder("tesuji-damage-");
  driver::CertifyOptions options;
  options.folder = folder.path_of("proofs");
  const auto sheet = driver::read_bytes(sheet_path);
  const driver::CertifyReport report = driver::certify(sheet.value_or(""), *verified, options);
  if (!report.fault.empty() || report.certified == 0) {
    throw std::runtime_error("no certificate: " + report.fault);
  }
  CertificateFiles files;
  for (const auto& entry : std::filesystem::directory_iterator(options.folder)) {
    files[entry.path().filename().string()] = driver::read_bytes(entry.path().string()).value();
  }
  std::filesystem::remove_all(options.folder);
  return files;
}

std::string damage(const CertificateFiles& files, std::uint64_t seed, DamageCounts& counts) {
  runtime::Rng rng(seed);
  CertificateFiles damaged = files;
  const std::string name = chosen_file(files, rng);
  for (std::uint64_t times = 1 + rng.below(3); times > 0 && !damaged[name].empty(); --times) {
    damage_text(damaged[name], files, rng);
  }
  if (name == certificates::sheet_name && rng.below(2) == 0) mend_hash(damaged);

  certificates::CheckLimits limits;
  limits.ground.atoms = 200'000;
  limits.ground.steps = 20'000'000;
  limits.cnf.literals = 20'000'000;
  limits.proof.seconds = 60;
  limits.proof.variables = 5'000'000;
  const CheckResult result = certificates::check_certificate(
      [&](const std::string& file) {
        const auto found = damaged.find(file);
        return found == damaged.end() ? std::nullopt : std::optional(found->second);
      },
      std::nullopt, limits);
  if (result.end == CheckResult::End::limit) {
    ++counts.limits;
    return {};
  }
  if (result.end == CheckResult::End::refused) {
    ++counts.refused;
    return {};
  }
  if (name.ends_with(".cnf")) {
    ++counts.same;
    return certificates::read_dimacs(damaged[name]) == certificates::read_dimacs(files.at(name))
               ? std::string()
               : fmt::format("seed {}: {} is another CNF", seed, name);
  }
  if (name.ends_with(".drat")) {
    const std::size_t number = std::stoul(name);
    if (result.cnfs.at(number - 1).proof.by_rat > 0 || damaged[name] == files.at(name)) {
      ++counts.same;
      return {};
    }
    ++counts.proofs;
    const auto cnf = certificates::read_dimacs(files.at(certificates::cnf_file(number)));
    // Bytes after the empty clause are not read.
    return naive_refutes(cnf, damaged[name])
               ? std::string()
               : fmt::format("seed {}: {} proves nothing", seed, name);
  }
  ++counts.others;
  return solved_again(damaged, result.cnfs.size())
             ? std::string()
             : fmt::format("seed {}: after a change of {} a CNF has a model", seed, name);
}

}  // namespace tesuji::tests
