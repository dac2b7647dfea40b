// The folder of a certificate while it is written: beside the one that it becomes in the end.
#pragma once

#include <optional>
#include <string>

namespace tesuji::driver {

class CertificateFolder {
 public:
  /// Throws std::system_error, as all of these.
  explicit CertificateFolder(std::string folder);
  /// Removes what is not finished.
  ~CertificateFolder();
  CertificateFolder(const CertificateFolder&) = delete;
  CertificateFolder& operator=(const CertificateFolder&) = delete;

  [[nodiscard]] std::string path_of(const std::string& file) const { return path_ + "/" + file; }
  void write(const std::string& file, const std::string& text);
  [[nodiscard]] std::string read(const std::string& file) const;
  void remove_cnf(std::size_t number);
  /// Keeps a CNF that has a model and should have none, in the folder `disagreements`.
  void keep(const std::string& name, const std::string& cnf);
  /// Puts the folder in its place, and removes what was there.
  void finish();

 private:
  std::string folder_;
  std::string path_;
  bool finished_ = false;
};

/// The content of a file; nothing where there is none. Throws std::system_error where it cannot be
/// read.
[[nodiscard]] std::optional<std::string> read_bytes(const std::string& path);

}  // namespace tesuji::driver
