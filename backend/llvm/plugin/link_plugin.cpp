#include "backend/llvm/plugin/link_plugin.h"

#include "backend/temporary/temporary.h"
#include "runtime/core/tesuji/plugin.h"

#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/ObjCopy/ConfigManager.h>
#include <llvm/ObjCopy/ObjCopy.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>

#include <array>
#include <initializer_list>
#include <memory>
#include <optional>
#include <system_error>

// plugin_runtime.S
extern "C" const char tesuji_plugin_runtime_begin[];
extern "C" const char tesuji_plugin_runtime_end[];

namespace tesuji::llvm_backend {
namespace {

// Hides the symbols of an object file except one.

void require(llvm::Error error) {
  if (error) throw std::runtime_error("object file: " + llvm::toString(std::move(error)));
}

/// Returns the ELF object file with one of its definitions visible, under another name, and all
/// others hidden, so that programs may use those names and link several such files. Undefined
/// symbols stay. Throws std::runtime_error if the bytes are not such a file.
std::vector<char> show_only(const std::vector<char>& object, const std::string& symbol,
                            const std::string& name) {
  auto file = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef({object.data(), object.size()}, "object"));
  require(file.takeError());
  llvm::objcopy::ConfigManager config;
  auto kept = llvm::objcopy::NameOrPattern::create(symbol, llvm::objcopy::MatchStyle::Literal,
                                                   [](llvm::Error error) { return error; });
  require(config.Common.SymbolsToKeepGlobal.addMatcher(std::move(kept)));
  if (name != symbol) config.Common.SymbolsToRename[symbol] = name;
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  require(llvm::objcopy::executeObjcopyOnBinary(config, **file, stream));
  return {bytes.begin(), bytes.end()};
}

constexpr unsigned most_seconds = 300;

/// A folder of temporary files, gone with this.
class Workshop {
 public:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path_of(name); }

  [[nodiscard]] std::string write(const std::string& name, llvm::StringRef bytes) const {
    const std::string to = path(name);
    std::error_code error;
    llvm::raw_fd_ostream stream(to, error);
    if (!error) {
      stream << bytes;
      stream.close();
      error = stream.error();
      stream.clear_error();
    }
    if (error) throw LinkError("cannot write for the linker: " + to + ": " + error.message());
    return to;
  }

 private:
  temporary::Folder folder_{"tesuji-link"};
};

std::unique_ptr<const Workshop> make_workshop() {
  try {
    return std::make_unique<const Workshop>();
  } catch (const std::system_error& error) {
    throw LinkError("no temporary folder for the linker: " + std::string(error.what()));
  }
}

std::string find_linker(const std::string& wanted) {
  const std::vector<std::string> names =
      wanted.empty() ? std::vector<std::string>{"ld.lld-19", "ld.lld", "ld"} : std::vector{wanted};
  for (const std::string& name : names) {
    if (llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(name)) return *found;
  }
  if (!wanted.empty()) throw LinkError("cannot find the linker `" + wanted + "`");
  throw LinkError(
      "no linker found: ld.lld-19, ld.lld and ld are not on PATH; on Debian: apt install lld-19");
}

/// The C library that this program runs with: plugins need its mem* functions.
std::string c_library() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&gnu_get_libc_version), &info) == 0 ||
      info.dli_fname == nullptr) {
    throw LinkError("the C library is not to be found");
  }
  return info.dli_fname;
}

std::string text_of(const std::string& path) {
  const auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().rtrim().str() : std::string();
}

}  // namespace

std::vector<char> link_plugin(std::span<const ObjectFile> objects, const LinkOptions& options) {
  const std::string program = find_linker(options.linker);
  const std::unique_ptr<const Workshop> place = make_workshop();
  const Workshop& workshop = *place;
  const std::string output = workshop.path("plugin.so");
  const std::string messages = workshop.path("messages");
  std::vector<std::string> words{program, "-o", output};
  const auto add = [&](std::initializer_list<const char*> more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  if (options.form == Linked::library) {
    const std::string exports = workshop.write(
        "exports", "{ global: " + std::string(TSJ_PLUGIN_SYMBOL) + "; local: *; };\n");
    words.push_back("--version-script=" + exports);
    add({"-shared", "-z", "defs", "-z", "relro", "-z", "now", "-z", "noexecstack"});
    add({"--gc-sections", "--build-id=none", "--strip-debug", "--hash-style=gnu"});
  } else {
    add({"-r", "--whole-archive"});
  }
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::vector<char>& bytes = objects[i].bytes;
    words.push_back(workshop.write(std::to_string(i) + ".o", {bytes.data(), bytes.size()}));
  }
  words.push_back(workshop.write(
      "runtime.a",
      {tesuji_plugin_runtime_begin,
       static_cast<std::size_t>(tesuji_plugin_runtime_end - tesuji_plugin_runtime_begin)}));
  if (options.form == Linked::library) words.push_back(c_library());

  const std::vector<llvm::StringRef> arguments(words.begin(), words.end());
  const std::array<std::optional<llvm::StringRef>, 3> streams{
      llvm::StringRef(), llvm::StringRef(messages), llvm::StringRef(messages)};
  std::string failure;
  const int status = llvm::sys::ExecuteAndWait(program, arguments, std::nullopt, streams,
                                               most_seconds, 0, &failure);
  if (status != 0) {
    const std::string said = text_of(messages);
    throw LinkError("the linker " + program + " failed (" + std::to_string(status) + ")" +
                    (failure.empty() ? "" : ": " + failure) + (said.empty() ? "" : ": " + said));
  }
  const auto linked = llvm::MemoryBuffer::getFile(output, false, false);
  if (!linked) throw LinkError("the linker " + program + " wrote nothing");
  const llvm::StringRef bytes = (*linked)->getBuffer();
  const std::vector<char> whole(bytes.begin(), bytes.end());
  if (options.form == Linked::library) return whole;
  return show_only(whole, TSJ_PLUGIN_SYMBOL,
                   options.symbol.empty() ? TSJ_PLUGIN_SYMBOL : options.symbol);
}

}  // namespace tesuji::llvm_backend
