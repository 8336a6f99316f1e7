// SPDX-License-Identifier: MIT
#include <exception>
#include <new>

#include "morphview/exit_code.h"
#include "morphview/messages.h"
#include "morphview/output_file.h"
#include "morphview/run.h"

int main(int argc, char** argv) {
  using morphview::ExitCode;
  morphview::prepare_standard_streams();
  const morphview::Messages messages(0);
  try {
    return static_cast<int>(morphview::run(argc, argv));
  } catch (const std::bad_alloc&) {
    messages.error("out of memory");
  } catch (const std::exception& exception) {
    messages.error(exception.what());
  }
  return static_cast<int>(ExitCode::internal_error);
}
