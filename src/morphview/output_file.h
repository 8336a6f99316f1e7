// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "morph/runtime/result.h"
#include "morphview/exit_code.h"

namespace morphview {

// Results are written whole or not at all: into a temporary file beside the target, which takes its
// name at the end. A run that fails or is interrupted leaves the old file as it was and nothing
// half-written behind.

class OutputFile {
 public:
  /// Opens a file for replacing, or standard output for "-". What is not a regular file (a device,
  /// a pipe) is written directly. Errors, here and below: io, naming the path and the system's
  /// reason.
  static morph::Result<OutputFile> open(const std::string& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();  ///< without commit: the temporary file is removed

  /// Buffered; what goes wrong is reported by `commit`.
  void write(std::string_view text);
  void write(std::span<const std::uint8_t> bytes);

  /// Puts everything on disk and gives the file its name.
  [[nodiscard]] morph::Result<void> commit();

 private:
  OutputFile() = default;
  void flush();

  std::string path_;       // for messages
  std::string target_;     // the file to replace; empty when written directly
  std::string temporary_;  // empty when written directly
  std::string buffer_;
  int descriptor_ = -1;
  int failure_ = 0;  // errno of the first write that failed
};

/// Writes a whole file, or standard output for "-". Errors: io.
morph::Result<void> write_file(const std::string& path, std::span<const std::uint8_t> bytes);

/// Ends the run at once, from any thread: the temporary file is removed, nothing else is tidied up.
[[noreturn]] void abandon_run(ExitCode exit);

/// Makes closed standard streams and broken pipes errors like any other: a closed descriptor 0, 1
/// or 2 is filled, so that no file opened later takes its place; a reader that goes away ends in an
/// error instead of a signal; and an interrupted run removes its temporary file and ends with 130.
/// Called once, at the start of main.
void prepare_standard_streams();

}  // namespace morphview
