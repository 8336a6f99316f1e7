// SPDX-License-Identifier: MIT
#include "morphview/run.h"

#include <string>
#include <string_view>
#include <utility>

#include "morphview/messages.h"
#include "morphview/model.h"
#include "morphview/options.h"
#include "morphview/output_file.h"
#include "morphview/reports.h"
#include "morphview/results.h"
#include "morphview/viewer.h"
#include "morphview/watchdog.h"

namespace morphview {
namespace {

using morph::Error;
using morph::Result;

ExitCode print(std::string_view text, const Messages& messages) {
  Result<OutputFile> out = OutputFile::open("-");
  if (out) out->write(text);
  const Result<void> written = out ? out->commit() : Result<void>(out.error());
  if (written) return ExitCode::ok;
  messages.error(written.error().text());
  return ExitCode::output_not_written;
}

morph::gltf::ImportOptions import_options(const Options& options) {
  morph::gltf::ImportOptions import;
  using morph::gltf::Limits;
  if (options.limits == LimitsPreset::strict) import.limits = Limits::strict();
  if (options.limits == LimitsPreset::none) import.limits = Limits::none();
  import.map_files = options.limits != LimitsPreset::strict;  // see ImportOptions
  import.asset_root = options.asset_root;
  import.external = !options.no_external;
  import.report_conformance = options.info || options.strict;
  return import;
}

// --info describes even a file that cannot be used.
ExitCode report_unusable(const Options& options, const Error& error, const Messages& messages) {
  messages.error(error.text());
  if (!options.info || !options.json) return input_exit_code(error);
  const Result<void> written = write_info_json(options.file, error);
  if (written) return input_exit_code(error);
  messages.error(written.error().text());
  return ExitCode::output_not_written;
}

// --strict: the results are written, and then a warning is a failed check.
ExitCode judge_warnings(const Messages& messages) {
  if (messages.warning_count() == 0) return ExitCode::ok;
  messages.error("there were warnings, and --strict treats them as errors");
  return ExitCode::check_failed;
}

ExitCode produce(const Options& options, const Messages& messages) {
  const Watchdog watchdog(options.timeout);
  const Result<Model> model = load_model(options.file, import_options(options));
  if (!model) return report_unusable(options, model.error(), messages);
  messages.findings(model->imported.warnings);
  return produce_results(options, *model, messages);
}

}  // namespace

ExitCode run(int argc, const char* const* argv) {
  Result<Options> parsed = parse_options(argc, argv);
  if (!parsed) {
    const Messages messages(0);
    messages.error(parsed.error().text());
    return ExitCode::wrong_usage;
  }
  Options options = std::move(*parsed);
  const Messages messages(options.verbosity);
  if (options.help) return print(help_text(), messages);
  if (options.version) return print("morphview " MORPHVIEW_VERSION "\n", messages);
  if (options.file.empty()) {
    const Result<std::string> demo = find_demo();
    if (!demo) return report_unusable(options, demo.error(), messages);
    options.file = *demo;
  }
  const ExitCode exit = options.wants_result()
                            ? produce(options, messages)
                            : show_viewer(options, import_options(options), messages);
  return exit == ExitCode::ok && options.strict ? judge_warnings(messages) : exit;
}

}  // namespace morphview
