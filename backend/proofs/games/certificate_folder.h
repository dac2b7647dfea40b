// Writes a certificate to a temporary folder beside its final place.
#pragma once

#include <optional>
#include <string>

namespace tesuji::driver {

class CertificateFolder {
 public:
  /// Throws std::system_error, as all member functions do.
  explicit CertificateFolder(std::string folder);
  /// Removes an unfinished folder.
  ~CertificateFolder();
  CertificateFolder(const CertificateFolder&) = delete;
  CertificateFolder& operator=(const CertificateFolder&) = delete;

  [[nodiscard]] std::string path_of(const std::string& file) const { return path_ + "/" + file; }
  void write(const std::string& file, const std::string& text);
  [[nodiscard]] std::string read(const std::string& file) const;
  void remove_cnf(std::size_t number);
  /// Stores, in the folder `disagreements`, a CNF that has a model but should have none.
  void keep(const std::string& name, const std::string& cnf);
  /// Moves the folder to its final place, and removes the previous one.
  void finish();

 private:
  std::string folder_;
  std::string path_;
  bool finished_ = false;
};

/// Returns the contents of a file; nothing if it does not exist. Throws std::system_error if it
/// cannot be read.
[[nodiscard]] std::optional<std::string> read_bytes(const std::string& path);

}  // namespace tesuji::driver
