// Threads that wait for short pieces of work, again and again.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
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
  /// Thread t does pieces t, t + count(), ..: the same ones each time, whose memory is near it.
  void run(std::size_t pieces, const std::function<void(unsigned, std::size_t)>& work);
  /// The same, on the caller's thread until that has been found to take longer than waking others
  /// does: for work that takes about as long each time.
  void run_often(std::size_t pieces, const std::function<void(unsigned, std::size_t)>& work);

 private:
  void do_pieces(unsigned thread) const;
  void wait_for_work(unsigned thread);

  const std::function<void(unsigned, std::size_t)>* work_ = nullptr;
  std::size_t pieces_ = 0;
  std::atomic<std::uint32_t> round_{0};  ///< a new number: there is work, or it is over
  std::atomic<std::uint32_t> busy_{0};   ///< of the others, how many have not done theirs
  bool over_ = false;
  int trials_ = 0;                     ///< of run_often, on the caller's thread
  std::int64_t alone_ns_ = INT64_MAX;  ///< the fastest of them
  std::vector<std::thread> others_;
};

}  // namespace tesuji::runtime
