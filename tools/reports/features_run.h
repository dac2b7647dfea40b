// Evaluates the features of a stream of positions.
#pragma once

#include "backend/features/sets/features.h"
#include "tools/base/input_stream.h"
#include "tools/files/matrix_writer.h"
#include "tools/files/position_lines.h"

#include <atomic>
#include <cstdint>

namespace tesuji::tools {

struct FeaturesRun {
  unsigned threads = 1;
  bool skip_malformed = false;  ///< else the first one ends the run
  bool progress = false;
  FileKind format = FileKind::matrix_csv;
  /// Looked at within positions, and while there is no input. May be null.
  const std::atomic<bool>* stop = nullptr;
  /// Where seconds per position go, or null: `line,seconds,relations`, of which relations are those
  /// for what features speak of. In slices, 512 positions share their time.
  OutputFile* position_times = nullptr;
};

struct FeaturesRunResult {
  std::uint64_t positions = 0;
  std::uint64_t malformed = 0;         ///< lines
  std::uint64_t largest = 0;           ///< values that are 2^64 - 1, or would be more
  std::uint64_t targets_left_out = 0;  ///< the first position had none
  std::uint64_t groups_left_out = 0;   ///< the first position had none
  bool stopped = false;
  bool limited = false;  ///< a position needs more rows or memory than there may be
  bool failed = false;   ///< by a malformed line, while reading or while writing
  double seconds = 0;    ///< of the clock, while features were evaluated
  slices::Times times;   ///< of slices, of all threads
};

/// Reads to the end, or until it is stopped: then the rows are those of the first positions. Writes
/// as it goes on, and keeps no more than some thousand positions for each thread. Where the input
/// pauses, the rows until then are evaluated and handed on. The same output for every number of
/// threads. Malformed lines are told on standard error, the first twenty in full.
[[nodiscard]] FeaturesRunResult run_features(const driver::FeatureSet& set,
                                             const PositionLines& lines, InputStream& in,
                                             OutputFile& out, const FeaturesRun& run);

}  // namespace tesuji::tools
