// Reads and writes archives of named byte strings (ZIP), the format of NumPy's .npz files. Source:
// PKWARE's APPNOTE.TXT, 6.3; entries are stored as they are, with 64-bit sizes.
#pragma once

#include "tools/base/output_file.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

/// Writes entries one after the other. All functions return false where writing failed, which was
/// reported.
class ZipWriter {
 public:
  /// `file`, not a pipe, must outlive it, and has nothing in it.
  explicit ZipWriter(OutputFile& file) : file_(file) {}

  [[nodiscard]] bool add(std::string_view name, std::string_view bytes);

  /// An entry that is written bit by bit: a head, which end() replaces by another one of the same
  /// length, and what follows.
  [[nodiscard]] bool begin(std::string_view name, std::string_view head);
  [[nodiscard]] bool append(std::string_view bytes);
  [[nodiscard]] bool end(std::string_view head);

  /// Writes the directory. Nothing may be added then.
  [[nodiscard]] bool finish();

 private:
  struct Entry {
    std::string name;
    std::uint64_t offset = 0;  ///< of its local header
    std::uint64_t size = 0;
    std::uint32_t sum = 0;  ///< CRC-32
  };
  [[nodiscard]] static std::string local_header(const Entry& entry);

  OutputFile& file_;
  std::vector<Entry> entries_;
  std::uint64_t at_ = 0;         ///< bytes written
  std::uint64_t body_size_ = 0;  ///< of the entry that begin() began, behind its head
  std::uint32_t body_sum_ = 0;
};

/// The entries of an archive, stored or deflated, by name. Throws std::runtime_error with what is
/// wrong.
[[nodiscard]] std::map<std::string, std::string> read_zip(std::string_view archive);

}  // namespace tesuji::tools
