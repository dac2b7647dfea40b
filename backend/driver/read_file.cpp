#include "backend/driver/driver.h"
#include "backend/plugin/seal.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

namespace tesuji::driver {

namespace {

/// No rulesheet, strategy or IR text is anywhere near this; what is larger was
/// named by mistake, and offsets into a text stay 32 bits wide.
constexpr std::size_t max_file_size = std::size_t{256} << 20;

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

}  // namespace

std::optional<ir::FileId> read_file(const std::string& path, Session& session) {
  const bool from_stdin = path == "-";
  const auto fail = [&](const std::string& why) {
    session.diagnostics.error({}, "io", "cannot read `" + path + "`: " + why);
    return std::nullopt;
  };
  std::error_code ignored;
  if (!from_stdin && std::filesystem::is_directory(path, ignored)) return fail("it is a directory");
  const std::unique_ptr<std::FILE, CloseFile> file(from_stdin ? stdin
                                                              : std::fopen(path.c_str(), "rb"));
  if (!file) return fail(std::strerror(errno));

  // Read to the end rather than ask for the size: pipes have none.
  std::string text;
  std::string chunk(std::size_t{1} << 16, '\0');
  while (const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
    text.append(chunk, 0, got);
    if (text.size() > max_file_size) return fail("it is larger than 256 MiB");
  }
  if (std::ferror(file.get()) != 0) return fail(std::strerror(errno));
  if (plugin::is_elf(text)) {
    session.diagnostics.error({}, "plugin",
                              "`" + path +
                                  "` is a shared library: rules are needed here, as they were "
                                  "written");
    return std::nullopt;
  }
  return session.sources->add(from_stdin ? "<stdin>" : path, std::move(text));
}

}  // namespace tesuji::driver
