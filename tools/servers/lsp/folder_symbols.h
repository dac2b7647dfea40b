// Answers `workspace/symbol`: what the rulesheets conclude that are open or lie in the editor's
// folders.
#pragma once

#include "tools/servers/lsp/workspace.h"

#include <memory>

namespace tesuji::tools {

class FolderSymbols {
 public:
  // Bounds of what is looked through; what is beyond them is left out.
  static constexpr std::size_t most_entries = 20'000;  ///< files and folders
  static constexpr std::size_t most_sheets = 1'000;
  static constexpr std::uintmax_t largest_sheet = 1 << 20;  ///< bytes
  static constexpr int deepest_folder = 8;
  static constexpr std::size_t most_symbols = 1'000;

  FolderSymbols();
  ~FolderSymbols();
  FolderSymbols(const FolderSymbols&) = delete;
  FolderSymbols& operator=(const FolderSymbols&) = delete;

  /// Symbols whose names contain `params["query"]`; those of open documents first. Files are read
  /// again when their time or size has changed.
  [[nodiscard]] Json find(const Workspace& workspace, const Json& params);

 private:
  struct Files;
  std::unique_ptr<Files> files_;
};

}  // namespace tesuji::tools
