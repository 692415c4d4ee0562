// A bot in C++17, over a pipe. Change `choose`, and try it:
//
//     g++ -std=c++17 -O2 -o mybot examples/bots/bot.cpp
//     flagstone bot run --exec ./mybot rowdy --against greedy
//
// It needs nothing but a compiler: a JSON object a line comes in, and for every "choose" one goes out.

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

// A JSON value. What it is not, it is empty: null["x"][3].number is 0.
struct Json {
    double number = 0;
    bool yes = false;
    std::string text;
    std::vector<Json> list;
    std::map<std::string, Json> fields;

    const Json& operator[](const std::string& name) const {
        auto found = fields.find(name);
        return found == fields.end() ? nothing() : found->second;
    }
    const Json& operator[](std::size_t place) const { return place < list.size() ? list[place] : nothing(); }

    static Json parse(const std::string& line) {
        std::size_t at = 0;
        return value(line, at);
    }

private:
    static const Json& nothing() {
        static const Json none;
        return none;
    }
    static char next(const std::string& line, std::size_t& at) {
        while (at < line.size() && std::isspace(static_cast<unsigned char>(line[at]))) at++;
        if (at == line.size()) throw std::runtime_error("the line ends too soon");
        return line[at];
    }
    static std::string string(const std::string& line, std::size_t& at) {
        std::string text;
        for (at++; line.at(at) != '"'; at++) {
            if (line[at] != '\\') {
                text += line[at];
                continue;
            }
            switch (line.at(++at)) {
                case 'n': text += '\n'; break;
                case 't': text += '\t'; break;
                case 'u': at += 4; text += '?'; break;  // nothing in a state needs it
                default: text += line[at];
            }
        }
        at++;
        return text;
    }
    static Json value(const std::string& line, std::size_t& at) {
        Json json;
        char first = next(line, at);
        if (first == '"') {
            json.text = string(line, at);
        } else if (first == '{' || first == '[') {
            for (at++; next(line, at) != '}' && line[at] != ']';) {
                if (line[at] == ',') {
                    at++;
                } else if (first == '[') {
                    json.list.push_back(value(line, at));
                } else {
                    std::string name = string(line, at);
                    if (next(line, at) == ':') at++;
                    json.fields[name] = value(line, at);
                }
            }
            at++;
        } else {
            std::size_t end = line.find_first_of(",]} \t\r\n", at);
            std::string word = line.substr(at, end - at);
            at = end == std::string::npos ? line.size() : end;
            json.yes = word == "true";
            if (word != "true" && word != "false" && word != "null") json.number = std::stod(word);
        }
        return json;
    }
};

struct Bot {
    std::string game;
    int seat = 0;
    Json setup;

    // A match starts: its game, your seat, and the set-up (the board and the other settings).
    void start(const Json& message) {
        game = message["game"].text;
        seat = static_cast<int>(message["seat"].number);
        setup = message["setup"];
    }

    // Answer one of the legal actions. `random` is a new number each time: the same for the same seed, so that a bot
    // that takes all its chance from it plays the same match again.
    std::string choose(const Json& state, const std::vector<std::string>& legal, std::uint32_t random) {
        (void)state;
        if (std::find(legal.begin(), legal.end(), "get flag") != legal.end()) return "get flag";
        return legal[random % legal.size()];
    }

    // The match is over: the winning side, if anybody won, and why.
    void finish(const Json& outcome) { (void)outcome; }
};

int main() {
    Bot bot;
    std::string line;
    while (std::getline(std::cin, line)) {
        Json message = Json::parse(line);
        const std::string& type = message["type"].text;
        if (type == "start") {
            bot.start(message);
        } else if (type == "choose") {
            std::vector<std::string> legal;
            for (const Json& action : message["legal"].list) legal.push_back(action.text);
            auto random = static_cast<std::uint32_t>(message["random"].number);
            std::string action = bot.choose(message["state"], legal, random);
            std::cout << "{\"action\": \"" << action << "\"}" << std::endl;  // endl: or nobody hears it
        } else if (type == "finish") {
            bot.finish(message["outcome"]);
        }
    }
}
