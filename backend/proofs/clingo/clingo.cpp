#include "backend/proofs/clingo/clingo.h"

#include "backend/child/child_process.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <optional>

namespace tesuji::proofs {

namespace {

using child::ChildResult;
using child::run_child;

constexpr std::size_t longest_line = std::size_t{256} << 20;  // an answer set is one line of clingo
constexpr int oldest_version = 5;

/// clingo's exit codes are sums of these.
enum ExitCode : int { satisfiable = 10, exhausted = 20, memory = 33 };

/// Parses clingo's output line by line.
class Reader {
 public:
  explicit Reader(ClingoAnswer& answer) : answer_(answer) {}

  /// Returns false after a fault: later output is invalid.
  bool take(std::string_view text) {
    while (!text.empty() && fault_.empty()) {
      const std::size_t end = text.find('\n');
      if (line_.size() + std::min(end, text.size()) > longest_line) {
        fault_ = "a line without end";
        break;
      }
      line_ += text.substr(0, end);
      if (end == std::string_view::npos) break;
      text.remove_prefix(end + 1);
      line();
      line_.clear();
    }
    return fault_.empty();
  }

  /// Whether any line was read.
  [[nodiscard]] bool begun() const { return begun_; }
  /// Returns the text that was not valid output of clingo; empty if all was.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] const std::optional<bool>& result() const { return result_; }
  [[nodiscard]] bool interrupted() const { return interrupted_; }

 private:
  void line() {
    begun_ = true;
    if (model_follows_) {
      model_follows_ = false;
      auto atoms = read_atoms(line_);
      if (!atoms) {
        fault_ = line_.substr(0, 100);
        return;
      }
      answer_.atoms = std::move(*atoms);
      ++answer_.models;
      return;
    }
    if (line_.rfind("Answer: ", 0) == 0) {
      model_follows_ = true;
    } else if (line_ == "SATISFIABLE") {
      result_ = true;
    } else if (line_ == "UNSATISFIABLE") {
      result_ = false;
    } else if (line_.rfind("INTERRUPTED", 0) == 0) {
      interrupted_ = true;
    }
    // The other lines are for people.
  }

  ClingoAnswer& answer_;
  std::string line_;
  bool begun_ = false;
  bool model_follows_ = false;
  bool interrupted_ = false;
  std::optional<bool> result_;
  std::string fault_;
};

std::string first_line(const std::string& text) {
  const std::size_t begin = text.find_first_not_of("\n ");
  if (begin == std::string::npos) return "";
  return text.substr(begin, std::min<std::size_t>(text.find('\n', begin) - begin, 200));
}

/// Whether clingo, its loader or the system reports that memory is exhausted.
bool tells_of_memory(const ChildResult& child, const Reader& reader, std::uint64_t limit) {
  using End = ChildResult::End;
  if (child.end == End::exited && child.code == ExitCode::memory) return true;
  // Linux ends a program by this signal if it begins to start it but lacks the memory.
  constexpr std::uint64_t least = std::uint64_t{64} << 20;
  const bool at_once = child.end == End::signalled && child.code == SIGSEGV && !reader.begun();
  if (at_once && limit != 0 && limit < least) return true;
  constexpr std::string_view signs[] = {"bad_alloc", "out of memory", "failed to map segment",
                                        "cannot allocate memory", "Cannot allocate memory"};
  return std::any_of(std::begin(signs), std::end(signs), [&](std::string_view sign) {
    return child.errors.find(sign) != std::string::npos;
  });
}

/// Whether the exit code says that clingo finished its search: it found an answer set, or there are
/// no more.
bool is_complete(int code, Reasoning reasoning, bool satisfiable) {
  if (!satisfiable) return code == ExitCode::exhausted;
  return code == ExitCode::satisfiable + ExitCode::exhausted ||
         (code == ExitCode::satisfiable && reasoning == Reasoning::one_model);
}

std::string described(const ChildResult& child, const Reader& reader) {
  if (child.end == ChildResult::End::not_started) return child.errors;
  if (!reader.fault().empty()) {
    return fmt::format("clingo's output is not an answer set: {}", reader.fault());
  }
  const std::string says = first_line(child.errors);
  if (child.end == ChildResult::End::signalled) {
    return fmt::format("clingo was ended by signal {}{}{}", child.code, says.empty() ? "" : ": ",
                       says);
  }
  if (says.empty()) {
    return fmt::format("clingo gave no answer (its exit code is {})", child.code);
  }
  return fmt::format("clingo failed: {}", says);
}

}  // namespace

ClingoAnswer run_clingo(std::string_view program, Reasoning reasoning,
                        const ClingoOptions& options) {
  ClingoAnswer answer;
  std::vector<std::string> arguments{"-V1", "-Wnone", "--outf=0"};
  if (reasoning == Reasoning::cautious) {
    arguments.emplace_back("--enum-mode=cautious");
    arguments.emplace_back("0");
  } else {
    arguments.emplace_back("1");
  }
  arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
  arguments.emplace_back("-");
  Reader reader(answer);
  const auto begin = std::chrono::steady_clock::now();
  const ChildResult child = run_child(options.program, arguments, program,
                                      {options.seconds, options.memory_bytes, options.stop},
                                      [&](std::string_view text) { return reader.take(text); });
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  answer.satisfiable = reader.result().value_or(answer.models > 0);
  using End = ClingoAnswer::End;
  if (child.end == ChildResult::End::stopped) {
    answer.end = End::stopped;
    answer.message = "interrupted";
  } else if (child.end == ChildResult::End::out_of_time) {
    answer.end = End::out_of_time;
    answer.message = fmt::format("clingo took more than {:g} s", options.seconds);
  } else if (child.end != ChildResult::End::not_started &&
             tells_of_memory(child, reader, options.memory_bytes)) {
    answer.end = End::out_of_memory;
    answer.message = options.memory_bytes != 0
                         ? fmt::format("clingo needed more than {} MiB", options.memory_bytes >> 20)
                         : "clingo needed more memory than there is";
  } else if (child.end == ChildResult::End::exited && reader.fault().empty() &&
             !reader.interrupted() && reader.result() == (answer.models > 0) &&
             is_complete(child.code, reasoning, answer.models > 0)) {
    answer.end = End::finished;
  } else {
    answer.message = described(child, reader);
  }
  return answer;
}

ClingoVersion clingo_version(const ClingoOptions& options, double seconds) {
  std::string text;
  constexpr double most_patience = 20;
  const double patience = seconds > 0 ? std::min(seconds, most_patience) : most_patience;
  constexpr std::size_t most_signs = 65536;
  const ChildResult child = run_child(options.program, {"--version"}, "",
                                      {patience, 0, options.stop}, [&](std::string_view part) {
                                        text += part;
                                        return text.size() < most_signs;
                                      });
  ClingoVersion version;
  if (child.end == ChildResult::End::not_started) {
    version.message = child.errors + " (on Debian, `apt install gringo` brings clingo)";
    return version;
  }
  if (child.end == ChildResult::End::stopped) {
    version.message = "interrupted";
    return version;
  }
  constexpr std::string_view head = "clingo version ";
  if (text.rfind(head, 0) != 0) {
    version.message = fmt::format("`{} --version` ", options.program);
    const std::string says = first_line(child.errors);
    if (child.end == ChildResult::End::out_of_time) {
      version.message += fmt::format("gave no answer for {:.3g} s", patience);
    } else if (!says.empty()) {
      version.message += "failed: " + says;
    } else {
      version.message += "does not answer as clingo does";
    }
    return version;
  }
  const std::string found = text.substr(head.size(), text.find('\n') - head.size());
  if (std::atoi(found.c_str()) < oldest_version) {
    version.message =
        fmt::format("clingo {} is too old: version {} or later is needed", found, oldest_version);
    return version;
  }
  version.text = found;
  return version;
}

}  // namespace tesuji::proofs
