// An opening explorer for the terminal: type moves to see the next moves and their results.
//
//   explorer FILE.plypack
//
// A line of input is moves in SAN (`e4 c5 Nf3`), or `back`, `start`, `fen FEN`, `games` or `quit`.
#include <cstdio>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <plypack.hpp>

namespace {

class explorer {
public:
    explicit explorer(const std::string &path) : reader_(path) { line_.emplace_back(); }

    // Runs a line of input. Returns false for `quit`.
    bool run(const std::string &command) {
        if (command == "quit") return false;
        if (command == "games") {
            show_games();
            return true;
        }
        if (command == "start") {
            line_.resize(1);
        } else if (command == "back") {
            if (line_.size() > 1) line_.pop_back();
        } else if (command.rfind("fen ", 0) == 0) {
            go_to(plypack::position(std::string_view(command).substr(4)));
        } else {
            play(command);
        }
        show_tree();
        return true;
    }

    void show_tree() const {
        std::printf("\n%s\n%-8s %9s %6s %6s %6s %7s\n", position().fen().c_str(), "move", "games", "white", "draw", "black",
                    "rating");
        for (const plypack_branch &branch : plypack::query(position()).tree(reader_)) show(branch);
    }

private:
    const plypack::position &position() const { return line_.back(); }

    void go_to(plypack::position position) {
        line_.clear();
        line_.push_back(std::move(position));
    }

    // Plays all moves of the text, or none if one is not legal.
    void play(const std::string &text) {
        std::istringstream words(text);
        std::vector<plypack::position> played;
        played.push_back(position().clone());
        for (std::string san; words >> san;) {
            plypack::position next = played.back().clone();
            next.play(next.move_from_san(san));
            played.push_back(std::move(next));
        }
        for (std::size_t i = 1; i < played.size(); i++) line_.push_back(std::move(played[i]));
    }

    void show(const plypack_branch &branch) const {
        const std::string move = branch.ends != 0 ? "(end)" : position().move_to_san(branch.next_move);
        const auto percent = [&](std::uint64_t games) { return 100.0 * double(games) / double(branch.games); };
        std::printf("%-8s %9llu %5.1f%% %5.1f%% %5.1f%% %7llu\n", move.c_str(), (unsigned long long)branch.games,
                    percent(branch.white), percent(branch.draws), percent(branch.black),
                    (unsigned long long)(branch.rated == 0 ? 0 : branch.rating_sum / branch.rated));
    }

    void show_games() const {
        plypack::query query(position());
        query.max_hits(10);
        for (const plypack_hit &hit : query.find(reader_)) {
            const plypack::game game = reader_.read(hit.game);
            const auto tag = [&](std::string_view name) { return std::string(game.tag(name).value_or("?")); };
            std::printf("%8llu  %s - %s, %s, %s\n", (unsigned long long)hit.game, tag("White").c_str(), tag("Black").c_str(),
                        tag("Date").c_str(), tag("Result").c_str());
        }
    }

    plypack::reader reader_;
    // The positions from the start to the current position.
    std::vector<plypack::position> line_;
};

int explore(const std::string &path) {
    explorer explorer(path);
    explorer.show_tree();
    for (std::string line; std::getline(std::cin, line);) {
        try {
            if (!explorer.run(line)) break;
        } catch (const plypack::error &error) {
            std::printf("%s\n", error.what()); // a move that is not legal, for example: nothing has changed
        }
    }
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: explorer FILE.plypack\n");
        return 2;
    }
    try {
        return explore(argv[1]);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
        return 1;
    }
}
