#include "backend/proofs/games/cadical.h"

#include "backend/child/child_process.h"

#include <fmt/core.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <string_view>

namespace tesuji::driver {

namespace {

using child::ChildResult;
using Clock = std::chrono::steady_clock;

/// Exit codes of SAT solvers.
enum ExitCode : int { satisfiable = 10, unsatisfiable = 20 };

/// Parses the lines of a model, `v 1 -2 3`.
class ModelReader {
 public:
  explicit ModelReader(std::vector<bool>& model) : model_(model) {}

  bool take(std::string_view text) {
    for (const char c : text) {
      if (c == '\n') {
        line();
        line_.clear();
      } else {
        line_ += c;
      }
    }
    return true;
  }

 private:
  void line() {
    if (line_.empty() || line_[0] != 'v') return;
    const char* at = line_.data() + 1;
    const char* const end = line_.data() + line_.size();
    while (at != end) {
      if (*at == ' ') {
        ++at;
        continue;
      }
      int literal = 0;
      const auto [next, error] = std::from_chars(at, end, literal);
      if (error != std::errc()) return;
      at = next;
      const auto variable = static_cast<std::size_t>(std::abs(literal));
      if (literal > 0 && variable < model_.size()) model_[variable] = true;
    }
  }

  std::vector<bool>& model_;
  std::string line_;
};

}  // namespace

CadicalAnswer run_cadical(const std::string& cnf_path, const std::string& proof_path,
                          std::uint32_t variables, const CadicalOptions& options) {
  CadicalAnswer answer;
  answer.model.assign(std::size_t{variables} + 1, false);
  ModelReader reader(answer.model);
  const Clock::time_point begin = Clock::now();
  const ChildResult child =
      child::run_child(options.program, {"-q", cnf_path, proof_path}, {},
                       {options.seconds, options.memory_bytes, options.stop},
                       [&](std::string_view text) { return reader.take(text); });
  answer.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  using End = ChildResult::End;
  if (child.end == End::exited && child.code == ExitCode::unsatisfiable) {
    answer.end = CadicalAnswer::End::unsatisfiable;
  } else if (child.end == End::exited && child.code == ExitCode::satisfiable) {
    answer.end = CadicalAnswer::End::satisfiable;
  } else if (child.end == End::out_of_time) {
    answer.end = CadicalAnswer::End::limit;
    answer.message = fmt::format("CaDiCaL took more than {:.3g} s", options.seconds);
  } else if (child.end == End::stopped) {
    answer.end = CadicalAnswer::End::limit;
    answer.message = "interrupted";
  } else if (child.errors.find("memory") != std::string::npos) {
    answer.end = CadicalAnswer::End::limit;
    answer.message = "CaDiCaL ran out of memory";
  } else {
    const std::string_view says = std::string_view(child.errors).substr(0, 200);
    answer.message =
        child.end == End::signalled ? fmt::format("CaDiCaL was ended by signal {}", child.code)
        : says.empty() ? fmt::format("CaDiCaL gave no answer (its exit code is {})", child.code)
                       : fmt::format("CaDiCaL failed: {}", says.substr(0, says.find('\n')));
  }
  return answer;
}

std::string cadical_fault(const CadicalOptions& options) {
  const ChildResult child =
      child::run_child(options.program, {"--version"}, {}, {options.seconds, 0, options.stop},
                       [](std::string_view) { return true; });
  if (child.end == ChildResult::End::exited && child.code == 0) return {};
  const std::string_view says = std::string_view(child.errors).substr(0, 200);
  return fmt::format("`{}` cannot be run{}{} (Debian: the package cadical)", options.program,
                     says.empty() ? "" : ": ", says.substr(0, says.find('\n')));
}

}  // namespace tesuji::driver
