/* plypack for C++17 and later: a thin layer over plypack.h. MIT OR Apache-2.0.
 *
 * - Objects own their C handle and free it in their destructor. They can be moved but not copied; `position::clone` and
 *   `game::clone` copy. An object that was moved from can only be assigned to or destroyed.
 * - Failures are thrown as `plypack::error`. If a callback throws, the call stops and throws the same exception.
 * - Texts are `std::string_view`, arrays are `plypack::view`. Texts and arrays of an object are valid until the object is changed
 *   or destroyed. Text is bytes, usually but not always UTF-8.
 * - Moves are packed moves (spec/moves.md), converted from and to text by `position` and `game`.
 * - Threads: the rules of plypack.h hold; a const member function has a const receiver.
 * - `get()` returns the C handle, for the functions of plypack.h that have no member function.
 * - During a loop over a range, the object of the range must live and must not change. With C++20, ranges work with
 *   `std::ranges` and `std::views`.
 * - Statuses are `plypack::status`, an enum class; the constants of plypack.h can be compared with them.
 */
#ifndef PLYPACK_HPP
#define PLYPACK_HPP

#if !(__cplusplus >= 201703L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L))
#error "plypack.hpp needs C++17"
#endif

#include "plypack/base.hpp"
#include "plypack/position.hpp"
#include "plypack/game.hpp"
#include "plypack/file.hpp"
#include "plypack/search.hpp"
#include "plypack/explorer.hpp"
#include "plypack/tables.hpp"

#endif
