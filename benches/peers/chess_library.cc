// Reads games with Disservin's chess-library (one header, chess.hpp), for the comparison with other software (`run`):
//
//   chess_library visit|play FILE.pgn
//
// visit splits the PGN into tags and moves; play also plays the moves, so that they are checked as plypack checks them.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string_view>

#include <chess.hpp>

namespace {

class visitor : public chess::pgn::Visitor {
public:
    explicit visitor(bool plays) : plays_(plays) {}
    void startPgn() override {
        if (plays_) board_.setFen(chess::constants::STARTPOS);
        games++;
    }
    void header(std::string_view name, std::string_view value) override {
        if (plays_ && name == "FEN") board_.setFen(value);
    }
    void startMoves() override {}
    void move(std::string_view san, std::string_view) override {
        plies++;
        if (plays_) board_.makeMove(chess::uci::parseSan(board_, san));
    }
    void endPgn() override {}

    unsigned long long games = 0, plies = 0;

private:
    chess::Board board_;
    bool plays_;
};

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: chess_library visit|play FILE.pgn\n");
        return 2;
    }
    std::ifstream file(argv[2]);
    visitor visitor(std::strcmp(argv[1], "play") == 0);
    chess::pgn::StreamParser parser(file);
    if (const auto error = parser.readGames(visitor)) {
        std::fprintf(stderr, "%s\n", error.message().c_str());
        return 1;
    }
    std::printf("%llu games, %llu plies\n", visitor.games, visitor.plies);
}
