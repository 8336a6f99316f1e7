// SPDX-License-Identifier: MIT
#include "morphview/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <utility>

namespace morphview {
namespace {

using morph::Error;
using morph::ErrorCode;
using morph::Result;

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

Error io_error(const std::string& path, int reason) {
  const std::string name = path == "-" ? "standard output" : fmt::format("'{}'", path);
  return {ErrorCode::io, "", fmt::format("cannot write {}: {}", name, std::strerror(reason))};
}

// What an interrupt has to remove; the handler may only touch this.
std::array<char, PATH_MAX> interrupted_file{};
bool standard_output_closed = false;

void remember_temporary(const std::string& path) {
  interrupted_file[0] = '\0';
  if (path.size() >= interrupted_file.size()) return;
  std::copy(path.begin() + 1, path.end(), interrupted_file.begin() + 1);
  interrupted_file[path.size()] = '\0';
  interrupted_file[0] = path[0];  // last, so that the handler never sees half a name
}

void on_interrupt(int) { abandon_run(ExitCode::interrupted); }

// The file that a path means, through symbolic links; the path itself where there is none yet.
std::string resolved(const std::string& path) {
  std::error_code error;
  const std::filesystem::path canonical = std::filesystem::canonical(path, error);
  return error ? path : canonical.string();
}

mode_t new_file_mode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

bool is_special(const std::string& path, mode_t& mode) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return false;
  mode = status.st_mode & 07777;
  return !S_ISREG(status.st_mode);
}

}  // namespace

void abandon_run(ExitCode exit) {
  if (interrupted_file[0] != '\0') unlink(interrupted_file.data());
  _exit(static_cast<int>(exit));
}

Result<OutputFile> OutputFile::open(const std::string& path) {
  OutputFile file;
  file.path_ = path;
  if (path == "-") {
    if (standard_output_closed) return io_error(path, EBADF);
    file.descriptor_ = dup(STDOUT_FILENO);
    if (file.descriptor_ < 0) return io_error(path, errno);
    return file;
  }
  const std::string target = resolved(path);
  mode_t mode = new_file_mode();
  if (is_special(target, mode)) {
    file.descriptor_ = ::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (file.descriptor_ < 0) return io_error(path, errno);
    return file;
  }
  file.target_ = target;
  file.temporary_ = target + ".XXXXXX";
  file.descriptor_ = mkostemp(file.temporary_.data(), O_CLOEXEC);
  if (file.descriptor_ < 0) {
    file.temporary_.clear();
    return io_error(path, errno);
  }
  remember_temporary(file.temporary_);
  fchmod(file.descriptor_, mode);
  return file;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      buffer_(std::move(other.buffer_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      failure_(other.failure_) {}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  interrupted_file[0] = '\0';
}

void OutputFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBufferBytes) flush();
}

void OutputFile::write(std::span<const std::uint8_t> bytes) {
  write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void OutputFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty() && failure_ == 0) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      failure_ = errno;
    }
  }
  buffer_.clear();
}

Result<void> OutputFile::commit() {
  flush();
  if (failure_ == 0 && !temporary_.empty() && fsync(descriptor_) != 0) failure_ = errno;
  if (close(std::exchange(descriptor_, -1)) != 0 && failure_ == 0) failure_ = errno;
  if (failure_ == 0 && !temporary_.empty()) {
    if (rename(temporary_.c_str(), target_.c_str()) != 0) failure_ = errno;
    if (failure_ == 0) temporary_.clear();
    interrupted_file[0] = '\0';
  }
  if (failure_ != 0) return io_error(path_, failure_);
  return {};
}

Result<void> write_file(const std::string& path, std::span<const std::uint8_t> bytes) {
  Result<OutputFile> file = OutputFile::open(path);
  if (!file) return file.error();
  file->write(bytes);
  return file->commit();
}

void prepare_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    if (descriptor == STDOUT_FILENO) standard_output_closed = true;
    ::open("/dev/null", O_RDWR);  // takes the lowest free number: this one
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is then an error of the write
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}

}  // namespace morphview
