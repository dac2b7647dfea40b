// Loads a plugin (runtime/core/tesuji/plugin.h) from its file, after checks and before any of its
// code runs.
#pragma once

#include "runtime/core/tesuji/plugin.h"

#include <memory>
#include <stdexcept>
#include <string>

namespace tesuji::plugin {

/// A file cannot be taken as a plugin; what() says why, for the user.
class PluginError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The file cannot be read at all.
class PluginFileError : public PluginError {
 public:
  using PluginError::PluginError;
};

/// The library is unloaded when the last one of its file is destroyed.
class Library {
 public:
  /// Checks the seal (seal.h), the tables' magic, version and size, and the processor. A file that
  /// is replaced by renaming meanwhile is loaded as it was when it was opened. Throws PluginError.
  explicit Library(const std::string& path);

  [[nodiscard]] const tsj_plugin& get() const { return *plugin_; }

 private:
  class Loaded;
  static std::shared_ptr<const Loaded> load(int file, const std::string& path);

  std::shared_ptr<const Loaded> loaded_;
  const tsj_plugin* plugin_ = nullptr;
};

/// Whether there is a file with such a name that begins as shared libraries do.
[[nodiscard]] bool is_plugin_file(const std::string& path);

}  // namespace tesuji::plugin
