// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The frame of an HTML page. A page loads nothing.

#pragma once

#include <string>

namespace apps {

/// With entities for the characters that have a meaning in HTML.
std::string escaped_html(std::string const& text);

/// The head of a page and the begin of its body. Its style is light or dark as the reader's system,
/// and suits phones and wide screens.
std::string page_begin(std::string const& title, std::string const& more_style);

}  // namespace apps
