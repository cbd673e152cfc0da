// Talks to the referee, so that a bot is one class with a method for each kind of question.
#pragma once
#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using nlohmann::json;

struct Card {
    std::string trait;
    int food;
};

struct Species {
    std::string id;
    int population, body, food;
    std::vector<std::string> traits;
};

// One question of the referee. `view` is the whole table as your seat sees it.
struct Question {
    int n;
    std::string kind;
    std::vector<std::string> choices;
    json view;
};

// Override the questions that you care about; without an answer of yours the first choice is taken.
class Bot {
  public:
    std::string name = "my bot";
    int seat = 0;
    std::map<std::string, Card> cards;

    virtual ~Bot() = default;
    virtual void start(const json& /*game*/) {}
    virtual void over(const std::vector<int>& /*scores*/, const std::vector<int>& /*places*/) {}
    virtual std::string food(const Question& q) { return q.choices[0]; }
    virtual std::string play(const Question& q) { return q.choices[0]; }
    virtual std::string feed(const Question& q) { return q.choices[0]; }
    virtual std::string other(const Question& q) { return q.choices[0]; } // leaf, event, discard …

    std::string choose(const Question& q) {
        if (q.kind == "food") return food(q);
        if (q.kind == "play") return play(q);
        return q.kind == "feed" ? feed(q) : other(q);
    }

    // Your own species, by id.
    std::map<std::string, Species> mine(const json& view) const {
        std::map<std::string, Species> found;
        for (const auto& one : view["seats"][seat]["species"])
            found[one["id"]] = {one["id"], one["population"], one["body"], one["food"], one["traits"]};
        return found;
    }
};

inline std::vector<std::string> words(const std::string& choice) {
    std::istringstream in(choice);
    return {std::istream_iterator<std::string>(in), {}};
}

// The choice that is worth most, the first of several.
template <class Worth> std::string best(const std::vector<std::string>& choices, Worth worth) {
    return *std::max_element(choices.begin(), choices.end(),
                             [&](const auto& a, const auto& b) { return worth(a) < worth(b); });
}

// Play games until the referee has no more. Your log is std::cerr.
inline void run(Bot& bot) {
    for (std::string line; std::getline(std::cin, line);) {
        const json message = json::parse(line);
        if (message["type"] == "game") {
            bot.seat = message["seat"];
            for (const auto& [card, about] : message["cards"].items())
                bot.cards[card] = {about["trait"], about["food"].is_null() ? 0 : about["food"].get<int>()};
            bot.start(message);
            std::cout << json{{"type", "ready"}, {"name", bot.name}} << std::endl;
        } else if (message["type"] == "decide") {
            const Question q{message["n"], message["kind"], message["choices"], message["view"]};
            std::cout << json{{"type", "choose"}, {"n", q.n}, {"choice", bot.choose(q)}} << std::endl;
        } else {
            bot.over(message["scores"], message["places"]);
        }
    }
}
