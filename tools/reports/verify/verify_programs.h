// Writes the programs of `tesuji verify --emit-asp` to files of a folder.
#pragma once

#include "ir/core/diagnostics.h"

#include <mutex>
#include <set>
#include <string>

namespace tesuji::tools {

/// Thread-safe, once it is open.
class ProgramFiles {
 public:
  /// `diagnostics` must outlive it.
  ProgramFiles(std::string folder, ir::Diagnostics& diagnostics)
      : folder_(std::move(folder)), diagnostics_(diagnostics) {}

  /// Creates the folder if needed. Reports (code "io") and returns false if it cannot be written
  /// to.
  [[nodiscard]] bool open();

  /// Writes NAME.lp: without slashes, cut to the length that file systems allow, and `NAME-2.lp` if
  /// an earlier program had that name. The first file that cannot be written is reported; nothing
  /// is written after it.
  void keep(const std::string& name, const std::string& text);

 private:
  std::string folder_;
  ir::Diagnostics& diagnostics_;
  std::mutex mutex_;
  std::set<std::string> taken_;
  bool failed_ = false;
};

}  // namespace tesuji::tools
