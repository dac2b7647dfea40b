// Writes the files of jobs, and removes their paths from messages.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tesuji::tools {

/// Throws std::runtime_error.
void write_job_file(const std::filesystem::path& path, const std::string& text);

/// Returns the text without any occurrence of `part`.
[[nodiscard]] std::string without(std::string text, std::string_view part);

}  // namespace tesuji::tools
