/* Tables of games, plies and positions, as Arrow streams. A part of plypack.hpp. MIT OR Apache-2.0. */
#ifndef PLYPACK_TABLES_HPP
#define PLYPACK_TABLES_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "search.hpp"

namespace plypack {

/** A table of a file, for programs that read Arrow: DuckDB, Arrow C++, nanoarrow. spec/tables.md lists the columns. */
class table_scan {
public:
    /** `table` is PLYPACK_SCAN_GAMES, PLYPACK_SCAN_PLIES or PLYPACK_SCAN_TREE. The file stays open as long as the scan or one of its
     * streams lives. */
    table_scan(const reader &reader, std::uint32_t table)
        : handle_(detail::make<plypack_scan>(plypack_scan_new, reader.get(), table)) {}
    plypack_scan *get() const noexcept { return handle_.get(); }

    /** Sets the columns, by their names, separated by commas. The scan reads only the data of these columns. */
    void set_columns(std::string_view names) {
        detail::call(plypack_scan_set_columns, get(), names.data(), names.size());
    }
    /** Restricts the scan to the hits of a query; see `plypack_scan_set_query`. */
    void set_query(const query &query) { detail::call(plypack_scan_set_query, get(), query.get()); }
    /** Restarts the scan with games `first` to `first + count - 1`. */
    void set_games(std::uint64_t first, std::uint64_t count) {
        detail::call(plypack_scan_set_games, get(), first, count);
    }
    /** Restricts the tables of plies and of the tree to positions with this key: `position.key()`. */
    void set_position(std::uint64_t key) { detail::call(plypack_scan_set_position, get(), key); }
    /** Restricts the tables of plies and of the tree to positions after at most `max_ply` plies. */
    void set_max_ply(std::uint32_t max_ply) { detail::call(plypack_scan_set_max_ply, get(), max_ply); }
    /** Sets the tags `ECO` and `Opening` in the columns of the table of games by the moves; see
     * `plypack_scan_set_opening_tags`. */
    void set_opening_tags(opening_tags classify) {
        detail::call(plypack_scan_set_opening_tags, get(), static_cast<std::uint32_t>(classify));
    }
    /** Sets the text of the column `file`. */
    void set_file(std::string_view name) { detail::call(plypack_scan_set_file, get(), name.data(), name.size()); }
    /** Sets the maximum number of rows in a batch, 65,536 by default. */
    void set_batch_rows(std::size_t rows) { detail::call(plypack_scan_set_batch_rows, get(), rows); }

    /** Returns ranges of games for `set_games` of other scans. Each range consists of complete blocks, about `target_bytes` bytes
     * of the file. */
    std::vector<plypack_game_range> partitions(std::uint64_t target_bytes) const {
        std::vector<plypack_game_range> ranges;
        std::size_t count = 0;
        const auto status = plypack_scan_partitions(get(), target_bytes, nullptr, 0, &count, nullptr);
        if (status == PLYPACK_OK) return ranges;
        ranges.resize(count);
        detail::call(plypack_scan_partitions, get(), target_bytes, ranges.data(), ranges.size(), &count);
        return ranges;
    }
    /** Creates a stream of the table; the caller must call its `release`. The stream may outlive the scan and the reader. Each
     * `get_next` calls the progress callback of `callbacks`. */
    void stream(ArrowArrayStream *stream, const plypack_callbacks *callbacks = nullptr) const {
        detail::call(plypack_scan_stream, get(), callbacks, stream);
    }
    /** Returns the number of games that the streams left out because they could not read them; 0 without
     * PLYPACK_OPEN_ACCEPT_DAMAGE. */
    std::uint64_t corrupt() const noexcept { return plypack_scan_corrupt_count(get()); }

private:
    detail::handle<plypack_scan> handle_;
};

} // namespace plypack

#endif
