#include "tools/servers/explore/warm_workers.h"

#include "backend/temporary/temporary.h"
#include "tools/base/json.h"
#include "tools/servers/explore/job_files.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>
#include <vector>

namespace tesuji::tools {

struct WarmWorkers::Worker {
  Worker(const std::string& program, const JobFile& held, std::uint64_t memory)
      : game(held), folder("tesuji-explore") {
    write_job_file(folder.path_of(game.name), game.text);
    process = std::make_unique<child::ChildWorker>(
        program, std::vector<std::string>{"position", "--requests", folder.path_of(game.name)},
        memory);
  }

  JobFile game;  ///< that it has loaded
  temporary::Folder folder;
  std::unique_ptr<child::ChildWorker> process;  ///< ends before its folder is removed
  std::uint64_t requests = 0;
};

WarmWorkers::WarmWorkers(std::string program, std::uint64_t memory, std::size_t most)
    : program_(std::move(program)), memory_(memory), most_(most) {}

WarmWorkers::~WarmWorkers() = default;

std::unique_ptr<WarmWorkers::Worker> WarmWorkers::take(const JobFile& game, Workers& dropped) {
  {
    const std::lock_guard lock(mutex_);
    ++busy_;
    // Those that the system has ended meanwhile.
    idle_.remove_if([](const auto& each) { return !each->process->is_alive(); });
    const auto known = std::find_if(idle_.begin(), idle_.end(), [&](const auto& each) {
      return each->game.name == game.name && each->game.text == game.text;
    });
    if (known != idle_.end()) {
      std::unique_ptr<Worker> worker = std::move(*known);
      idle_.erase(known);
      return worker;
    }
    if (idle_.size() + busy_ > most_ && !idle_.empty()) {
      dropped.splice(dropped.begin(), idle_, std::prev(idle_.end()));
    }
  }
  return std::make_unique<Worker>(program_, game, memory_);
}

void WarmWorkers::put_back(std::unique_ptr<Worker> worker, Workers& dropped) {
  const bool is_alive = worker && worker->process->is_alive();
  const std::lock_guard lock(mutex_);
  --busy_;
  (is_alive ? idle_ : dropped).push_front(std::move(worker));
  while (!idle_.empty() && idle_.size() + busy_ > most_) {
    dropped.splice(dropped.begin(), idle_, std::prev(idle_.end()));
  }
}

WorkerAnswer WarmWorkers::ask(Worker& worker, const JobRequest& request,
                              const child::WorkerRequest& limits) {
  Json arguments = Json::array();
  // The process has the name of the command and the game already.
  for (std::size_t i = 1; i < request.arguments.size(); ++i) {
    const JobArgument& argument = request.arguments[i];
    if (argument.file == request.game && argument.text.empty()) continue;
    const std::string path = argument.file.empty() ? "" : worker.folder.path_of(argument.file);
    arguments.push_back(argument.text + path);
  }
  for (const JobFile& file : request.files) {
    if (file.name != request.game) write_job_file(worker.folder.path_of(file.name), file.text);
  }
  const std::uint64_t id = ++worker.requests;
  std::string line = json_text(Json{{"id", id}, {"arguments", arguments}}, -1);
  std::string stop = json_text(Json{{"stop", id}}, -1);
  line.pop_back();  // the line end
  stop.pop_back();
  child::WorkerRequest asked = limits;
  asked.line = line;
  asked.stop_line = stop;
  const child::WorkerReply reply = worker.process->ask(asked);
  WorkerAnswer answer{reply.result, {}, reply.result.errors};
  if (reply.answer) {
    const Json json = Json::parse(*reply.answer);
    answer.output = json.at("output").get<std::string>();
    answer.errors += json.at("errors").get<std::string>();
    answer.result.code = json.at("code").get<int>();
  }
  const std::string folder = worker.folder.path_of("");
  answer.output = without(std::move(answer.output), folder);
  answer.errors = without(std::move(answer.errors), folder);
  return answer;
}

WorkerAnswer WarmWorkers::ask(const JobRequest& request, const child::WorkerRequest& limits) {
  Workers dropped;  // ended without the lock
  WorkerAnswer answer;
  std::unique_ptr<Worker> worker;
  try {
    const auto game = std::find_if(request.files.begin(), request.files.end(),
                                   [&](const JobFile& file) { return file.name == request.game; });
    worker = take(*game, dropped);
    answer = ask(*worker, request, limits);
  } catch (const std::exception& error) {
    answer.result.end = child::ChildResult::End::not_started;
    answer.errors = error.what();
    worker = nullptr;
  }
  put_back(std::move(worker), dropped);
  return answer;
}

}  // namespace tesuji::tools
