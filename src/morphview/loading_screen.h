// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "morphview/interface.h"
#include "morphview/loader.h"
#include "morphview/window.h"

namespace morphview {

/// Shows how far the loading of `name` is until it ends; the window being closed, Esc and the
/// Cancel button end it at once. Errors: those of Loader::take.
morph::Result<Model> wait_for_model(Loader& loader, const std::string& name, const Window& window,
                                    Interface& interface);

}  // namespace morphview
