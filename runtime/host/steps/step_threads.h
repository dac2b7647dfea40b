// Threads that wait for short pieces of work, again and again.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace tesuji::runtime {

/// For one caller at a time. Work may not throw.
class StepThreads {
 public:
  /// `count` threads, the caller's among them; fewer where the system has no more.
  explicit StepThreads(unsigned count);
  ~StepThreads();
  StepThreads(const StepThreads&) = delete;
  StepThreads& operator=(const StepThreads&) = delete;

  [[nodiscard]] unsigned count() const { return 1 + static_cast<unsigned>(others_.size()); }

  /// Calls work(thread, piece) once for each piece below `pieces`, and returns when all are done.
  /// Thread t begins with pieces t, t + count(), ..: the same ones each time, whose memory is near
  /// it. Who is done with these does what others have not begun, since on a machine with other work
  /// one may wait for its core.
  void run(std::size_t pieces, const std::function<void(unsigned, std::size_t)>& work);
  /// The same, on the caller's thread until that has been found to take longer than waking others
  /// does: for work that takes about as long each time.
  void run_often(std::size_t pieces, const std::function<void(unsigned, std::size_t)>& work);

 private:
  using Work = std::function<void(unsigned, std::size_t)>;
  /// The pieces that a thread begins with: the round in the upper half, and how many were begun.
  struct alignas(64) Queue {
    std::atomic<std::uint64_t> begun{0};
  };

  bool take(unsigned owner, std::uint32_t round, std::size_t& piece);
  void do_pieces(unsigned thread, std::uint32_t round);
  void wait_for_work(unsigned thread);

  std::atomic<const Work*> work_{nullptr};
  std::atomic<std::size_t> pieces_{0};
  std::atomic<std::uint32_t> round_{0};  ///< a new number: there is work, or it is over
  std::atomic<std::uint32_t> left_{0};   ///< pieces that are not done
  std::unique_ptr<Queue[]> queues_;      ///< one for each thread
  bool over_ = false;
  int trials_ = 0;                     ///< of run_often, on the caller's thread
  std::int64_t alone_ns_ = INT64_MAX;  ///< the fastest of them
  std::vector<std::thread> others_;
};

}  // namespace tesuji::runtime
