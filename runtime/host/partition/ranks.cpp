#include "runtime/host/partition/ranks.h"

#include "runtime/host/game/facts_text.h"

#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace tesuji::runtime {
namespace {

/// What the threads share.
class Group {
 public:
  explicit Group(unsigned count) : count_(count), sent_(count), sums_(count) {}

  [[nodiscard]] unsigned count() const { return count_; }

  void send(unsigned rank, std::vector<Ranks::Message> messages) {
    sent_[rank] = std::move(messages);
    meet();
  }

  std::vector<Ranks::Message> take(unsigned rank) {
    std::vector<Ranks::Message> taken;
    taken.reserve(count_);
    for (auto& of_sender : sent_) taken.push_back(std::move(of_sender[rank]));
    meet();
    return taken;
  }

  void add_up(unsigned rank, std::span<std::uint64_t> numbers) {
    sums_[rank].assign(numbers.begin(), numbers.end());
    meet();
    for (unsigned other = 0; other < count_; ++other) {
      if (other == rank) continue;
      for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += sums_[other][i];
    }
    meet();
  }

  void fail(std::exception_ptr reason, bool is_first_hand) {
    const std::lock_guard lock(mutex_);
    if (failure_ == nullptr || (is_first_hand && !first_hand_)) {
      failure_ = std::move(reason);
      first_hand_ = is_first_hand;
    }
    changed_.notify_all();
  }

  void rethrow() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 private:
  /// Waits until all threads have called it.
  void meet() {
    std::unique_lock lock(mutex_);
    const std::uint64_t meeting = meeting_;
    if (failure_ == nullptr && ++here_ == count_) {
      here_ = 0;
      ++meeting_;
      changed_.notify_all();
    } else {
      changed_.wait(lock, [&] { return meeting_ != meeting || failure_ != nullptr; });
    }
    if (meeting_ == meeting) throw RankLost("another rank has failed");
  }

  unsigned count_;
  std::vector<std::vector<Ranks::Message>> sent_;  ///< by sender, then by receiver
  std::vector<std::vector<std::uint64_t>> sums_;
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned here_ = 0;
  std::uint64_t meeting_ = 0;
  std::exception_ptr failure_;
  bool first_hand_ = false;  ///< failure_ is an original error, not RankLost
};

class ThreadRank final : public Ranks {
 public:
  ThreadRank(Group& group, unsigned rank) : group_(group), rank_(rank) {}

  [[nodiscard]] unsigned rank() const override { return rank_; }
  [[nodiscard]] unsigned count() const override { return group_.count(); }
  void begin_exchange(std::vector<Message> messages) override { messages_ = std::move(messages); }
  [[nodiscard]] std::vector<Message> finish_exchange() override {
    group_.send(rank_, std::move(messages_));
    return group_.take(rank_);
  }
  void add_up(std::span<std::uint64_t> numbers) override { group_.add_up(rank_, numbers); }

 private:
  Group& group_;
  unsigned rank_;
  std::vector<Message> messages_;
};

}  // namespace

void run_on_threads(unsigned count, const std::function<void(Ranks&)>& body) {
  Group group(count);
  const auto run = [&](unsigned number) {
    ThreadRank rank(group, number);
    try {
      body(rank);
    } catch (const RankLost&) {
      group.fail(std::current_exception(), false);
    } catch (...) {
      group.fail(std::current_exception(), true);
    }
  };
  std::vector<std::jthread> threads;
  try {
    for (unsigned number = 1; number < count; ++number) threads.emplace_back(run, number);
    run(0);
  } catch (const std::system_error&) {  // no further thread can be started
    group.fail(std::current_exception(), true);
  }
  threads.clear();
  group.rethrow();
}

std::string share_text(Ranks& ranks, const std::string& text) {
  Ranks::Message message;
  if (ranks.rank() == 0) {
    message.resize(1 + (text.size() + 7) / 8);
    message.front() = text.size();
    std::memcpy(message.data() + 1, text.data(), text.size());
  }
  ranks.begin_exchange(std::vector<Ranks::Message>(ranks.count(), message));
  const Ranks::Message received = ranks.finish_exchange().front();
  std::string shared(received.front(), '\0');
  std::memcpy(shared.data(), received.data() + 1, shared.size());
  return shared;
}

std::vector<StateFact> share_facts(Ranks& ranks,
                                   const std::function<std::vector<StateFact>()>& find) {
  return read_facts(share_text(ranks, ranks.rank() == 0 ? facts_text(find()) : std::string()));
}

}  // namespace tesuji::runtime
