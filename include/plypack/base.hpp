/* Errors, views, callbacks, and parts that the classes share. A part of plypack.hpp. MIT OR Apache-2.0. */
#ifndef PLYPACK_BASE_HPP
#define PLYPACK_BASE_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#if __has_include(<version>)
#include <version>
#endif
#ifdef __cpp_lib_ranges
#include <ranges>
#endif

#include "../plypack.h"
#include "ranges.hpp"

namespace plypack {

/** The result of a call: the numbers of `plypack_status`. A later version of the library can return other numbers: handle them
 * by their class. */
enum class status : std::int32_t {
    ok = PLYPACK_OK,
    invalid_argument = PLYPACK_INVALID_ARGUMENT,
    null_pointer = PLYPACK_NULL_POINTER,
    out_of_range = PLYPACK_OUT_OF_RANGE,
    buffer_too_small = PLYPACK_BUFFER_TOO_SMALL,
    illegal_move = PLYPACK_ILLEGAL_MOVE,
    illegal_position = PLYPACK_ILLEGAL_POSITION,
    invalid_move_text = PLYPACK_INVALID_MOVE_TEXT,
    unknown_codec = PLYPACK_UNKNOWN_CODEC,
    wrong_state = PLYPACK_WRONG_STATE,
    invalid_game = PLYPACK_INVALID_GAME,
    not_found = PLYPACK_NOT_FOUND,
    not_plypack = PLYPACK_NOT_PLYPACK,
    truncated = PLYPACK_TRUNCATED,
    header_malformed = PLYPACK_HEADER_MALFORMED,
    block_malformed = PLYPACK_BLOCK_MALFORMED,
    section_malformed = PLYPACK_SECTION_MALFORMED,
    varint_malformed = PLYPACK_VARINT_MALFORMED,
    footer_missing = PLYPACK_FOOTER_MISSING,
    footer_malformed = PLYPACK_FOOTER_MALFORMED,
    move_malformed = PLYPACK_MOVE_MALFORMED,
    trailing_bytes = PLYPACK_TRAILING_BYTES,
    tags_malformed = PLYPACK_TAGS_MALFORMED,
    annotation_malformed = PLYPACK_ANNOTATION_MALFORMED,
    unsupported_version = PLYPACK_UNSUPPORTED_VERSION,
    unsupported_feature = PLYPACK_UNSUPPORTED_FEATURE,
    unsupported_section = PLYPACK_UNSUPPORTED_SECTION,
    unsupported_codec = PLYPACK_UNSUPPORTED_CODEC,
    unsupported_encoding = PLYPACK_UNSUPPORTED_ENCODING,
    unsupported_model = PLYPACK_UNSUPPORTED_MODEL,
    limit_exceeded = PLYPACK_LIMIT_EXCEEDED,
    checksum_header = PLYPACK_CHECKSUM_HEADER,
    checksum_block = PLYPACK_CHECKSUM_BLOCK,
    checksum_section = PLYPACK_CHECKSUM_SECTION,
    checksum_footer = PLYPACK_CHECKSUM_FOOTER,
    io = PLYPACK_IO,
    locked = PLYPACK_LOCKED,
    cancelled = PLYPACK_CANCELLED,
    no_memory = PLYPACK_NO_MEMORY,
    busy = PLYPACK_BUSY,
    changed = PLYPACK_CHANGED,
    internal = PLYPACK_INTERNAL,
    panic = PLYPACK_PANIC,
};

/** The class of a status: the numbers of `plypack_class`. */
enum class status_class : std::int32_t {
    ok = PLYPACK_CLASS_OK,
    caller = PLYPACK_CLASS_CALLER,
    malformed = PLYPACK_CLASS_MALFORMED,
    unsupported = PLYPACK_CLASS_UNSUPPORTED,
    limit = PLYPACK_CLASS_LIMIT,
    checksum = PLYPACK_CLASS_CHECKSUM,
    io = PLYPACK_CLASS_IO,
    internal = PLYPACK_CLASS_INTERNAL,
};

namespace detail {

/* The enumeration of plypack.h that has the numbers of `Enum`, if there is one. */
template <class Enum> struct c_enum {};
template <> struct c_enum<status> { using type = plypack_status; };
template <> struct c_enum<status_class> { using type = plypack_class; };

} // namespace detail

/* Compares with the constants of plypack.h. */
template <class Enum> constexpr bool operator==(Enum a, typename detail::c_enum<Enum>::type b) noexcept {
    return a == static_cast<Enum>(b);
}
template <class Enum> constexpr bool operator!=(Enum a, typename detail::c_enum<Enum>::type b) noexcept {
    return a != static_cast<Enum>(b);
}

/** A failed call. `what()` is English, for people, and may change. */
class error : public std::runtime_error {
public:
    error(plypack_status status, std::uint64_t offset, const std::string &message)
        : std::runtime_error(message), status_(plypack::status(status)), offset_(offset) {}

    plypack::status status() const noexcept { return status_; }
    /** Returns the name of the status, for example "CHECKSUM_SECTION". */
    std::string_view status_name() const noexcept { return plypack_status_name(std::int32_t(status_)); }
    /** Returns the class of the status. */
    status_class kind() const noexcept { return status_class(std::int32_t(status_) / 100); }
    /** Returns `what()` as a view. */
    std::string_view message() const & noexcept { return what(); }
    /** As above for a temporary object; returns a copy. */
    std::string message() && { return what(); }
    /** Returns the byte offset in the file, or the offset that the C function documents; empty if it is not known. */
    std::optional<std::uint64_t> offset() const noexcept {
        return offset_ == PLYPACK_NO_OFFSET ? std::nullopt : std::optional<std::uint64_t>(offset_);
    }

private:
    plypack::status status_;
    std::uint64_t offset_;
};

/** `size()` elements that another object owns. A view is like `std::span` of C++20, to which it can be converted. */
template <class T> class view {
public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using iterator = T *;

    view() noexcept = default;
    view(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    /** Views all elements of a vector, an array, or another contiguous container. */
    template <class C, class = decltype(static_cast<T *>(std::data(std::declval<const C &>())))>
    view(const C &container) noexcept : data_(std::data(container)), size_(std::size(container)) {}

    T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    T *begin() const noexcept { return data_; }
    T *end() const noexcept { return data_ + size_; }
    T &operator[](std::size_t index) const noexcept { return data_[index]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

using moves_view = view<const std::uint16_t>;
using bytes_view = view<const std::uint8_t>;

/** Called with the work done and the total: games, or bytes of the text in an import. A total of 0 means that the total is
 * unknown. */
using progress_function = std::function<void(std::uint64_t, std::uint64_t)>;
/** Called with games that are lost or can be read only in part. */
using corruption_function = std::function<void(const plypack_corruption &)>;
/** Called with a part of a PGN text that could not be parsed and is kept verbatim. */
using issue_function = std::function<void(const plypack_issue &)>;

/** Functions that a long call calls on its own thread; empty functions are not called. If one throws, the call stops and throws
 * the same exception. Without `corruption`, a game that cannot be read ends the call with its error. */
struct callbacks {
    progress_function progress = {};
    corruption_function corruption = {};
    issue_function issue = {};
};

/* Used by the classes below. Not for programs. */
namespace detail {

struct free_handle {
    void operator()(plypack_edits *handle) const noexcept { plypack_edits_free(handle); }
    void operator()(plypack_error *handle) const noexcept { plypack_error_free(handle); }
    void operator()(plypack_explorer *handle) const noexcept { plypack_explorer_free(handle); }
    void operator()(plypack_game *handle) const noexcept { plypack_game_free(handle); }
    void operator()(plypack_rows *handle) const noexcept { plypack_rows_free(handle); }
    void operator()(plypack_hits *handle) const noexcept { plypack_hits_free(handle); }
    void operator()(plypack_names *handle) const noexcept { plypack_names_free(handle); }
    void operator()(plypack_orders *handle) const noexcept { plypack_orders_free(handle); }
    void operator()(plypack_paths *handle) const noexcept { plypack_paths_free(handle); }
    void operator()(plypack_position *handle) const noexcept { plypack_position_free(handle); }
    void operator()(plypack_query *handle) const noexcept { plypack_query_free(handle); }
    void operator()(plypack_reader *handle) const noexcept { plypack_reader_free(handle); }
    void operator()(plypack_scan *handle) const noexcept { plypack_scan_free(handle); }
    void operator()(plypack_tree *handle) const noexcept { plypack_tree_free(handle); }
    void operator()(plypack_walk *handle) const noexcept { plypack_walk_free(handle); }
    void operator()(plypack_writer *handle) const noexcept { plypack_writer_free(handle); }
};

template <class T> using handle = std::unique_ptr<T, free_handle>;

/* Returns the error object of this thread for its next call. A call within a callback finds none, and creates its own. */
inline handle<plypack_error> &spare_error() noexcept {
    static thread_local handle<plypack_error> spare;
    return spare;
}

[[noreturn]] inline void fail(plypack_status status, const plypack_error *error) {
    throw plypack::error(status, plypack_error_offset(error), plypack_error_message(error));
}

/* Calls a C function with these arguments and an error object; throws unless it succeeds, or its status is `allowed`. */
template <class F, class... A> plypack_status call_or(plypack_status allowed, F *function, const A &...arguments) {
    handle<plypack_error> error = std::move(spare_error());
    if (!error) error.reset(plypack_error_new());
    const plypack_status status = function(arguments..., error.get());
    if (status != PLYPACK_OK && status != allowed) fail(status, error.get());
    spare_error() = std::move(error);
    return status;
}

template <class F, class... A> void call(F *function, const A &...arguments) {
    call_or(PLYPACK_OK, function, arguments...);
}

/* Returns the value that a C function writes; its address comes after the arguments. */
template <class T, class F, class... A> T get(F *function, const A &...arguments) {
    T value{};
    call(function, arguments..., &value);
    return value;
}

/* Returns the handle that a C function creates. */
template <class T, class F, class... A> handle<T> make(F *function, const A &...arguments) {
    return handle<T>(get<T *>(function, arguments...));
}

/* Returns the string or vector that a C function fills: buffer, capacity and length come after the arguments. Calls it again if
 * `capacity` is too small. The capacity of texts counts the NUL, the length does not. */
template <class C, class F, class... A> C fill(std::size_t capacity, F *function, const A &...arguments) {
    C buffer(capacity, {});
    std::size_t len = 0;
    const auto status = call_or(PLYPACK_BUFFER_TOO_SMALL, function, arguments..., buffer.data(), capacity, &len);
    if (status == PLYPACK_BUFFER_TOO_SMALL) {
        buffer.resize(len + 1);
        call(function, arguments..., buffer.data(), buffer.size(), &len);
    }
    buffer.resize(len);
    return buffer;
}

/* Returns a path for C. Throws for a NUL, which would cut the path short. */
inline std::string c_path(std::string_view path) {
    if (path.find('\0') != path.npos) {
        throw error(PLYPACK_INVALID_ARGUMENT, PLYPACK_NO_OFFSET, "a path with a NUL");
    }
    return std::string(path);
}

inline std::string_view view_of(plypack_text text) noexcept { return {text.data, text.len}; }

/* Keeps the exception of a C++ function that C code runs: the function stops the work, and `call` throws the exception again. */
class catcher {
public:
    /* Returns the result of a C callback: 0 to continue. */
    template <class F> std::int32_t attempt(F &&function) noexcept {
        try {
            function();
            return 0;
        } catch (...) {
            thrown_ = std::current_exception();
            return 1;
        }
    }
    /* Like `detail::call`, but throws the kept exception instead of the error of the call. */
    template <class F, class... A> void call(F *function, const A &...arguments) const {
        call_or(PLYPACK_OK, function, arguments...);
    }
    /* Like `detail::call_or`, with the same exception. */
    template <class F, class... A>
    plypack_status call_or(plypack_status allowed, F *function, const A &...arguments) const {
        try {
            return detail::call_or(allowed, function, arguments...);
        } catch (const error &) {
            rethrow();
            throw;
        }
    }
    /* Throws the kept exception, if there is one. */
    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    std::exception_ptr thrown_;
};

/* A C++ function as a C callback and its user pointer. */
template <class... Arguments> class callback : public catcher {
public:
    explicit callback(std::function<void(Arguments...)> target) : target_(std::move(target)) {}

    static std::int32_t run(void *user, Arguments... arguments) noexcept {
        auto *self = static_cast<callback *>(user);
        return self->attempt([&] { self->target_(arguments...); });
    }

private:
    std::function<void(Arguments...)> target_;
};

/* `callbacks` as the C struct, for one call. */
class c_callbacks : public catcher {
public:
    explicit c_callbacks(callbacks functions) : functions_(std::move(functions)) {
        c_.user = this;
        if (functions_.progress) c_.progress = on_progress;
        if (functions_.corruption) c_.corruption = on_corruption;
        if (functions_.issue) c_.issue = on_issue;
    }
    c_callbacks(const c_callbacks &) = delete;
    const plypack_callbacks *get() const noexcept { return &c_; }

private:
    static std::int32_t on_progress(void *user, std::uint64_t done, std::uint64_t total) noexcept {
        auto *self = static_cast<c_callbacks *>(user);
        return self->attempt([&] { self->functions_.progress(done, total); });
    }
    static std::int32_t on_corruption(void *user, const plypack_corruption *found) noexcept {
        auto *self = static_cast<c_callbacks *>(user);
        return self->attempt([&] { self->functions_.corruption(*found); });
    }
    static std::int32_t on_issue(void *user, const plypack_issue *found) noexcept {
        auto *self = static_cast<c_callbacks *>(user);
        return self->attempt([&] { self->functions_.issue(*found); });
    }

    callbacks functions_;
    plypack_callbacks c_ = PLYPACK_CALLBACKS_INIT;
};

} // namespace detail
} // namespace plypack

#ifdef __cpp_lib_ranges
template <class T> inline constexpr bool std::ranges::enable_view<plypack::view<T>> = true;
template <class T> inline constexpr bool std::ranges::enable_borrowed_range<plypack::view<T>> = true;
#endif

#endif
