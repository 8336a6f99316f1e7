// SPDX-License-Identifier: MIT
#include "morph/gltf/detail/files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <utility>

#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif

#include "morph/gltf/detail/findings.h"

namespace morph::gltf::detail {
namespace {

/// Below this a mapping saves nothing.
constexpr std::uint64_t kLeastMapped = 1 << 20;
/// Below this a call to the system costs more than the pages are worth.
constexpr std::size_t kLeastReleased = 64 << 10;

constexpr int kReadFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

/// What the system says, in lower case and without "or directory", to stand after a colon.
std::string reason(int error) {
  if (error == ENOENT) return "no such file";
  std::string text = std::strerror(error);
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

Error cannot_open(const std::string& name, int error) {
  return {ErrorCode::io, {}, "cannot open " + in_quotes(name) + ": " + reason(error), "IO_ERROR"};
}

Error outside() {
  return {ErrorCode::forbidden,
          {},
          "refers to a file outside its folder; use --asset-root DIR to allow",
          "IO_ERROR"};
}

Error too_large(const std::string& name, std::uint64_t size, std::uint64_t limit) {
  return {ErrorCode::limit_exceeded,
          {},
          in_quotes(name) + " has " + readable_bytes(size) + ", limit " + readable_bytes(limit),
          {}};
}

/// Reads on until the file ends, however much longer than expected it has become.
Result<FileBytes> read_to_end(const FileDescriptor& file, const std::string& name,
                              std::size_t expected, std::uint64_t limit) {
  // One byte more than expected shows whether the file has grown, in one read.
  std::vector<std::byte> bytes(expected + 1);
  std::size_t used = 0;
  while (true) {
    if (used == bytes.size()) bytes.resize(bytes.size() * 2);
    const ssize_t got = ::read(file.number(), bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      return Error{
          ErrorCode::io, {}, "cannot read " + in_quotes(name) + ": " + reason(errno), "IO_ERROR"};
    }
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    if (used > limit) return too_large(name, used, limit);
  }
  bytes.resize(used);
  return FileBytes(std::move(bytes));
}

/// openat2 with RESOLVE_BENEATH, or −1 with errno; ENOSYS where it does not exist.
int open_by_kernel(int folder, const char* relative) {
#if defined(SYS_openat2) && defined(RESOLVE_BENEATH)
  open_how how{};
  how.flags = static_cast<std::uint64_t>(kReadFlags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  return static_cast<int>(syscall(SYS_openat2, folder, relative, &how, sizeof(how)));
#else
  static_cast<void>(folder);
  static_cast<void>(relative);
  errno = ENOSYS;
  return -1;
#endif
}

/// Compares canonical paths. Not safe against somebody who swaps folders meanwhile; the last step
/// refuses a link.
Result<FileDescriptor> open_by_canonical_path(const std::filesystem::path& root,
                                              const std::string& relative) {
  std::error_code error;
  const std::filesystem::path top = std::filesystem::canonical(root, error);
  if (error) return cannot_open(root.string(), error.value());
  const std::filesystem::path target = std::filesystem::canonical(top / relative, error);
  if (error) return cannot_open(relative, error.value());
  const auto parted = std::mismatch(top.begin(), top.end(), target.begin(), target.end());
  if (parted.first != top.end()) return outside();
  FileDescriptor file(::open(target.c_str(), kReadFlags | O_NOFOLLOW));
  if (!file.open()) return cannot_open(relative, errno);
  return file;
}

}  // namespace

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = std::exchange(other.number_, -1);
  }
  return *this;
}

FileIdentity FileDescriptor::identity() const {
  struct stat status {};
  if (::fstat(number_, &status) != 0) return {};
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
}

void FileDescriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

FileBytes::FileBytes(FileBytes&& other) noexcept
    : owned_(std::move(other.owned_)),
      bytes_(std::exchange(other.bytes_, {})),
      file_(std::move(other.file_)),
      mapped_(std::exchange(other.mapped_, false)) {}

FileBytes& FileBytes::operator=(FileBytes&& other) noexcept {
  if (this != &other) {
    unmap();
    owned_ = std::move(other.owned_);
    bytes_ = std::exchange(other.bytes_, {});
    file_ = std::move(other.file_);
    mapped_ = std::exchange(other.mapped_, false);
  }
  return *this;
}

void FileBytes::unmap() {
  if (mapped_) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  mapped_ = false;
}

bool FileBytes::copy(std::span<const std::byte> part, std::byte* out) const {
  assert(in_file() && part.data() >= bytes_.data() &&
         part.data() + part.size() <= bytes_.data() + bytes_.size());
  auto offset = static_cast<off_t>(part.data() - bytes_.data());
  for (std::size_t left = part.size(); left > 0;) {
    const ssize_t got = ::pread(file_.number(), out, left, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;  // at the end: somebody has cut the file off
    out += got;
    offset += got;
    left -= static_cast<std::size_t>(got);
  }
  return true;
}

void FileBytes::release(std::span<const std::byte> part) const {
  if (!mapped_ || part.size() < kLeastReleased) return;
  // Whole pages inside the part: the neighbours' may still be in use.
  static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t begin = reinterpret_cast<std::uintptr_t>(part.data()) -
                            reinterpret_cast<std::uintptr_t>(bytes_.data());
  if (begin >= bytes_.size()) return;  // of another owner: a view that was decoded, say
  const std::size_t first = (begin + page - 1) / page * page;
  const std::size_t last = std::min(begin + part.size(), bytes_.size()) / page * page;
  if (first >= last) return;
  ::madvise(const_cast<std::byte*>(bytes_.data()) + first, last - first, MADV_DONTNEED);
}

Result<FileBytes> read_all(FileDescriptor file, const std::string& name, std::uint64_t limit,
                           FileAccess access) {
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) return cannot_open(name, errno);
  if (!S_ISREG(status.st_mode)) {
    return Error{ErrorCode::io, {}, in_quotes(name) + " is not a regular file", "IO_ERROR"};
  }
  const auto expected = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  if (expected > limit) return too_large(name, expected, limit);
  if (access == FileAccess::map && expected >= kLeastMapped) {
    void* const at = ::mmap(nullptr, static_cast<std::size_t>(expected), PROT_READ, MAP_PRIVATE,
                            file.number(), 0);
    if (at != MAP_FAILED) {
      FileBytes mapped({static_cast<const std::byte*>(at), static_cast<std::size_t>(expected)});
      mapped.mapped_ = true;
      mapped.file_ = std::move(file);
      return mapped;
    }
  }
  return read_to_end(file, name, static_cast<std::size_t>(expected), limit);
}

Result<FileBytes> read_input_file(const std::filesystem::path& path, std::uint64_t limit,
                                  FileAccess access) {
  // Asked by name first, because opening a device can have effects.
  const std::string name = path.string();
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    return Error{ErrorCode::io, {}, in_quotes(name) + " is not a regular file", "IO_ERROR"};
  }
  FileDescriptor file(::open(path.c_str(), kReadFlags));
  if (!file.open()) {
    return Error{
        ErrorCode::io, {}, "Cannot open " + in_quotes(name) + ": " + reason(errno), "IO_ERROR"};
  }
  return read_all(std::move(file), name, limit, access);
}

Result<FileDescriptor> open_beneath(const std::filesystem::path& root, const std::string& relative,
                                    Containment containment) {
  if (containment == Containment::canonical) return open_by_canonical_path(root, relative);
  const FileDescriptor folder(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open()) return cannot_open(root.string(), errno);
  for (int attempt = 0; attempt < 8; ++attempt) {
    FileDescriptor file(open_by_kernel(folder.number(), relative.c_str()));
    if (file.open()) return file;
    if (errno == EXDEV) return outside();
    if (errno == ENOSYS || errno == EPERM) return open_by_canonical_path(root, relative);
    if (errno != EAGAIN && errno != EINTR) return cannot_open(relative, errno);
  }
  return cannot_open(relative, EAGAIN);  // something keeps renaming folders
}

}  // namespace morph::gltf::detail
