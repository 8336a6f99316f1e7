// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "morphview/image_compare.h"
#include "morphview/json_writer.h"
#include "morphview/output_file.h"
#include "morphview/png.h"
#include "morphview/results.h"

namespace morphview {
namespace {

using morph::Error;
using morph::ErrorCode;
using morph::Image;
using morph::Result;

std::string_view result_name(CompareResult result) {
  switch (result) {
    case CompareResult::match:
      return "match";
    case CompareResult::mismatch:
      return "mismatch";
    case CompareResult::size_mismatch:
      return "size-mismatch";
    default:
      return "missing-reference";
  }
}

// The figures of a comparison, null where there was nothing to count.
void write_figures(JsonWriter& json, const Comparison& comparison) {
  const bool counted =
      comparison.result == CompareResult::match || comparison.result == CompareResult::mismatch;
  const auto figure = [&](std::string_view name, auto number) {
    json.key(name);
    if (counted) {
      json.value(number);
    } else {
      json.null();
    }
  };
  figure("differing_pixels", comparison.differing_pixels);
  figure("differing_percent", comparison.differing_percent);
  figure("max_delta", comparison.max_delta);
  figure("rmse", comparison.rmse);
}

Result<void> write_compare_json(const Options& options, const Comparison& comparison,
                                const std::string& renderer, const std::string& gl_version) {
  Result<OutputFile> out = OutputFile::open("-");
  if (!out) return out.error();
  JsonWriter json(*out);
  json.begin_object();
  json.member("schema", "morphview.compare/1");
  json.member("tool", "morphview " MORPHVIEW_VERSION);
  json.member("result", result_name(comparison.result));
  json.member("tolerance", options.tolerance);
  json.member("max_diff_percent", options.max_diff);
  write_figures(json, comparison);
  json.member("renderer", renderer);
  json.member("gl_version", gl_version);
  json.end_object();
  return out->commit();
}

std::string describe(const Options& options, const Comparison& comparison, const Image& rendering,
                     const Image& expected) {
  switch (comparison.result) {
    case CompareResult::missing_reference:
      return fmt::format("missing-reference: there is no '{}'", options.reference);
    case CompareResult::size_mismatch:
      return fmt::format("size-mismatch: the picture is {}x{}, '{}' is {}x{}", rendering.width,
                         rendering.height, options.reference, expected.width, expected.height);
    default:
      return fmt::format(
          "mismatch: {} of {} pixels ({:.3g} %, allowed {:.3g} %) differ from '{}' by more than "
          "{}; "
          "at most by {}, rmse {:.3g}",
          comparison.differing_pixels, comparison.compared_pixels, comparison.differing_percent,
          options.max_diff, options.reference, options.tolerance, comparison.max_delta,
          comparison.rmse);
  }
}

Comparison compare(const Options& options, const Image& rendering, const Image& expected) {
  return compare_images(rendering, expected,
                        {options.tolerance, options.max_diff, options.background});
}

}  // namespace

ExitCode check_reference(const Options& options, const Image& rendering,
                         const std::string& renderer, const std::string& gl_version,
                         const Messages& messages) {
  const auto fail = [&](ExitCode exit, const Error& error) {
    messages.error(error.text());
    return exit;
  };
  if (options.update_reference) {
    const Result<void> written = write_png(options.reference, rendering);
    if (!written) return fail(ExitCode::output_not_written, written.error());
  }
  const Result<Image> read = read_png(options.reference);
  const bool missing = !read && read.error().code == ErrorCode::not_found;
  if (!read && !missing) return fail(ExitCode::input_unusable, read.error());
  const Image expected = read ? *read : Image{};
  Comparison comparison;
  comparison.result = CompareResult::missing_reference;
  if (!missing) comparison = compare(options, rendering, expected);
  if (options.json) {
    const Result<void> reported = write_compare_json(options, comparison, renderer, gl_version);
    if (!reported) return fail(ExitCode::output_not_written, reported.error());
  }
  if (comparison.result == CompareResult::match) return ExitCode::ok;
  messages.error(describe(options, comparison, rendering, expected));
  if (!options.diff.empty() && comparison.result == CompareResult::mismatch) {
    const Image difference = difference_image(rendering, expected, options.tolerance);
    const Result<void> written = write_png(options.diff, difference);
    if (!written) return fail(ExitCode::output_not_written, written.error());
  }
  return ExitCode::check_failed;
}

}  // namespace morphview
