// Contains the files of the page of `tesuji explore`, which are part of the program.
#pragma once

#include <string_view>

namespace tesuji::tools {

struct PageFile {
  std::string_view name;
  std::string_view type;  ///< media type
  std::string_view text;
};

/// Returns an empty name if the page has no such file.
[[nodiscard]] PageFile page_file(std::string_view name);

}  // namespace tesuji::tools
