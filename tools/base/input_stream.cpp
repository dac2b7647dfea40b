#include "tools/base/input_stream.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <streambuf>
#include <string_view>
#include <utility>

namespace tesuji::tools {

namespace {

constexpr std::string_view gzip_magic = "\x1f\x8b";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

class InputStream::Buffer : public std::streambuf {
 public:
  /// `own`: closes the descriptor when destroyed.
  Buffer(int descriptor, bool own) : descriptor_(descriptor), own_(own) {}
  ~Buffer() override {
    if (kind_ == Kind::gzip) inflateEnd(&inflater_);
    if (own_) ::close(descriptor_);
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] bool ready(int milliseconds) {
    if (gptr() < egptr() || begin_ < end_ || over_ || more_text_) return true;
    pollfd one{descriptor_, POLLIN, 0};
    return ::poll(&one, 1, milliseconds) > 0;
  }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 protected:
  int_type underflow() override {
    if (kind_ == Kind::unknown) find_kind();
    do {
      if (!(kind_ == Kind::gzip ? expand() : pass_on())) return traits_type::eof();
      skip_mark();
    } while (gptr() == egptr());
    return traits_type::to_int_type(*gptr());
  }

  std::streamsize showmanyc() override { return ready(0) ? 1 : 0; }

 private:
  enum class Kind : std::uint8_t { unknown, plain, gzip };

  /// Appends more bytes to the pending ones; returns false at the end.
  bool read_more() {
    if (over_) return false;
    if (begin_ == end_) begin_ = end_ = 0;
    if (end_ == raw_.size()) {  // no room: moves pending bytes to the front
      std::memmove(raw_.data(), raw_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    for (;;) {
      const ssize_t got = ::read(descriptor_, raw_.data() + end_, raw_.size() - end_);
      if (got > 0) {
        end_ += static_cast<std::size_t>(got);
        return true;
      }
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fault_ = std::strerror(errno);
      over_ = true;
      return false;
    }
  }

  [[nodiscard]] std::string_view pending() const { return {raw_.data() + begin_, end_ - begin_}; }

  void find_kind() {
    // Reads as many bytes as the marks need, as long as the first ones match.
    while (pending().empty() ||
           (pending().size() < gzip_magic.size() && gzip_magic.starts_with(pending())) ||
           (pending().size() < byte_order_mark.size() && byte_order_mark.starts_with(pending()))) {
      if (!read_more()) break;
    }
    kind_ = Kind::plain;
    if (!pending().starts_with(gzip_magic)) return;
    constexpr int gzip_only = 16;
    if (inflateInit2(&inflater_, MAX_WBITS + gzip_only) != Z_OK) throw std::bad_alloc();
    kind_ = Kind::gzip;
  }

  bool pass_on() {
    if (begin_ == end_ && !read_more()) return false;
    setg(raw_.data() + begin_, raw_.data() + begin_, raw_.data() + end_);
    begin_ = end_;
    return true;
  }

  bool expand() {
    if (!fault_.empty()) return false;
    for (;;) {
      if (begin_ == end_ && !more_text_ && !read_more()) {
        if (!between_members_ && fault_.empty()) fault_ = "the gzip data ends too early";
        return false;
      }
      if (between_members_ && !first_member_ && !next_member()) return false;
      between_members_ = first_member_ = false;
      inflater_.next_in = reinterpret_cast<Bytef*>(raw_.data() + begin_);
      inflater_.avail_in = static_cast<uInt>(end_ - begin_);
      inflater_.next_out = reinterpret_cast<Bytef*>(text_.data());
      inflater_.avail_out = static_cast<uInt>(text_.size());
      const int code = inflate(&inflater_, Z_NO_FLUSH);
      begin_ = end_ - inflater_.avail_in;
      more_text_ = inflater_.avail_out == 0;
      between_members_ = code == Z_STREAM_END;
      if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
        fault_ = "the gzip data is damaged";
      }
      const std::size_t made = text_.size() - inflater_.avail_out;
      if (made > 0) {
        setg(text_.data(), text_.data(), text_.data() + made);
        return true;
      }
      if (!fault_.empty()) return false;
    }
  }

  /// Begins the next part of a gzip file, which may have several. Ignores data after the last one,
  /// as gzip does.
  bool next_member() {
    while (pending().size() < gzip_magic.size() && read_more()) {
    }
    more_text_ = false;
    if (!pending().starts_with(gzip_magic)) {
      begin_ = end_;
      over_ = true;
      return false;
    }
    inflateReset(&inflater_);
    return true;
  }

  void skip_mark() {
    if (!at_begin_) return;
    at_begin_ = false;
    const std::string_view text(gptr(), static_cast<std::size_t>(egptr() - gptr()));
    if (text.starts_with(byte_order_mark)) gbump(static_cast<int>(byte_order_mark.size()));
  }

  int descriptor_;
  bool own_;
  Kind kind_ = Kind::unknown;
  bool at_begin_ = true;
  bool over_ = false;  ///< there are no more raw bytes
  bool between_members_ = true;
  bool first_member_ = true;
  bool more_text_ = false;  ///< the inflater has more output than there was room for
  std::size_t begin_ = 0;   ///< start of raw bytes that are not processed yet
  std::size_t end_ = 0;
  std::string fault_;
  z_stream inflater_{};
  std::array<char, 1 << 16> raw_;
  std::array<char, 1 << 16> text_;
};

InputStream::InputStream(std::string name, std::unique_ptr<Buffer> buffer)
    : std::istream(nullptr), name_(std::move(name)), buffer_(std::move(buffer)) {
  rdbuf(buffer_.get());
}

InputStream::~InputStream() = default;

bool InputStream::ready(int milliseconds) {
  return buffer_->ready(milliseconds);
}

const std::string& InputStream::fault() const {
  return buffer_->fault();
}

std::unique_ptr<InputStream> InputStream::open(const std::string& path,
                                               ir::Diagnostics& diagnostics) {
  const bool standard = path == "-";
  const int descriptor = standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status{};
  int wrong = descriptor < 0 || (!standard && fstat(descriptor, &status) != 0) ? errno : 0;
  if (wrong == 0 && !standard && S_ISDIR(status.st_mode)) wrong = EISDIR;
  if (wrong != 0) {
    if (descriptor >= 0) ::close(descriptor);
    diagnostics.error({}, "io", "cannot read `" + path + "`: " + std::strerror(wrong));
    return nullptr;
  }
  return std::unique_ptr<InputStream>(new InputStream(
      standard ? "<standard input>" : path, std::make_unique<Buffer>(descriptor, !standard)));
}

}  // namespace tesuji::tools
