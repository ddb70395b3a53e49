/* plypack.hpp: games packed and read with ranges, codecs, positions, exceptions. */
#include "plypack.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "plytest.h"

static const char PGN[] = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n\n"
                          "1. e4 e5 2. f4 exf4 {accepted} (2... Bc5 $1) 1-0\n\n[White \"B\"]\n\n1. d4 *\n";

/* The call must throw a `plypack::error`; returns it. */
template <class F> static plypack::error thrown_by(F &&function) {
    try {
        function();
    } catch (const plypack::error &error) {
        return error;
    }
    CHECK(!"nothing was thrown");
    return {PLYPACK_OK, PLYPACK_NO_OFFSET, ""};
}

static plypack::writer packed(const char *pgn) {
    auto writer = plypack::writer::memory();
    CHECK(writer.add_pgn(pgn).games == writer.number_end());
    writer.finish();
    return writer;
}

/* Games from PGN get opening tags; a game that the program adds does not. */
static void openings_of_imports() {
    for (const auto classify : {plypack::opening_tags::none, plypack::opening_tags::add, plypack::opening_tags::replace}) {
        plypack::writer_options options;
        options.classify = classify;
        auto writer = plypack::writer::memory(options);
        CHECK(writer.add_pgn("[ECO \"A00\"]\n\n1. e4 c5 *\n").games == 1);
        writer.add(plypack::game("1. e4 c5 *"));
        writer.finish();
        std::string codes, names;
        for (const plypack::game &game : plypack::reader(writer.bytes())) {
            codes.append(game.tag("ECO").value_or("none")).append(" ");
            names.append(game.tag("Opening").value_or("none")).append(" ");
        }
        CHECK(codes == (classify == plypack::opening_tags::replace ? "B20 none " : "A00 none "));
        CHECK(names == (classify == plypack::opening_tags::none ? "none none " : "Sicilian Defense none "));
    }
}

static void games_in_a_file(const std::string &path) {
    auto writer = plypack::writer::create(path, {plypack::codec(PLYPACK_CODEC_TIGHT), 3});
    const plypack::import_counts imported = writer.add_pgn(PGN, {}, 1);
    CHECK(imported.games == 2 && imported.plies == 5 && imported.issues == 0 && writer.number_end() == 2);
    writer.finish();
    auto more = plypack::writer::append(path);
    more.skip_duplicates({}, 1);
    const plypack::import_counts skipped = more.add_pgn(PGN, {}, 1);
    CHECK(skipped.games == 0 && skipped.duplicates == 2);
    more.add(plypack::game("1. c4 c5 2. Nc3 1/2-1/2"));
    more.set_language("de");
    CHECK(more.add_pgn("1. c4 c5 2. Sc3 Sc6 *", {}, 1).issues == 0);
    CHECK(thrown_by([&] { more.set_language("xx"); }).status_name() == "INVALID_ARGUMENT");
    more.finish();

    const plypack::reader reader(path);
    std::string seen;
    for (const plypack::game &game : reader) {
        seen.append(game.tag("White").value_or("?")).append(": ").append(game.san_line()).append("\n");
    }
    CHECK(seen == "Anderssen: e4 e5 f4 exf4\nB: d4\n?: c4 c5 Nc3\n?: c4 c5 Nc3 Nc6\n");
    CHECK(reader.number_end() == 4 && reader.info(PLYPACK_INFO_PLIES) == 12 && reader.errors().empty());
    CHECK(reader.verify() == 0 && plypack::index_file(path) == 4 && plypack::index_file(path) == 0);
    CHECK(plypack::index_file(path, {}, 1, PLYPACK_INDEX_AGAIN, 1) == 4);
    CHECK(plypack::reader(path).verify({}, 1, PLYPACK_VERIFY_INDEX) == 0);
    const auto range = reader.games(1, 3);
    CHECK(std::count_if(range.begin(), range.end(), [](const plypack::game &game) { return !game.moves().empty(); }) == 2);
    const auto none = reader.games(2, 2);
    CHECK(none.begin() == none.end());
}

static void tags_and_moves() {
    const auto writer = packed(PGN);
    const plypack::reader reader(writer.bytes());
    plypack::game game = reader.read(0);
    std::string tags, steps, uci;
    for (const plypack::tag_line &tag : game.tags()) {
        CHECK(tag.kind == plypack::tag_kind::pair && tag.kind == PLYPACK_TAG_PAIR);
        tags.append(tag.name).append("=").append(tag.value).append(";");
    }
    CHECK(tags == "White=Anderssen;Black=Kieseritzky;");
    CHECK(game.tags().size() == 2 && game.tags()[1].name == "Black" && game.tags().end()[-1].escaped == "Kieseritzky");
    CHECK(thrown_by([&] { game.tags()[2]; }).status() == plypack::status::out_of_range);
    auto position = game.position();
    for (const std::uint16_t move : game.moves()) {
        uci += position.move_to_uci(move) + " ";
        position.play(move);
    }
    CHECK(uci == game.uci_line() + " " && uci == "e2e4 e7e5 f2f4 e5f4 ");
    for (const plypack::step &step : game.walk()) {
        steps += std::to_string(int(step.kind)) + "@" + std::to_string(step.depth) + std::string(step.text) + " ";
    }
    CHECK(steps == "2@0 2@0 2@0 2@0 4@0accepted 7@1 2@1 3@1 8@1 ");
    CHECK(game.termination() == plypack::termination::white_wins && game.start() == plypack::start_kind::standard);
    CHECK(game.unparsed().empty() && !game.tag("Site"));
    const auto moves = reader.read_moves(0);
    CHECK(std::equal(moves.begin(), moves.end(), game.moves().begin(), game.moves().end()) && moves.size() == 4);
    reader.read_tags(1, game);
    CHECK(game.tag("White") == "B" && game.moves().empty());
}

/* Temporaries: a loop keeps its game alive, and other views are copies. */
static void temporaries() {
    const auto writer = packed(PGN);
    const plypack::reader reader(writer.bytes());
    std::size_t moves = 0;
    for (const plypack::step &step : reader.read(0).walk()) moves += step.kind == plypack::token_kind::move;
    CHECK(moves == 5);
    for (const std::uint16_t move : reader.read(0).moves()) moves += move != PLYPACK_NULL_MOVE;
    CHECK(moves == 9);
    const std::optional<std::string> white = reader.read(0).tag("White");
    CHECK(white == "Anderssen" && !reader.read(0).tag("Site"));
    CHECK(plypack::position().board().size() == 64 && packed(PGN).bytes().size() == writer.bytes().size());
    CHECK(reader.read(0).unparsed().empty());
    using tags = decltype(std::declval<const plypack::game &>().tags());
    static_assert(std::is_same_v<tags, plypack::tag_range>, "");
}

static void parts_that_cannot_be_parsed() {
    const char *pgn = "1. e4 e9 *";
    CHECK(thrown_by([&] { plypack::game{pgn}; }).status() == PLYPACK_INVALID_GAME);
    plypack::game game;
    CHECK(game.read_pgn(pgn) == 1 && game.moves().size() == 1 && game.unparsed() == "e9 *");
    CHECK(game.read_pgn("1. d4 *") == 0 && game.unparsed().empty());
}

static void exports() {
    const auto writer = packed(PGN);
    const plypack::reader reader(writer.bytes());
    std::string text;
    std::uint64_t last = 0;
    const auto write = [&](plypack::bytes_view bytes) {
        text.append(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    };
    const plypack::callbacks progress = {[&](std::uint64_t done, std::uint64_t) { last = done; }, {}, {}};
    const auto counts = reader.export_pgn(write, progress);
    CHECK(counts.games == 2 && counts.corrupt == 0 && !counts.ends_in_comment && last == 2);
    CHECK(text.find("Kieseritzky") != std::string::npos && reader.export_pgn(1, 1, write).games == 1);
    CHECK(text.find("Kieseritzky") == text.rfind("Kieseritzky"));
    text.clear();
    reader.export_pgn(write, {}, 0, plypack::opening_tags::replace);
    const std::string named = text;
    text.clear();
    const std::uint64_t numbers[2] = {0, 1};
    reader.export_games(numbers, write, {}, 0, plypack::opening_tags::replace);
    CHECK(text == named);
    plypack::game game(reader.read(1));
    CHECK(game.set_opening_tags(true) && named.find(game.pgn()) != std::string::npos);
    const auto full = [](plypack::bytes_view) { throw std::string("full"); };
    std::string caught;
    try {
        reader.export_pgn(full);
    } catch (const std::string &thrown) {
        caught = thrown;
    }
    CHECK(caught == "full");
}

static void built_piece_by_piece() {
    plypack::game game;
    game.add_tag("White", "a \"b\"");
    game.set_start(plypack::position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    game.add_uci("e2e4");
    game.add_nag(1);
    game.begin_variation();
    game.add_move(game.position().move_from_san("Kd2"));
    game.end_variation();
    game.add_san("Kd7");
    game.add_comment("fine");
    game.set_termination(plypack::termination::draw);
    CHECK(game.tag("White") == "a \"b\"" && game.start() == plypack::start_kind::fen);
    CHECK(game.pgn().find("1. e4 $1 (1. Kd2) 1... Kd7 {fine} 1/2-1/2\n") != std::string::npos);
    CHECK(plypack::game(game.pgn()).pgn() == game.pgn());
    const plypack::game moved = std::move(game);
    CHECK(moved.moves().size() == 2);
    game = plypack::game();
    game.clear();
    CHECK(game.moves().empty() && game.tags().empty());
}

static void codecs_and_positions() {
    const plypack::position start;
    auto after = start.clone();
    const std::uint16_t e4 = start.move_from_uci("e2e4");
    after.play(e4);
    CHECK(after.turn() == plypack::color::black && start.turn() != PLYPACK_BLACK && start.legal_moves().size() == 20);
    CHECK(after.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    CHECK(plypack::position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").move_to_san(4 << 6 | 6 | 2 << 12) == "O-O");
    const std::vector<std::uint16_t> line = {e4, after.move_from_san("e5")};
    std::size_t checked = 0;
    for (const plypack::codec codec : plypack::codec::all()) {
        const auto code = codec.encode(start, line);
        CHECK(codec.decode(start, code, 2) == line);
        CHECK(plypack::codec::named(codec.name()) == codec);
        checked++;
    }
    CHECK(checked == 19);
    const plypack::codec byte(PLYPACK_CODEC_BYTE);
    CHECK(byte.name() == "byte" && byte.encode(start, e4).size() == 1);
    CHECK(byte.decode_all(start, byte.encode(start, line)) == line);
    CHECK(byte.encode(start, plypack::moves_view()).empty());
}

static void positions_for_a_display() {
    plypack::position position("4k3/8/8/8/8/8/8/RK5R w HA - 3 5");
    const std::uint16_t castling = position.move_from_san("O-O");
    CHECK(position.is_chess960() && position.castling_rook(castling) == PLYPACK_SQUARE(7, 0));
    CHECK(position.castling_rooks() == 0x81 && !position.castling_rook(0) && !position.en_passant());
    CHECK(position.board().size() == 64 && position.board()[0] == PLYPACK_PIECE_WHITE_ROOK);
    CHECK(position.legal_moves_from(PLYPACK_MOVE_FROM(castling)).size() + 19 == position.legal_moves().size());
    const auto key = position.key();
    position.play(castling);
    CHECK(position.key() != key && !position.is_check() && position.halfmove_clock() == 4);
    position.undo();
    CHECK(position.key() == key && position.fullmove_number() == 5 && position.is_legal(castling));
    CHECK(thrown_by([&] { position.undo(); }).status() == PLYPACK_WRONG_STATE);
    position.set_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    CHECK(position.ending() == plypack::ending::stalemate);
    position.set_fen("7k/8/6K1/8/8/8/8/8 b - - 0 1");
    CHECK(position.ending() == PLYPACK_ENDING_INSUFFICIENT_MATERIAL);
    position.set_fen(PLYPACK_STANDARD_FEN);
    CHECK(position.fen() == plypack::position().fen());
}

static void walks() {
    plypack::walk walk(plypack::game("1. f3 e5 (1... d5) 2. g4 Qh4# 0-1"));
    std::string line;
    while (const auto step = walk.next()) {
        if (step->kind == plypack::token_kind::move) line += walk.san() + "/" + walk.uci() + " ";
    }
    CHECK(line == "f3/f2f3 e5/e7e5 d5/d7d5 g4/g2g4 Qh4#/d8h4 ");
    CHECK(walk.position().ending() == plypack::ending::checkmate && walk.fen() == walk.position().fen());
    CHECK(walk.before().move_from_san("Qh4") == PLYPACK_MOVE(59, 31, PLYPACK_MOVE_QUIET));
    walk.restart(plypack::game("1. c4"));
    CHECK(thrown_by([&] { walk.san(); }).status() == PLYPACK_WRONG_STATE);
    CHECK(walk.next() && !walk.next() && walk.san() == "c4");
}

static void failures() {
    CHECK(thrown_by([] { plypack::reader("/nowhere/at/all"); }).status() == PLYPACK_IO);
    const auto nul = thrown_by([] { plypack::reader(std::string("games\0.plypack", 14)); });
    CHECK(nul.status() == PLYPACK_INVALID_ARGUMENT && nul.message().find("NUL") != std::string_view::npos);
    CHECK(thrown_by([] { plypack::writer::create(std::string("\0", 1)); }).status() == PLYPACK_INVALID_ARGUMENT);
    CHECK(thrown_by([] { plypack::position("nonsense"); }).status() == PLYPACK_ILLEGAL_POSITION);
    const auto unknown = thrown_by([] { plypack::codec::named("none"); });
    CHECK(unknown.status() == PLYPACK_UNKNOWN_CODEC && unknown.status_name() == "UNKNOWN_CODEC" && !unknown.offset());
    CHECK(unknown.kind() == PLYPACK_CLASS_CALLER && !unknown.message().empty());
    const plypack::position start;
    const std::vector<std::uint16_t> twice(2, start.move_from_san("e4"));
    const auto illegal = thrown_by([&] { plypack::codec(PLYPACK_CODEC_BYTE).encode(start, twice); });
    CHECK(illegal.status() == PLYPACK_ILLEGAL_MOVE && illegal.offset() == 1u);
    const auto writer = packed(PGN);
    const plypack::reader reader(writer.bytes());
    CHECK(thrown_by([&] { (void)reader.read(2); }).status() == PLYPACK_OUT_OF_RANGE);
    CHECK(thrown_by([] { plypack::writer::memory({plypack::codec(99), {}}); }).status() == PLYPACK_UNKNOWN_CODEC);
    const auto line_codec = [] { plypack::writer::memory({plypack::codec(134), {}}); };
    CHECK(thrown_by(line_codec).status() == PLYPACK_UNSUPPORTED_CODEC);
    plypack::game game, moved = std::move(game);
    CHECK(thrown_by([&] { game.uci_line(); }).status() == PLYPACK_NULL_POINTER);
}

static void corruption() {
    const auto writer = packed(PGN);
    std::vector<std::uint8_t> bytes(writer.bytes().begin(), writer.bytes().end());
    bytes.resize(bytes.size() - 1);
    CHECK(thrown_by([&] { plypack::reader{bytes}; }).status() == PLYPACK_TRUNCATED);
    const plypack::reader cut(bytes, PLYPACK_OPEN_ACCEPT_DAMAGE);
    CHECK(!cut.errors().empty() && cut.errors()[0].status() == PLYPACK_TRUNCATED && cut.number_end() == 2);
    bytes = {writer.bytes().begin(), writer.bytes().end()};
    bytes[(1536 + bytes.size()) / 2] ^= 1;
    std::uint64_t reported = 0;
    const auto corrupt = plypack::reader(bytes).verify({{}, [&](const plypack_corruption &found) { reported += found.count; }, {}});
    CHECK(corrupt > 0 && corrupt == reported);
}

/* A file of two blocks, the first of which is corrupt: a loop throws, or continues with the other games. */
static void loops_over_corrupt_games(const std::string &path) {
    for (const char *pgn : {"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *", "[White \"C\"]\n\n1. c4 c5 *"}) {
        auto writer = pgn[8] == 'A' ? plypack::writer::create(path) : plypack::writer::append(path);
        writer.add_pgn(pgn);
        writer.finish();
    }
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(file)), {}), seen;
    const std::vector<std::uint64_t> numbers = {2};
    for (std::size_t at = 40; at < bytes.size(); at++) {
        auto changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        const plypack::bytes_view view(reinterpret_cast<const std::uint8_t *>(changed.data()), changed.size());
        const plypack::reader reader(view, PLYPACK_OPEN_ACCEPT_DAMAGE);
        plypack::game game;
        if (plypack_reader_read_game(reader.get(), 0, game.get(), nullptr) != PLYPACK_CHECKSUM_SECTION) continue;
        std::vector<std::uint64_t> skipped;
        const auto skip = [&](const plypack_corruption &found) {
            CHECK(found.count == 1 && found.error.status == PLYPACK_CHECKSUM_SECTION && found.error.message.len > 0);
            skipped.push_back(found.first);
        };
        for (const plypack::game &read : reader.games(0, 3, skip)) seen += *read.tag("White");
        CHECK(seen == "C" && skipped == (std::vector<std::uint64_t>{0, 1}));
        CHECK(thrown_by([&] {
                  for (const plypack::game &read : reader) seen += *read.tag("White");
              }).message().find("game 0") != std::string_view::npos);
        CHECK(seen == "C" && reader.pgn_of(numbers).find("1. c4 c5 *") != std::string::npos);
        plypack::move_batch batch;
        const auto scan = reader.scan_moves();
        CHECK(scan.next(batch) && batch.first() == 0 && batch.size() == 2);
        CHECK(scan.next(batch) && batch.first() == 2 && batch[0].size() == 2 && !scan.next(batch));
        return;
    }
    CHECK(false);
}

/* A loop returns the existing games. */
static void loops_over_deleted_games() {
    const std::string samples = std::getenv("PLYPACK_SAMPLES");
    const plypack::reader reader(samples + "/kept/0.10-edited.plypack");
    std::size_t games = 0;
    const auto none = [](const plypack_corruption &) { CHECK(!"a deleted game is not corrupt"); };
    for (const plypack::game &game : reader) games += game.get() != nullptr;
    for (const plypack::game &game : reader.games(0, 5, none)) games += game.get() != nullptr;
    CHECK(games == 19 + 3 && reader.number_end() == 21 && reader.game_count() == 19 && reader.info(PLYPACK_INFO_DELETED) == 2);
    CHECK(thrown_by([&] { (void)reader.read(1); }).status() == plypack::status::not_found);
    CHECK(thrown_by([&] { (void)reader.read(21); }).status() == plypack::status::out_of_range);
}

static void edits_of_files(const std::string &path) {
    auto writer = plypack::writer::create(path);
    CHECK(writer.add_pgn("[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n\n1. c4 *").games == 3);
    writer.finish();
    writer = plypack::writer::append(path);
    writer.delete_game(0);
    writer.replace_game(1, plypack::game("[White \"D\"]\n\n1. f4 *"));
    CHECK(thrown_by([&] { writer.delete_game(3); }).status() == plypack::status::out_of_range);
    writer.finish();
    plypack::reader reader(path);
    CHECK(reader.is_deleted(0) && reader.is_replaced(1) && !reader.is_deleted(2) && !reader.is_replaced(2));
    CHECK(thrown_by([&] { (void)reader.read(0); }).status() == plypack::status::not_found);
    CHECK(reader.read(1).tag("White") == "D");
    const plypack::state seen = reader.state();
    CHECK(reader.refresh() == plypack::refreshed::same);
    writer = plypack::writer::append(path);
    writer.restore_game(1, seen);
    writer.finish();
    writer = plypack::writer::append(path);
    CHECK(thrown_by([&] { writer.delete_game(1, seen); }).status() == plypack::status::changed);
    CHECK(thrown_by([&] { writer.restore_game(1, seen); }).status() == plypack::status::changed);
    CHECK(thrown_by([&] { writer.replace_game(1, plypack::game(), seen); }).status() == plypack::status::changed);
    writer.abort();
    CHECK(reader.refresh() == plypack::refreshed::continued && reader.state().has_numbers_of(seen));
    CHECK(reader.read(1).tag("White") == "B" && !reader.is_replaced(1));
    const plypack::edit_log log = reader.edits();
    CHECK(log.is_complete && log.edits.size() == 3);
    CHECK(log.edits[0].append == 1 && log.edits[0].number == 0 && log.edits[0].kind == plypack::edit_kind::deleted);
    CHECK(log.edits[1].append == 1 && log.edits[1].number == 1 && log.edits[1].kind == plypack::edit_kind::replaced);
    CHECK(log.edits[2].append == 2 && log.edits[2].number == 1 && log.edits[2].kind == plypack::edit_kind::restored);
    const auto stop = [](std::uint64_t, std::uint64_t) { throw std::runtime_error("stop"); };
    bool was_stopped = false;
    try {
        plypack::compact_file(path, {}, {stop, {}, {}});
    } catch (const std::runtime_error &) {
        was_stopped = true;
    }
    CHECK(was_stopped && plypack::reader(path).number_end() == 3);
    CHECK(plypack::compact_file(path, path + ".small").games == 2 && plypack::reader(path).number_end() == 3);
    const plypack::compact_counts done = plypack::compact_file(path);
    CHECK(done.games == 2 && done.deleted == 1 && done.old_versions == 1 && done.bytes_after < done.bytes_before);
    CHECK(done.renumbered == 2 && done.first_old == 1 && done.first_new == 0);
    CHECK(plypack::reader(path).number_end() == 2 && plypack::reader(path).read(0).tag("White") == "B");
    CHECK(plypack::append_game(path, plypack::game("[White \"E\"]\n\n1. e4 *")) == 2);
    plypack::replace_game(path, 0, plypack::reader(path).read(2), plypack::reader(path).state());
    CHECK(plypack::reader(path).read(0).tag("White") == "E");
    CHECK(plypack::rename_player(path, "E", "Eve") == 2 && plypack::rename_player(path, "E", "Eve") == 0);
    CHECK(plypack::reader(path).read(0).tag("White") == "Eve" && plypack::rename_player(path, "Eve", "E") == 2);
    plypack::writer copies = plypack::writer::memory();
    const std::uint64_t numbers[] = {1, 0};
    copies.copy_games(plypack::reader(path), numbers);
    copies.finish();
    CHECK(plypack::reader(copies.bytes()).read(1).tag("White") == "E");
    plypack::game same = plypack::reader(path).read(0);
    CHECK(same.read_scid_record(plypack::reader(path).read(2).scid_record()) == 0 && same.pgn() == plypack::reader(path).read(0).pgn());
    CHECK(thrown_by([&] { plypack::replace_game(path, 0, plypack::game(), seen); }).status() == plypack::status::changed);
}

static void file_far_away() {
    const auto writer = packed(PGN);
    plytest_bytes bytes = {nullptr, 0};
    CHECK(plytest_append(&bytes, writer.bytes().data(), writer.bytes().size()) == 0);
    {
        auto handle = plypack::detail::make<plypack_reader>(plypack_reader_open_callbacks, plytest_size, plytest_read,
                                                            &bytes, PLYPACK_OPEN_REMOTE);
        CHECK(plypack::reader(std::move(handle)).read(1).san_line() == "d4");
    }
    free(bytes.data);
}

static void scans() {
    const auto writer = packed(PGN);
    const plypack::reader reader(writer.bytes(), PLYPACK_OPEN_BORROWED);
    plypack::move_batch batch(0, 1);
    auto scan = reader.scan_moves();
    std::uint64_t games = 0;
    while (scan.next(batch)) {
        for (std::size_t i = 0; i < batch.size(); i++, games++) {
            const auto moves = reader.read_moves(batch.first() + i);
            CHECK(std::equal(moves.begin(), moves.end(), batch[i].begin(), batch[i].end()));
        }
    }
    CHECK(games == reader.number_end() && games == 2);
    scan.set_games(1, 1);
    CHECK(scan.next(batch) && batch.first() == 1 && !scan.next(batch));
}

/* Functions that plypack calls may throw, and call plypack. */
static void functions_that_throw() {
    auto writer = plypack::writer::memory();
    std::string reasons;
    plypack::callbacks callbacks;
    callbacks.issue = [&](const plypack_issue &issue) {
        reasons.append(issue.reason.data, issue.reason.len);
        CHECK(thrown_by([] { plypack::position("nonsense"); }).status() == PLYPACK_ILLEGAL_POSITION);
    };
    CHECK(writer.add_pgn("1. e4 Ke3 *", callbacks).games_with_issues == 1);
    CHECK(!reasons.empty());
    int caught = 0;
    try {
        callbacks.issue = [](const plypack_issue &) { throw 7; };
        writer.add_pgn("1. e4 *\n\n1. e4 Ke3 *", callbacks);
    } catch (int thrown) {
        caught = thrown;
    }
    CHECK(caught == 7 && writer.number_end() == 2);
}

/* A file read and written through functions, which can throw. */
static void streams() {
    std::string text = PGN, file;
    const auto read = [&text](char *buffer, std::size_t capacity) {
        const std::size_t len = text.copy(buffer, std::min<std::size_t>(capacity, 5));
        text.erase(0, len);
        return len;
    };
    auto writer = plypack::writer::to([&file](plypack::bytes_view bytes) { file.append(bytes.begin(), bytes.end()); });
    std::uint64_t done = 0;
    plypack::callbacks callbacks;
    callbacks.progress = [&done](std::uint64_t bytes, std::uint64_t total) {
        CHECK(total == 0);
        done = bytes;
    };
    CHECK(writer.add_pgn_from(read, callbacks).games == 2 && done == sizeof(PGN) - 1);
    writer.finish();
    const auto expected = packed(PGN);
    CHECK(file == std::string(expected.bytes().begin(), expected.bytes().end()));

    const auto thrown = [](auto &&function) {
        try {
            function();
        } catch (int number) {
            return number;
        }
        return 0;
    };
    auto broken = plypack::writer::to([](plypack::bytes_view) { throw 3; });
    CHECK(broken.add_pgn(PGN).games == 2);
    CHECK(thrown([&] { broken.finish(); }) == 3);
    auto memory = plypack::writer::memory();
    CHECK(thrown([&] { memory.add_pgn_from([](char *, std::size_t) -> std::size_t { throw 5; }); }) == 5);
}

static void whole_files(const std::string &folder) {
    const std::string from = folder + "/from.plypack", to = folder + "/to.plypack";
    auto writer = plypack::writer::create(from);
    CHECK(writer.add_pgn(PGN).games == 2);
    CHECK(thrown_by([&] { plypack::writer::create(from); }).status() == plypack::status::busy);
    writer.finish();
    CHECK(plypack::recode_file(from, to, {plypack::codec(PLYPACK_CODEC_TIGHT), {}}).games == 2);
    CHECK(plypack::reader(to).info(PLYPACK_INFO_CODECS) == 1u << PLYPACK_CODEC_TIGHT);
    CHECK(plypack::repair_file(from, to).corrupt == 0 && plypack::index_file(to) == 2);
    auto more = plypack::writer::append(to);
    CHECK(more.add_pgn(PGN).games == 2 && more.number_end() == 4);
    CHECK(more.rolled_back_bytes() == 0);
    const plypack::reader before(to);
    more.finish();
    const auto later = plypack::reader(to).state(), earlier = before.state();
    CHECK(later != earlier && earlier == before.state() && later.has_numbers_of(earlier));
    CHECK(!plypack::repair_records(to));
    auto given_up = plypack::writer::append(to);
    given_up.abort();
    CHECK(plypack::reader(to).state() == later);
    const std::string other = to + std::string(1, '\0') + "x";
    CHECK(thrown_by([&] { plypack::writer::create(other); }).status() == PLYPACK_INVALID_ARGUMENT);
    CHECK(thrown_by([&] { plypack::index_file(other); }).status() == PLYPACK_INVALID_ARGUMENT);
}

static_assert(std::is_nothrow_move_constructible_v<plypack::reader> && !std::is_copy_constructible_v<plypack::reader>);
static_assert(std::is_convertible_v<std::vector<std::uint16_t> &, plypack::moves_view>);
static_assert(!std::is_convertible_v<std::vector<std::uint8_t> &, plypack::moves_view>);
static_assert(!std::is_convertible_v<std::uint32_t, plypack::codec>);

/* The methods of a game with a place. */
static void edited_at_places() {
    plypack::game game("[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 (1... c5 2. Nf3) *");
    const plypack::game before = game.clone();
    const auto place = [&game](std::uint32_t move, std::uint32_t depth) {
        std::size_t found = 0;
        for (const plypack::step &step : game.walk()) {
            if (step.kind == plypack::token_kind::move && step.ply == move && step.depth == depth) found = step.place;
        }
        return found;
    };
    const auto e5 = game.position(1).move_from_san("e5"), e6 = game.position(1).move_from_san("e6");
    const auto d4 = game.position().move_from_san("d4");
    CHECK(game.add_move_at(place(1, 0), e5) == place(2, 0));
    game.add_move_at(place(1, 0), e6);
    CHECK(game.add_variation_at(place(1, 0), std::vector<std::uint16_t>{d4}) == place(1, 1));
    CHECK(game.promote_variation_at(place(3, 1)) == place(3, 0));
    game.set_comment_at(game.add_nag_at(game.add_comment_at(0, "hm"), 2), "x");
    game.remove_note_at(1);
    CHECK(game.remove_tag("Black") && !game.remove_tag("Black"));
    game.set_tag("White", "C");
    const char expected[] = "[White \"C\"]\n\n{x} 1. e4 (1. d4) 1... c5 (1... e5) (1... e6) 2. Nf3 *\n";
    CHECK(game.pgn() == expected);
    CHECK(thrown_by([&] { game.replace_move_at(place(1, 0), e5); }).status() == PLYPACK_ILLEGAL_MOVE);
    CHECK(game.set_opening_tags() && !game.set_opening_tags() && !game.set_opening_tags(true));
    CHECK(game.tag("ECO") == "B27" && game.tag("Opening") == "Sicilian Defense");
    CHECK(game.remove_tag("ECO") && game.remove_tag("Opening"));
    CHECK(game.pgn() == expected);
    CHECK(game.remove_variation_at(place(1, 1)) == 0);
    game.remove_moves_at(place(2, 0));
    game.insert_moves_at(place(1, 0), std::vector<std::uint16_t>{e5});
    game.remove_tag_at(0);
    CHECK(game.pgn() == "{x} 1. e4 e5 *\n" && before.moves().size() == 2 && before.tag("Black") == "B");
}

int main(int, char **argv) {
    games_in_a_file(std::string(argv[1]) + "/games.plypack");
    openings_of_imports();
    tags_and_moves();
    temporaries();
    parts_that_cannot_be_parsed();
    exports();
    built_piece_by_piece();
    edited_at_places();
    codecs_and_positions();
    positions_for_a_display();
    walks();
    failures();
    corruption();
    loops_over_corrupt_games(std::string(argv[1]) + "/two.plypack");
    loops_over_deleted_games();
    edits_of_files(std::string(argv[1]) + "/edits.plypack");
    file_far_away();
    scans();
    functions_that_throw();
    streams();
    whole_files(argv[1]);
    return plytest_failed;
}
