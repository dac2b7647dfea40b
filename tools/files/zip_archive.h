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

/// Writes entries one after the other. All functions return false if writing failed, which was
/// reported.
class ZipWriter {
 public:
  /// `file`, not a pipe, must outlive it, and be empty.
  explicit ZipWriter(OutputFile& file) : file_(file) {}

  [[nodiscard]] bool add(std::string_view name, std::string_view bytes);

  /// Begin, extend and end an entry that is written in parts: a head, which end() replaces by
  /// another one of the same length, and the rest.
  [[nodiscard]] bool begin(std::string_view name, std::string_view head);
  [[nodiscard]] bool append(std::string_view bytes);
  [[nodiscard]] bool end(std::string_view head);

  /// Writes the directory. Nothing may be added afterwards.
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
  std::uint64_t body_size_ = 0;  ///< of the current entry, after its head
  std::uint32_t body_sum_ = 0;
};

/// Reads the entries of an archive, stored or deflated, by name. Throws std::runtime_error with the
/// reason.
[[nodiscard]] std::map<std::string, std::string> read_zip(std::string_view archive);

}  // namespace tesuji::tools
