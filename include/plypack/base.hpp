/* Errors, views, and what the classes are made with. A part of plypack.hpp. GPL-3.0-or-later. */
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
#include <utility>

#include "../plypack.h"

namespace plypack {

/** A failed call. The message, `what()`, is English, for people, and may change. */
class error : public std::runtime_error {
public:
    error(plypack_status status, std::uint64_t offset, const std::string &message)
        : std::runtime_error(message), status_(status), offset_(offset) {}

    plypack_status status() const noexcept { return status_; }
    /** The name of the status, for example "CHECKSUM_SECTION". */
    std::string_view status_name() const noexcept { return plypack_status_name(status_); }
    /** The class of the status. */
    plypack_class kind() const noexcept { return plypack_status_class(status_); }
    std::string_view message() const noexcept { return what(); }
    /** The byte offset in the file, or what the C function says, if it is known. */
    std::optional<std::uint64_t> offset() const noexcept {
        return offset_ == PLYPACK_NO_OFFSET ? std::nullopt : std::optional<std::uint64_t>(offset_);
    }

private:
    plypack_status status_;
    std::uint64_t offset_;
};

/** `size()` elements owned by something else, as C++20's `std::span`. */
template <class T> class view {
public:
    view() noexcept = default;
    view(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    /** All of a vector, an array, or the like. */
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

/* Used by the classes below. Not for programs. */
namespace detail {

struct free_handle {
    void operator()(plypack_error *handle) const noexcept { plypack_error_free(handle); }
    void operator()(plypack_game *handle) const noexcept { plypack_game_free(handle); }
    void operator()(plypack_hits *handle) const noexcept { plypack_hits_free(handle); }
    void operator()(plypack_names *handle) const noexcept { plypack_names_free(handle); }
    void operator()(plypack_options *handle) const noexcept { plypack_options_free(handle); }
    void operator()(plypack_orders *handle) const noexcept { plypack_orders_free(handle); }
    void operator()(plypack_position *handle) const noexcept { plypack_position_free(handle); }
    void operator()(plypack_query *handle) const noexcept { plypack_query_free(handle); }
    void operator()(plypack_reader *handle) const noexcept { plypack_reader_free(handle); }
    void operator()(plypack_scan *handle) const noexcept { plypack_scan_free(handle); }
    void operator()(plypack_tree *handle) const noexcept { plypack_tree_free(handle); }
    void operator()(plypack_walk *handle) const noexcept { plypack_walk_free(handle); }
    void operator()(plypack_writer *handle) const noexcept { plypack_writer_free(handle); }
};

template <class T> using handle = std::unique_ptr<T, free_handle>;

/* Calls a C function with these arguments and an error object; throws unless it succeeds, or its status is `allowed`. A
 * thread keeps one object for its next call; a call within a callback finds it in use and makes its own. */
template <class F, class... A> plypack_status call_or(plypack_status allowed, F *function, const A &...arguments) {
    static thread_local handle<plypack_error> spare;
    handle<plypack_error> error = std::move(spare);
    if (!error) error.reset(plypack_error_new());
    const plypack_status status = function(arguments..., error.get());
    if (status != PLYPACK_OK && status != allowed) {
        throw plypack::error(status, plypack_error_offset(error.get()), plypack_error_message(error.get()));
    }
    spare = std::move(error);
    return status;
}

template <class F, class... A> void call(F *function, const A &...arguments) {
    call_or(PLYPACK_OK, function, arguments...);
}

/* The value that a C function writes; its address comes after the arguments. */
template <class T, class F, class... A> T get(F *function, const A &...arguments) {
    T value{};
    call(function, arguments..., &value);
    return value;
}

/* The handle that a C function makes. */
template <class T, class F, class... A> handle<T> make(F *function, const A &...arguments) {
    return handle<T>(get<T *>(function, arguments...));
}

/* What a C function writes into a string or vector: buffer, capacity and length come after the arguments. The capacity
 * of texts counts the NUL, the length does not. */
template <class C, class F, class... A> C fill(std::size_t capacity, F *function, const A &...arguments) {
    C buffer(capacity, {});
    std::size_t len = 0;
    call(function, arguments..., buffer.data(), capacity, &len);
    buffer.resize(len);
    return buffer;
}

/* A path for C, which ends at the first NUL: one with a NUL inside would name another file. */
inline const char *path_of(const std::string &path) {
    if (path.find('\0') != std::string::npos) {
        throw plypack::error(PLYPACK_INVALID_ARGUMENT, PLYPACK_NO_OFFSET, "a path has a NUL byte");
    }
    return path.c_str();
}

inline std::string_view view_of(plypack_text text) noexcept { return {text.data, text.len}; }

/* Keeps what a C++ function throws while C code runs it: it stops the work, and `call` throws it again. */
class catcher {
public:
    /* The result of a C callback: 0 to continue. */
    template <class F> std::int32_t attempt(F &&function) noexcept {
        try {
            function();
            return 0;
        } catch (...) {
            thrown_ = std::current_exception();
            return 1;
        }
    }
    /* As `detail::call`; what was thrown goes before the error of the call. */
    template <class F, class... A> void call(F *function, const A &...arguments) const {
        call_or(PLYPACK_OK, function, arguments...);
    }
    /* As `detail::call_or`. */
    template <class F, class... A>
    plypack_status call_or(plypack_status allowed, F *function, const A &...arguments) const {
        try {
            return detail::call_or(allowed, function, arguments...);
        } catch (const error &) {
            if (thrown_) std::rethrow_exception(thrown_);
            throw;
        }
    }

private:
    std::exception_ptr thrown_;
};

/* A C++ function as C callback and user pointer. */
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

/* A range for a `for` loop over the values of `Source`: `const Value *next()`, NULL at the end. */
template <class Source, class Value> class input_iterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Value;
    using difference_type = std::ptrdiff_t;
    using pointer = const Value *;
    using reference = const Value &;

    input_iterator() = default;
    explicit input_iterator(std::shared_ptr<Source> source) : source_(std::move(source)) { ++*this; }
    reference operator*() const noexcept { return *value_; }
    pointer operator->() const noexcept { return value_; }
    input_iterator &operator++() {
        value_ = source_->next();
        return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const input_iterator &a, const input_iterator &b) noexcept { return a.value_ == b.value_; }
    friend bool operator!=(const input_iterator &a, const input_iterator &b) noexcept { return a.value_ != b.value_; }

private:
    std::shared_ptr<Source> source_;
    pointer value_ = nullptr;
};

/* What `begin` of the range makes: a new source each time. */
template <class Source, class Value> class range {
public:
    using iterator = input_iterator<Source, Value>;
    explicit range(std::function<std::shared_ptr<Source>()> make) : make_(std::move(make)) {}
    iterator begin() const { return iterator(make_()); }
    iterator end() const noexcept { return {}; }

private:
    std::function<std::shared_ptr<Source>()> make_;
};

} // namespace detail
} // namespace plypack

#endif
