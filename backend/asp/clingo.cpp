#include "backend/asp/clingo.h"

#include "backend/asp/child_process.h"

#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <optional>

namespace tesuji::asp {

namespace {

constexpr std::size_t longest_line = std::size_t{256} << 20;  // one of clingo's is an answer set
constexpr int oldest_version = 5;

/// clingo's exit codes are sums of these.
enum ExitCode : int { interrupted = 1, satisfiable = 10, exhausted = 20, memory = 33, error = 65 };

/// Reads what clingo prints, line by line.
class Reader {
 public:
  explicit Reader(ClingoAnswer& answer) : answer_(answer) {}

  void take(std::string_view text) {
    while (!text.empty() && fault_.empty()) {
      const std::size_t end = text.find('\n');
      if (line_.size() + std::min(end, text.size()) > longest_line) {
        fault_ = "a line without end";
        return;
      }
      line_ += text.substr(0, end);
      if (end == std::string_view::npos) return;
      text.remove_prefix(end + 1);
      line();
      line_.clear();
    }
  }

  /// What was no line of clingo; empty: nothing.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] const std::optional<bool>& result() const { return result_; }
  [[nodiscard]] bool interrupted() const { return interrupted_; }

 private:
  void line() {
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

bool tells_of_memory(const ChildResult& child) {
  return child.code == ExitCode::memory || child.errors.find("bad_alloc") != std::string::npos ||
         child.errors.find("out of memory") != std::string::npos;
}

std::string described(const ChildResult& child, const Reader& reader) {
  if (child.end == ChildResult::End::not_started) return child.errors;
  if (!reader.fault().empty()) {
    return fmt::format("clingo printed what is no answer set: {}", reader.fault());
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
                                      [&](std::string_view text) { reader.take(text); });
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  answer.satisfiable = reader.result().value_or(answer.models > 0);
  using End = ClingoAnswer::End;
  if (child.end == ChildResult::End::stopped) {
    answer.end = End::stopped;
    answer.message = "interrupted";
  } else if (child.end == ChildResult::End::out_of_time) {
    answer.end = End::out_of_time;
    answer.message = fmt::format("clingo took more than {:g} s", options.seconds);
  } else if (child.end != ChildResult::End::not_started && tells_of_memory(child)) {
    answer.end = End::out_of_memory;
    answer.message = fmt::format("clingo needed more than {} MiB", options.memory_bytes >> 20);
  } else if (child.end == ChildResult::End::exited && reader.fault().empty() && reader.result() &&
             !reader.interrupted() && (child.code % 10 == 0) &&
             *reader.result() == (answer.models > 0)) {
    answer.end = End::finished;
  } else {
    answer.message = described(child, reader);
  }
  return answer;
}

ClingoVersion clingo_version(const ClingoOptions& options) {
  std::string text;
  constexpr double patience = 20;
  const ChildResult child = run_child(options.program, {"--version"}, "",
                                      {patience, 0, options.stop}, [&](std::string_view part) {
                                        if (text.size() < 4096) text += part;
                                      });
  ClingoVersion version;
  if (child.end == ChildResult::End::not_started) {
    version.message = child.errors + " (on Debian, `apt install gringo` brings clingo)";
    return version;
  }
  constexpr std::string_view head = "clingo version ";
  if (text.rfind(head, 0) != 0) {
    version.message = fmt::format("`{} --version` does not answer as clingo does", options.program);
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

}  // namespace tesuji::asp
