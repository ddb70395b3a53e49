#include "plypack.h"

#include <cstddef>
#include <cstdint>
#include <vector>

static std::int32_t append(void *user, const std::uint8_t *data, std::size_t len) {
    auto *bytes = static_cast<std::vector<std::uint8_t> *>(user);
    bytes->insert(bytes->end(), data, data + len);
    return 0;
}

int other_source() {
    std::vector<std::uint8_t> bytes;
    plypack_writer *writer = nullptr;
    plypack_reader *reader = nullptr;
    bool fine = plypack_writer_create_callback(append, &bytes, nullptr, &writer, nullptr) == PLYPACK_OK;
    fine = fine && plypack_writer_finish(writer, nullptr) == PLYPACK_OK;
    plypack_writer_free(writer);
    fine = fine && plypack_reader_open_memory(bytes.data(), bytes.size(), 0, &reader, nullptr) == PLYPACK_OK;
    fine = fine && plypack_reader_number_end(reader) == 0;
    plypack_reader_free(reader);
    return fine ? 0 : 1;
}
