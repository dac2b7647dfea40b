#include "tools/servers/explore/job_files.h"

#include <fstream>
#include <stdexcept>

namespace tesuji::tools {

void write_job_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

std::string without(std::string text, std::string_view part) {
  if (part.empty()) return text;
  std::string result;
  std::size_t begin = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, begin)) {
    result.append(text, begin, at - begin);
    begin = at + part.size();
  }
  if (begin == 0) return text;
  return result.append(text, begin);
}

}  // namespace tesuji::tools
