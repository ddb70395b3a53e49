/* Iterators and ranges that the classes return. A part of plypack.hpp. MIT OR Apache-2.0. */
#ifndef PLYPACK_RANGES_HPP
#define PLYPACK_RANGES_HPP

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#if __has_include(<version>)
#include <version>
#endif
#ifdef __cpp_lib_ranges
#include <ranges>
#endif

namespace plypack {
namespace detail {

/* A single pass over the values of `Source`, which `const Value *next()` returns until NULL. Iterators share the source, which
 * reads ahead by one value. */
template <class Source, class Value> class input_iterator {
public:
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::input_iterator_tag;
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

/* A range of such values. Each `begin` creates a new source. */
template <class Source, class Value> class range {
public:
    using iterator = input_iterator<Source, Value>;
    explicit range(std::function<std::shared_ptr<Source>()> make) : make_(std::move(make)) {}
    iterator begin() const { return iterator(make_()); }
    iterator end() const noexcept { return {}; }

private:
    std::function<std::shared_ptr<Source>()> make_;
};

/* Values by index: `At` returns the value at an index, and is copyable and default-constructible, as iterators must be. These are
 * random access iterators in C++20, but only input iterators in C++17, where all other iterators must return references. */
template <class At> class indexed_iterator {
public:
    using value_type = std::decay_t<decltype(std::declval<const At &>()(std::size_t()))>;
    using reference = value_type;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
#ifdef __cpp_lib_ranges
    using iterator_concept = std::random_access_iterator_tag;
#endif
    /* The result of `->`: it keeps the value. */
    struct pointer {
        value_type value;
        const value_type *operator->() const noexcept { return &value; }
    };
    using self = indexed_iterator;

    indexed_iterator() = default;
    indexed_iterator(At at, difference_type index) : at_(std::move(at)), index_(index) {}
    reference operator*() const { return at_(std::size_t(index_)); }
    pointer operator->() const { return {**this}; }
    reference operator[](difference_type offset) const { return at_(std::size_t(index_ + offset)); }
    self &operator+=(difference_type offset) { return index_ += offset, *this; }
    self &operator-=(difference_type offset) { return index_ -= offset, *this; }
    self &operator++() { return *this += 1; }
    self &operator--() { return *this -= 1; }
    self operator++(int) { return std::exchange(*this, *this + 1); }
    self operator--(int) { return std::exchange(*this, *this - 1); }
    friend self operator+(self a, difference_type offset) { return a += offset; }
    friend self operator+(difference_type offset, self a) { return a += offset; }
    friend self operator-(self a, difference_type offset) { return a -= offset; }
    friend difference_type operator-(const self &a, const self &b) noexcept { return a.index_ - b.index_; }
    friend bool operator==(const self &a, const self &b) noexcept { return a.index_ == b.index_; }
    friend bool operator!=(const self &a, const self &b) noexcept { return a.index_ != b.index_; }
    friend bool operator<(const self &a, const self &b) noexcept { return a.index_ < b.index_; }
    friend bool operator>(const self &a, const self &b) noexcept { return a.index_ > b.index_; }
    friend bool operator<=(const self &a, const self &b) noexcept { return a.index_ <= b.index_; }
    friend bool operator>=(const self &a, const self &b) noexcept { return a.index_ >= b.index_; }

private:
    At at_ = {};
    difference_type index_ = 0;
};

/* The values of `At` from 0 to before `size`. */
template <class At> class indexed_range {
public:
    using iterator = indexed_iterator<At>;
    indexed_range() = default;
    indexed_range(At at, std::size_t size) : at_(std::move(at)), size_(size) {}
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    typename iterator::value_type operator[](std::size_t index) const { return at_(index); }
    iterator begin() const { return {at_, 0}; }
    iterator end() const { return {at_, std::ptrdiff_t(size_)}; }

private:
    At at_ = {};
    std::size_t size_ = 0;
};

} // namespace detail
} // namespace plypack

/* The ranges own no values, and their iterators can outlive them, so they are views for `std::ranges`. */
#ifdef __cpp_lib_ranges
template <class S, class V> inline constexpr bool std::ranges::enable_view<plypack::detail::range<S, V>> = true;
template <class S, class V> inline constexpr bool std::ranges::enable_borrowed_range<plypack::detail::range<S, V>> = true;
template <class At> inline constexpr bool std::ranges::enable_view<plypack::detail::indexed_range<At>> = true;
template <class At> inline constexpr bool std::ranges::enable_borrowed_range<plypack::detail::indexed_range<At>> = true;
#endif

#endif
