#include "backend/proofs/games/certificate_folder.h"

#include "backend/proofs/certificates/certificate_checker.h"
#include "backend/proofs/games/certify.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

namespace tesuji::driver {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), path);
}

/// Returns the path without trailing slashes.
std::string without_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

CertificateFolder::CertificateFolder(std::string folder)
    : folder_(without_slash(std::move(folder))), path_(folder_ + ".tesuji-XXXXXX") {
  if (mkdtemp(path_.data()) == nullptr) fail(folder_);
  constexpr auto usual = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                         fs::perms::others_read | fs::perms::others_exec;
  fs::permissions(path_, usual);
}

CertificateFolder::~CertificateFolder() {
  std::error_code ignored;
  if (!finished_) fs::remove_all(path_, ignored);
}

void CertificateFolder::write(const std::string& file, const std::string& text) {
  std::ofstream out(path_of(file), std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out) fail(path_of(file));
}

std::string CertificateFolder::read(const std::string& file) const {
  auto text = read_bytes(path_of(file));
  if (!text) fail(path_of(file));
  return std::move(*text);
}

void CertificateFolder::remove_cnf(std::size_t number) {
  fs::remove(path_of(certificates::cnf_file(number)));
  fs::remove(path_of(certificates::proof_file(number)));
}

void CertificateFolder::keep(const std::string& name, const std::string& cnf) {
  fs::create_directory(path_of("disagreements"));
  std::string file = name;
  for (char& c : file) {
    if (c == '/') c = '_';
  }
  constexpr std::size_t longest = 200;
  write("disagreements/" + file.substr(0, longest) + ".cnf", cnf);
}

void CertificateFolder::finish() {
  if (fs::exists(folder_)) fs::remove_all(folder_);
  fs::rename(path_, folder_);
  finished_ = true;
}

std::optional<std::string> read_bytes(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) fail(path);
  return std::move(text).str();
}

std::string folder_fault(const std::string& folder) {
  std::error_code error;
  const fs::path path = without_slash(folder);
  if (!fs::exists(path, error)) {
    const fs::path parent = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (fs::is_directory(parent, error)) return {};
    return fmt::format("`{}` is not a folder", parent.string());
  }
  if (!fs::is_directory(path, error)) return fmt::format("`{}` is not a folder", folder);
  const bool ours = fs::is_empty(path, error) ||
                    fs::is_regular_file(path / std::string(certificates::manifest_name), error);
  return ours ? std::string() : fmt::format("`{}` holds other files than a certificate", folder);
}

}  // namespace tesuji::driver
