#include "runtime/host/gpu/gpu_questions.h"

#include "runtime/core/tesuji/gpu_lanes.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>

namespace tesuji::runtime {
namespace {

/// Holds the tile and the kernels that work on it.
class Asker {
 public:
  Asker(std::shared_ptr<const GpuDevice> device, const GpuQuestionCode& code)
      : device_(std::move(device)),
        scope_(std::make_unique<CurrentGpu>(*device_)),
        code_(code),
        tile_(*device_, code.tile_words * TSJ_GPU_STRIDE),
        order_(*device_, sizeof(tsj_gpu_order)),
        stream_(*device_) {
    tsj_gpu_order order{};
    order.threads = TSJ_GPU_WARP;
    order_.write(&order, sizeof order);
    for (std::size_t i = 0; i < code.modules.size(); ++i) {
      if (code.modules[i].empty()) continue;
      modules_[i] = std::make_unique<GpuModule>(*device_, code.modules[i], GpuOptimisation::quick);
      kernels_[i] = modules_[i]->kernel(code.kernel);
    }
    code_.modules = {};
    scope_.reset();
  }
  ~Asker() {
    scope_ = std::make_unique<CurrentGpu>(*device_);
    for (auto& module : modules_) module.reset();
  }
  Asker(const Asker&) = delete;
  Asker& operator=(const Asker&) = delete;

  [[nodiscard]] bool asks(std::size_t question) const { return kernels_[question] != nullptr; }

  void ask(std::size_t question, std::uint64_t* state, const std::uint64_t* moves,
           std::uint64_t* answers) {
    const std::lock_guard lock(mutex_);
    const CurrentGpu scope(*device_);
    tile_.write(state, bytes(code_.state_words), bytes(code_.state));
    if (moves != nullptr) tile_.write(moves, bytes(code_.move_words), bytes(code_.moves));
    cuda::Address tile = tile_.address();
    cuda::Address order = order_.address();
    cuda::Address status = 0;
    std::uint32_t number = 0;
    std::array<void*, 4> arguments = {&tile, &order, &status, &number};
    stream_.launch(kernels_[question], 1, TSJ_GPU_WARP, arguments);
    stream_.wait();
    if (question == GpuQuestionCode::next) {
      tile_.read(state, bytes(code_.state_words), bytes(code_.state));
    } else {
      tile_.read(answers, bytes(code_.answer_words[question]), bytes(code_.answers));
    }
  }

 private:
  static std::size_t bytes(std::uint64_t words) { return words * TSJ_GPU_STRIDE; }

  std::shared_ptr<const GpuDevice> device_;
  std::unique_ptr<CurrentGpu> scope_;  ///< during construction and destruction only
  GpuQuestionCode code_;
  GpuMemory tile_;
  GpuMemory order_;
  GpuStream stream_;
  std::array<std::unique_ptr<GpuModule>, GpuQuestionCode::count> modules_;
  std::array<cuda::Function, GpuQuestionCode::count> kernels_{};
  std::mutex mutex_;
};

}  // namespace

LaneQuestionCode ask_on_gpu(std::shared_ptr<const GpuDevice> device, const GpuQuestionCode& code) {
  const auto asker = std::make_shared<Asker>(std::move(device), code);
  const auto question = [&](std::size_t number) -> LaneQuestion {
    if (!asker->asks(number)) return {};
    return [asker, number](std::uint64_t* state, std::uint64_t* moves, std::uint64_t* answers,
                           std::uint64_t*) { asker->ask(number, state, moves, answers); };
  };
  LaneQuestionCode questions;
  questions.blocks = TSJ_GPU_WARP;
  questions.legal = question(GpuQuestionCode::legal);
  questions.next = question(GpuQuestionCode::next);
  questions.terminal = question(GpuQuestionCode::terminal);
  questions.goals = question(GpuQuestionCode::goals);
  questions.percepts = question(GpuQuestionCode::percepts);
  return questions;
}

}  // namespace tesuji::runtime
