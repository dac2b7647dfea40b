// Evaluates the features of a stream of positions.
#pragma once

#include "backend/features/sets/features.h"
#include "tools/base/input_stream.h"
#include "tools/base/progress.h"
#include "tools/files/feature_matrix.h"
#include "tools/files/position_lines.h"

#include <atomic>
#include <cstdint>

namespace tesuji::tools {

struct FeaturesRun {
  unsigned threads = 1;
  bool skip_malformed = false;  ///< else the first one ends the run
  ProgressFlags progress;
  FileKind format = FileKind::matrix_csv;
  /// Checked within positions, and while there is no input. May be null.
  const std::atomic<bool>* stop = nullptr;
  /// Output of seconds per position, or null: `line,seconds,relations`, where `relations` are the
  /// seconds for the relations that features use. In slices, 512 positions share their time.
  OutputFile* position_times = nullptr;
};

struct FeaturesRunResult {
  std::uint64_t positions = 0;
  std::uint64_t malformed = 0;         ///< lines
  std::uint64_t largest = 0;           ///< values that are 2^64 - 1, or saturated
  std::uint64_t targets_left_out = 0;  ///< because the first position had none
  std::uint64_t groups_left_out = 0;   ///< because the first position had none
  bool stopped = false;
  bool limited = false;  ///< a position needs more rows or memory than allowed
  bool failed = false;   ///< by a malformed line, while reading or while writing
  double seconds = 0;    ///< wall clock, while features were evaluated
  slices::Times times;   ///< of slices, over all threads
};

/// Reads to the end, or until it is stopped: then the rows are those of the first positions. Writes
/// as it proceeds, and keeps at most some thousand positions for each thread. When the input
/// pauses, evaluates and writes the rows so far. The output is the same for every number of
/// threads. Reports malformed lines on standard error, the first twenty in full.
[[nodiscard]] FeaturesRunResult run_features(const driver::FeatureSet& set,
                                             const PositionLines& lines, InputStream& in,
                                             OutputFile& out, const FeaturesRun& run);

}  // namespace tesuji::tools
