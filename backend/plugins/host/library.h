// Loads a plugin (runtime/core/tesuji/plugin.h) from its file, and checks it before any of its code
// runs.
#pragma once

#include "runtime/core/tesuji/plugin.h"

#include <memory>
#include <stdexcept>
#include <string>

namespace tesuji::plugin {

/// The file is not a usable plugin; what() gives the reason, for the user.
class PluginError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The file cannot be read.
class PluginFileError : public PluginError {
 public:
  using PluginError::PluginError;
};

/// Unloads the library when the last object for its file is destroyed.
class Library {
 public:
  /// Checks the seal (seal.h), the tables' magic, version and size, and the processor. If the file
  /// is replaced by renaming meanwhile, loads the file that was opened. Throws PluginError.
  explicit Library(const std::string& path);

  [[nodiscard]] const tsj_plugin& get() const { return *plugin_; }

 private:
  class Loaded;
  static std::shared_ptr<const Loaded> load(int file, const std::string& path);

  std::shared_ptr<const Loaded> loaded_;
  const tsj_plugin* plugin_ = nullptr;
};

/// Whether the file exists and begins like a shared library.
[[nodiscard]] bool is_plugin_file(const std::string& path);

}  // namespace tesuji::plugin
