#include "tools/input_stream.h"

#include <iostream>

namespace tesuji::tools {

namespace {

/// A byte order mark, with which no line begins otherwise.
void skip_mark(std::istream& in) {
  for (const char c : {'\xef', '\xbb', '\xbf'}) {
    if (in.peek() != std::char_traits<char>::to_int_type(c)) break;
    in.get();
  }
  in.clear();
}

}  // namespace

std::istream* open_input(const std::string& path, std::ifstream& file,
                         ir::Diagnostics& diagnostics) {
  if (path == "-") {
    skip_mark(std::cin);
    return &std::cin;
  }
  file.open(path, std::ios::binary);
  // A folder can be opened, and not read.
  if (!file || (file.peek() == std::char_traits<char>::eof() && !file.eof())) {
    diagnostics.error({}, "io", "cannot read `" + path + "`");
    return nullptr;
  }
  file.clear();
  skip_mark(file);
  return &file;
}

}  // namespace tesuji::tools
