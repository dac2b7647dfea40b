#include "tools/input_stream.h"

#include <iostream>

namespace tesuji::tools {

std::istream* open_input(const std::string& path, std::ifstream& file,
                         ir::Diagnostics& diagnostics) {
  if (path == "-") return &std::cin;
  file.open(path, std::ios::binary);
  // A folder can be opened, and not read.
  if (!file || (file.peek() == std::char_traits<char>::eof() && !file.eof())) {
    diagnostics.error({}, "io", "cannot read `" + path + "`");
    return nullptr;
  }
  file.clear();
  return &file;
}

}  // namespace tesuji::tools
