// Writes the programs of `tesuji verify --emit-asp` to files of a folder.
#pragma once

#include "ir/core/diagnostics.h"

#include <mutex>
#include <set>
#include <string>

namespace tesuji::tools {

/// For any number of threads, once it is open.
class ProgramFiles {
 public:
  /// `diagnostics` outlives it.
  ProgramFiles(std::string folder, ir::Diagnostics& diagnostics)
      : folder_(std::move(folder)), diagnostics_(diagnostics) {}

  /// Makes the folder where there is none. Reports (code "io") and returns false where it cannot
  /// be written to.
  [[nodiscard]] bool open();

  /// Writes NAME.lp: without slashes, no longer than files may be called, and `NAME-2.lp` where a
  /// program was called so before. The first file that cannot be written is reported and the last.
  void keep(const std::string& name, const std::string& text);

 private:
  std::string folder_;
  ir::Diagnostics& diagnostics_;
  std::mutex mutex_;
  std::set<std::string> taken_;
  bool failed_ = false;
};

}  // namespace tesuji::tools
