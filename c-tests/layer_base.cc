/* plypack.hpp: the base of its classes: statuses, callbacks, ranges. */
#include "plypack.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "plytest.h"

using plypack::status;

/* A long call like the library's: calls each callback once, and stops on request. */
static plypack_status work(const char *reason, const plypack_callbacks *callbacks, plypack_error *) {
    const plypack_corruption corruption = {7, 2, 0, {PLYPACK_CHECKSUM_BLOCK, 96, {reason, strlen(reason)}}, 0, 0, 0};
    plypack_issue issue = {};
    issue.reason = {reason, strlen(reason)};
    bool stop = false;
    CHECK(callbacks->size == sizeof(plypack_callbacks));
    if (callbacks->progress != NULL) stop = callbacks->progress(callbacks->user, 1, 2) != 0;
    if (!stop && callbacks->corruption != NULL) stop = callbacks->corruption(callbacks->user, &corruption) != 0;
    if (!stop && callbacks->issue != NULL) stop = callbacks->issue(callbacks->user, &issue) != 0;
    return stop ? PLYPACK_CANCELLED : PLYPACK_OK;
}

static void run(const plypack::callbacks &functions) {
    plypack::detail::c_callbacks c(functions);
    c.call(work, "why", c.get());
}

static void callbacks() {
    std::string told;
    plypack::callbacks functions;
    run(functions);
    functions.progress = [&](std::uint64_t done, std::uint64_t total) { told += std::to_string(done * 10 + total) + " "; };
    functions.corruption = [&](const plypack_corruption &found) { told += std::to_string(found.first) + " "; };
    functions.issue = [&](const plypack_issue &found) { told.append(found.reason.data, found.reason.len); };
    run(functions);
    CHECK(told == "12 7 why");
    functions.progress = [](std::uint64_t, std::uint64_t) { throw std::string("enough"); };
    told.clear();
    try {
        run(functions);
    } catch (const std::string &thrown) {
        told = thrown;
    }
    CHECK(told == "enough");
}

static void statuses() {
    try {
        plypack::position("nonsense");
        CHECK(!"nothing was thrown");
    } catch (const plypack::error &error) {
        CHECK(error.status() == status::illegal_position && error.status() == PLYPACK_ILLEGAL_POSITION);
        CHECK(error.status() != status::io && error.status() != PLYPACK_IO);
        CHECK(error.kind() == plypack::status_class::caller && error.kind() != PLYPACK_CLASS_IO);
        CHECK(error.status_name() == "ILLEGAL_POSITION" && !error.offset());
    }
    const plypack::error newer(plypack_status(599), 12, "of a newer library");
    CHECK(newer.status() == status(599) && newer.status_name() == "UNKNOWN" && newer.offset() == 12u);
}

struct square {
    int operator()(std::size_t index) const { return int(index * index); }
};

static void values_by_index() {
    const plypack::detail::indexed_range<square> squares({}, 5);
    CHECK(std::accumulate(squares.begin(), squares.end(), 0) == 0 + 1 + 4 + 9 + 16);
    CHECK(squares.size() == 5 && squares[3] == 9 && !squares.empty());
    auto found = std::find(squares.begin(), squares.end(), 9);
    CHECK(found - squares.begin() == 3 && *found++ == 9 && *found-- == 16 && found[1] == 16 && *(found - 1) == 4);
    CHECK(plypack::detail::indexed_range<square>().begin() == plypack::detail::indexed_range<square>().end());
}

#ifdef __cpp_lib_ranges
using index_range = plypack::detail::indexed_range<square>;
static_assert(std::ranges::random_access_range<index_range> && std::ranges::view<index_range>);
static_assert(std::ranges::input_range<plypack::walk_range> && std::ranges::view<plypack::walk_range>);
static_assert(std::ranges::input_range<plypack::game_range> && std::ranges::input_range<const plypack::reader>);
static_assert(std::ranges::contiguous_range<plypack::moves_view> && std::ranges::view<plypack::moves_view>);
static_assert(std::ranges::borrowed_range<plypack::moves_view> && std::ranges::borrowed_range<index_range>);
#endif

/* Earlier versions of clang cannot compile the views of GCC's library. */
#if defined(__cpp_lib_ranges) && (!defined(__clang__) || __clang_major__ >= 16)
static void pipes() {
    const plypack::game game("1. e4 {one} e5 {two} *");
    auto comments = game.walk() | std::views::filter([](const plypack::step &step) { return !step.text.empty(); }) |
                    std::views::transform([](const plypack::step &step) { return std::string(step.text); });
    std::string all;
    for (const std::string &comment : comments) all += comment;
    CHECK(all == "onetwo");
    auto odd = index_range({}, 6) | std::views::reverse | std::views::filter([](int n) { return n % 2 == 1; });
    CHECK(std::ranges::equal(odd, std::vector{25, 9, 1}));
}
#else
static void pipes() {}
#endif

int main() {
    callbacks();
    statuses();
    values_by_index();
    pipes();
    return plytest_failed;
}
