// Plays by messages of the general game playing protocol over HTTP: an external player.
#include "tools/play/seat_kinds.h"

#include "runtime/host/game/game.h"
#include "tools/base/interrupt.h"
#include "tools/servers/ggp_message.h"
#include "tools/servers/open_http.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <future>
#include <iterator>
#include <system_error>
#include <utility>

namespace tesuji::tools {
namespace {

/// How much longer than the play clock game servers wait for a move, and for ABORT.
constexpr double grace = 1;
/// Interval at which interrupts are checked.
constexpr std::chrono::milliseconds glance{100};

/// An answer, or the reason why none arrived.
struct Reply {
  std::optional<std::string> text;
  std::string why;
  double seconds = 0;  ///< since the message was sent
};

/// Returns a name that is different for all matches of this machine.
std::string next_match_name() {
  static std::atomic<std::uint64_t> matches{0};
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return fmt::format("tesuji.{}.{}.{}", getpid(),
                     std::chrono::duration_cast<std::chrono::milliseconds>(since).count(),
                     ++matches);
}

class RemoteSeat final : public Seat {
 public:
  RemoteSeat(std::string description, std::unique_ptr<HttpClient> client,
             std::shared_ptr<const runtime::Game> game, runtime::Role role, std::string rules,
             RemoteContext clocks)
      : description_(std::move(description)),
        client_(std::move(client)),
        game_(std::move(game)),
        role_(role),
        rules_(std::move(rules)),
        clocks_(clocks) {}

  ~RemoteSeat() override {
    if (!reply_.valid()) return;
    client_->cancel();
    reply_.wait();
  }
  RemoteSeat(const RemoteSeat&) = delete;
  RemoteSeat& operator=(const RemoteSeat&) = delete;

  [[nodiscard]] std::string description() const override { return description_; }
  [[nodiscard]] bool is_told_all() const override { return true; }

  void begin_match() override {
    match_ = next_match_name();
    trouble_.clear();
    send(fmt::format("( START {} {} ({}) {:.0f} {:.0f} )", match_, game_->roles()[role_], rules_,
                     clocks_.start_clock, clocks_.play_clock),
         clocks_.start_clock);
  }

  /// START contains only the rules.
  [[nodiscard]] bool begin_match_in(runtime::StateView state) override {
    const runtime::StateView initial = game_->initial();
    if (!std::equal(state.begin(), state.end(), initial.begin(), initial.end())) return false;
    begin_match();
    return true;
  }

  void await_ready() override {
    const Reply reply = wait();
    const auto word = reply.text ? parse_ggp_term(*reply.text) : std::nullopt;
    if (word == "ready") return;
    trouble_ =
        fmt::format("START: {}", reply.text ? "it answered " + shown(*reply.text) : reply.why);
  }

  void announce(const Situation& situation) override {
    if (reply_.valid()) wait();  // to a question whose answer was not needed
    send(message("PLAY", *situation.last, situation.turn), clocks_.play_clock + grace);
  }

  std::optional<Decision> decide(const Situation& situation) override {
    const Reply reply = wait();
    if (interrupted()) return std::nullopt;
    std::string trouble = trouble_.empty() ? reply.why : trouble_;
    if (reply.text) {
      const auto term = parse_ggp_term(*reply.text);
      const auto move = term ? game_->find_move(*term) : std::nullopt;
      if (move && runtime::has_move(situation.legal, *move)) {
        return Decision{*move, "http", {}, {}, false, reply.seconds};
      }
      if (trouble_.empty()) trouble = shown(*reply.text) + " is not a legal move";
    }
    return Decision{random_move(situation), "random", {}, std::move(trouble), false, reply.seconds};
  }

  void end_match(const LastTurn& last, bool finished) override {
    if (reply_.valid()) wait();
    if (interrupted()) return;
    // All messages have been sent, so the answer does not matter.
    if (finished) {
      send(message("STOP", last, turns_ + 1), clocks_.play_clock);
    } else {
      send(fmt::format("( ABORT {} )", match_), grace);
    }
    wait();
  }

 private:
  /// Shows the answer on one line of limited length.
  static std::string shown(const std::string& text) {
    constexpr std::size_t longest = 80;
    std::string result = text.substr(0, longest);
    std::replace_if(result.begin(), result.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return "`" + result + "`";
  }

  std::string message(std::string_view kind, const LastTurn& last, std::size_t turn) {
    turns_ = turn;
    if (!game_->has_percepts()) {
      return fmt::format("( {} {} {} )", kind, match_, ggp_list(last.joint));
    }
    const bool first = last.joint.empty();
    return fmt::format("( {} {} {} {} {} )", kind, match_, turn, first ? "NIL" : last.joint[role_],
                       first ? "NIL" : ggp_list(last.percepts[role_]));
  }

  void send(std::string text, double seconds) {
    // If there is no thread for it, it is sent when its answer is waited for.
    reply_ = std::async(
        std::launch::async | std::launch::deferred, [this, text = std::move(text), seconds] {
          const auto begin = std::chrono::steady_clock::now();
          Reply reply;
          reply.text = client_->post(text, seconds, reply.why);
          reply.seconds =
              std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
          return reply;
        });
  }

  Reply wait() {
    while (reply_.wait_for(glance) == std::future_status::timeout) {
      if (interrupted()) client_->cancel();
    }
    return reply_.get();
  }

  std::string description_;
  std::unique_ptr<HttpClient> client_;
  std::shared_ptr<const runtime::Game> game_;
  runtime::Role role_;
  std::string rules_;
  RemoteContext clocks_;
  std::string match_;
  std::string trouble_;  ///< what went wrong at the start of the match; may be empty
  std::size_t turns_ = 0;
  std::future<Reply> reply_;  ///< to the last message
};

/// Returns the rules in the form of messages; empty if the file has none.
std::string rules_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::string rules = ggp_rules(text);
  return rules.starts_with("(") ? rules : std::string();
}

}  // namespace

bool is_remote_seat(std::string_view description) {
  return description.starts_with(http_scheme);
}

std::string check_remote_seat(std::string_view description) {
  if (parse_http_address(description)) return {};
  return fmt::format("`{}` is not an address of a player: http://HOST:PORT", description);
}

std::unique_ptr<Seat> make_remote_seat(const std::string& description, runtime::Role role,
                                       SeatContext& context) {
  std::string rules = rules_of(context.evaluation.sources.game);
  if (rules.empty()) {
    context.session.diagnostics.error(
        {}, "usage",
        description + " needs rules in GDL's prefix form, which this file does not have");
    return nullptr;
  }
  std::string why;
  std::unique_ptr<HttpClient> client =
      open_http_client(*parse_http_address(description), why);  // checked before
  if (!client) {
    context.session.diagnostics.error({}, "usage", why);
    return nullptr;
  }
  return std::make_unique<RemoteSeat>(description, std::move(client), context.game.game, role,
                                      std::move(rules), context.remote);
}

}  // namespace tesuji::tools
