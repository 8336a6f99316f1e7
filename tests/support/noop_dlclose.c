/* SPDX-License-Identifier: MIT */
/* Replaces dlclose in sanitized executables. The GL drivers are unloaded before LeakSanitizer
 * reports, so that their leaks belong to an "<unknown module>" that no suppression matches; a
 * library that stays loaded keeps what it points at reachable. */

int dlclose(void* handle);

int dlclose(void* handle) {
  (void)handle;
  return 0;
}
