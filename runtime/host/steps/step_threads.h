// Keeps threads ready for short pieces of work, again and again.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace tesuji::runtime {

/// For one caller at a time. Work must not throw.
class StepThreads {
 public:
  /// `count` threads, including the caller's; fewer if the system has no more.
  explicit StepThreads(unsigned count);
  ~StepThreads();
  StepThreads(const StepThreads&) = delete;
  StepThreads& operator=(const StepThreads&) = delete;

  [[nodiscard]] unsigned count() const { return 1 + static_cast<unsigned>(others_.size()); }

  /// Calls work(thread, piece) once for each piece below `pieces`, and returns when all are done.
  /// Thread t begins with pieces t, t + count(), ..: the same ones each time, so that their memory
  /// is near it. A thread that is done takes pieces that others have not begun, because another one
  /// may have lost its core to other programs.
  void run(std::size_t pieces, const std::function<void(unsigned, std::size_t)>& work);
  /// As run(), but on the caller's thread until that turns out to take longer than waking others:
  /// for work that takes about as long each time.
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
  std::atomic<std::uint32_t> round_{0};  ///< changes when there is work, or at the end
  std::atomic<std::uint32_t> left_{0};   ///< pieces that are not done yet
  std::unique_ptr<Queue[]> queues_;      ///< one for each thread
  bool over_ = false;
  int trials_ = 0;                     ///< of run_often, on the caller's thread
  std::int64_t alone_ns_ = INT64_MAX;  ///< the fastest of them
  std::vector<std::thread> others_;
};

}  // namespace tesuji::runtime
