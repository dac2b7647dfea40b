#include "tools/reports/features_run.h"

#include "ir/core/counted.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "tools/base/messages.h"
#include "tools/base/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <future>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace tesuji::tools {

namespace {

/// Positions that a thread evaluates at once: a few slices, whose values fit in its caches.
std::size_t positions_at_once(std::size_t features) {
  constexpr std::size_t most_slices = 4;
  constexpr std::size_t most_bytes = std::size_t{1} << 20U;
  const std::size_t bytes = features * slices::slice_bits * sizeof(std::uint64_t);
  return slices::slice_bits *
         std::clamp<std::size_t>(most_bytes / std::max<std::size_t>(bytes, 1), 1, most_slices);
}
constexpr std::uint64_t most_shown = 20;
/// Longer lines cannot be positions, and are not kept.
constexpr std::size_t longest_line = std::size_t{1} << 20U;

struct Line {
  std::uint64_t number = 0;
  std::string text;
};

struct Malformed {
  std::size_t line = 0;  ///< of the block
  driver::PositionFault fault;
};

/// A thread's input and results.
struct Worker {
  explicit Worker(const driver::FeatureSet& set) : evaluator(set) {}

  driver::FeatureEvaluator evaluator;
  std::vector<Line> lines;
  std::vector<runtime::State> states;
  std::vector<MatrixRow> rows;
  std::vector<std::uint64_t> values;
  std::vector<Malformed> malformed;
  slices::Times times;
  /// For each word of positions, or for each position: seconds, and those for relations.
  std::vector<std::pair<double, double>> spent;
  std::string limit;     ///< why these positions could not be evaluated; empty: they could
  bool stopped = false;  ///< then only the first rows and malformed lines are valid

  void work(const driver::FeatureSet& set, const PositionLines& reader, const FeaturesRun& run) {
    const runtime::StopScope scope(run.stop);
    stopped = false;
    states.clear();
    rows.clear();
    malformed.clear();
    driver::ReadPosition position;
    driver::PositionFault fault;
    for (std::size_t i = 0; i < lines.size() && !stopped; ++i) {
      stopped = run.stop != nullptr && run.stop->load(std::memory_order_relaxed);
      if (lines[i].text.size() >= longest_line) {
        fault = {"this line is longer than any position", 1};
      } else if (reader.read(lines[i].text, position, fault)) {
        states.push_back(std::move(position.state));
        rows.push_back({lines[i].number,
                        position.target.value_or(std::numeric_limits<double>::quiet_NaN()),
                        std::move(position.group)});
        continue;
      }
      malformed.push_back({i, fault});
      if (!run.skip_malformed) break;
    }
    values.resize(states.size() * set.names.size());
    spent.clear();
    limit.clear();
    std::size_t timed = 0;
    try {
      if (run.position_times == nullptr) {
        evaluator.evaluate(states, values, &times);
      } else {
        evaluate_timed(set, timed);
      }
    } catch (const runtime::LimitReached& reached) {
      limit = reached.what();
      rows.clear();
      malformed.clear();
    } catch (const runtime::Stopped&) {
      stopped = true;
      cut(run.position_times == nullptr ? evaluator.evaluated() : timed);
    }
  }

  /// Keeps the first positions, and the malformed lines before their end: not all were evaluated.
  void cut(std::size_t count) {
    const std::uint64_t next = rows[count].line;
    std::erase_if(malformed, [&](const Malformed& one) { return lines[one.line].number > next; });
    rows.resize(count);
  }

  /// `first`: number of positions done.
  void evaluate_timed(const driver::FeatureSet& set, std::size_t& first) {
    const std::size_t step = set.slices ? slices::slice_bits : 1;
    for (; first < states.size(); first += step) {
      const std::size_t count = std::min(step, states.size() - first);
      const auto before = std::chrono::steady_clock::now();
      const double relations = times.relations;
      evaluator.evaluate(std::span(states).subspan(first, count),
                         std::span(values).subspan(first * set.names.size()), &times);
      const double seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
      spent.push_back({seconds / static_cast<double>(count),
                       (times.relations - relations) / static_cast<double>(count)});
    }
  }
};

class Run {
 public:
  Run(const driver::FeatureSet& set, const PositionLines& reader, InputStream& in, OutputFile& out,
      const FeaturesRun& options)
      : set_(set),
        reader_(reader),
        in_(in),
        out_(out),
        options_(options),
        progress_("features", options.progress) {
    const runtime::StopScope scope(options.stop);
    for (unsigned i = 0; i < std::max(1U, options.threads); ++i) {
      workers_.push_back(std::make_unique<Worker>(set));
    }
  }

  FeaturesRunResult run() {
    while (!result_.failed && !result_.limited && !result_.stopped) {
      const bool any = read();
      if (stopped()) result_.stopped = true;
      if (result_.stopped || !any) break;
      evaluate();
      for (const auto& worker : workers_) {
        if (result_.failed || result_.limited || result_.stopped) break;
        write(*worker);
        result_.stopped = worker->stopped;
        if (worker->lines.empty() || worker->limit.empty()) continue;
        result_.limited = true;
        print_message(fmt::format("{}:{}", in_.name(), worker->lines.front().number),
                      ir::Severity::error,
                      fmt::format("here or in the next {}, {}",
                                  counted(worker->lines.size() - 1, "line"), worker->limit));
      }
      // All streams, because another process may wait for any of them.
      if (paused_) std::fflush(nullptr);
      tell_progress();
    }
    if (!in_.fault().empty()) {
      result_.failed = true;
      print_message(in_.name(), ir::Severity::error, in_.fault());
    }
    if (!writer_ && (!result_.failed || options_.format == FileKind::matrix_json)) begin({});
    if (writer_ && !writer_->finish(members())) result_.failed = true;
    if (result_.malformed > most_shown) {
      fmt::print(stderr, "{}: {}\n", in_.name(),
                 counted(result_.malformed - most_shown, "more malformed line"));
    }
    for (const auto& worker : workers_) add(worker->times);
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool stopped() const { return options_.stop != nullptr && *options_.stop; }

  /// Reads as many lines as there is work for, or until the input pauses. Returns false at the end
  /// of the text, and if waiting was stopped.
  bool read() {
    bool any = false;
    paused_ = false;
    for (const auto& worker : workers_) worker->lines.clear();
    const std::size_t most = positions_at_once(set_.names.size());
    for (const auto& worker : workers_) {
      while (worker->lines.size() < most && !paused_ && next_line(any)) {
        if (reader_.is_blank(line_)) continue;
        worker->lines.push_back({number_, line_});
        any = true;
      }
    }
    return any;
  }

  /// Reads the next line, cut to the limit. Returns false at the end, and if the input pauses while
  /// there is other work: the beginning of the line is kept for the next call.
  bool next_line(bool work) {
    std::streambuf& buffer = *in_.rdbuf();
    constexpr int end = std::char_traits<char>::eof();
    if (!within_line_) line_.clear();
    for (;;) {
      if (buffer.in_avail() <= 0 && !wait(work)) return false;
      const int c = buffer.sbumpc();
      if (c == end && !within_line_) return false;
      if (!within_line_) ++number_;
      within_line_ = c != end && c != '\n';
      if (!within_line_) return true;
      if (line_.size() < longest_line) line_ += static_cast<char>(c);
    }
  }

  /// Waits until the next byte, or the end, is available; returns false if there is other work, or
  /// no more time.
  bool wait(bool work) {
    constexpr int moment = 100;  // milliseconds
    if (work) {
      paused_ = !in_.ready(0);
      return !paused_;
    }
    while (!in_.ready(moment)) {
      if (stopped()) return false;
    }
    return true;
  }

  /// Returns the end of the JSON text.
  [[nodiscard]] std::string members() const {
    return fmt::format("\"positions\": {}, \"malformed\": {}, \"complete\": {}", result_.positions,
                       result_.malformed, !result_.failed && !result_.stopped && !result_.limited);
  }

  void evaluate() {
    const auto before = std::chrono::steady_clock::now();
    std::vector<std::future<void>> others;
    for (std::size_t i = 1; i < workers_.size(); ++i) {
      if (workers_[i]->lines.empty()) {
        workers_[i]->rows.clear();
        workers_[i]->malformed.clear();
        continue;
      }
      others.push_back(std::async(std::launch::async,
                                  [this, i] { workers_[i]->work(set_, reader_, options_); }));
    }
    workers_[0]->work(set_, reader_, options_);
    for (std::future<void>& other : others) other.get();
    result_.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  }

  void begin(MatrixColumns columns) {
    columns_ = columns;
    writer_.emplace(out_, options_.format, set_.names, columns);
    if (!writer_->begin()) result_.failed = true;
  }

  void write(Worker& worker) {
    if (!writer_ && !worker.rows.empty()) {
      const MatrixRow& first = worker.rows.front();
      begin({!std::isnan(first.target), !first.group.empty()});
    }
    const auto values = static_cast<std::ptrdiff_t>(worker.rows.size() * set_.names.size());
    result_.largest +=
        static_cast<std::uint64_t>(std::count(worker.values.begin(), worker.values.begin() + values,
                                              std::numeric_limits<std::uint64_t>::max()));
    for (const MatrixRow& row : worker.rows) {
      if (!columns_.targets && !std::isnan(row.target)) ++result_.targets_left_out;
      if (!columns_.groups && !row.group.empty()) ++result_.groups_left_out;
    }
    if (writer_ && !writer_->rows(worker.rows, worker.values)) result_.failed = true;
    write_times(worker);
    result_.positions += worker.rows.size();
    for (const Malformed& one : worker.malformed) tell(worker.lines[one.line], one.fault);
  }

  void write_times(const Worker& worker) {
    if (options_.position_times == nullptr || worker.spent.empty()) return;
    const std::size_t step = set_.slices ? slices::slice_bits : 1;
    std::string text;
    for (std::size_t i = 0; i < worker.rows.size(); ++i) {
      const auto& [seconds, relations] = worker.spent[i / step];
      text += fmt::format("{},{:.9f},{:.9f}\n", worker.rows[i].line, seconds, relations);
    }
    if (!options_.position_times->write(text)) result_.failed = true;
  }

  void tell(const Line& line, const driver::PositionFault& fault) {
    if (!options_.skip_malformed) result_.failed = true;
    if (++result_.malformed > most_shown) return;
    constexpr std::size_t most_text = 100;
    std::string text = line.text.substr(0, most_text);
    for (char& c : text) {
      if (static_cast<unsigned char>(c) < ' ') c = ' ';
    }
    print_message(fmt::format("{}:{}:{}", in_.name(), line.number, fault.column),
                  options_.skip_malformed ? ir::Severity::warning : ir::Severity::error,
                  fmt::format("{}\n    {}", fault.message, text));
    if (fault.column <= text.size()) fmt::print(stderr, "    {:>{}}\n", "^", fault.column);
  }

  /// Reports at most once a second.
  void tell_progress() {
    const std::time_t now = std::time(nullptr);
    if (now == told_) return;
    if (told_ != 0) progress_.begin(counted(result_.positions, "position"));
    told_ = now;
  }

  void add(const slices::Times& times) {
    result_.times.relations += times.relations;
    result_.times.features.resize(std::max(result_.times.features.size(), times.features.size()));
    for (std::size_t f = 0; f < times.features.size(); ++f) {
      result_.times.features[f] += times.features[f];
    }
  }

  const driver::FeatureSet& set_;
  const PositionLines& reader_;
  InputStream& in_;
  OutputFile& out_;
  const FeaturesRun& options_;
  ProgressLine progress_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::optional<MatrixWriter> writer_;
  MatrixColumns columns_;
  FeaturesRunResult result_;
  std::string line_;
  std::uint64_t number_ = 0;
  bool within_line_ = false;  ///< line_ is not complete yet
  bool paused_ = false;       ///< the input, when lines were last read
  std::time_t told_ = 0;
};

}  // namespace

FeaturesRunResult run_features(const driver::FeatureSet& set, const PositionLines& lines,
                               InputStream& in, OutputFile& out, const FeaturesRun& run) {
  return Run(set, lines, in, out, run).run();
}

}  // namespace tesuji::tools
