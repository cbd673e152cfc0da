// Your bot. It raises a few plant eaters and feeds the hungriest first; make it better.
#pragma once
#include "player.hpp"

class MyBot : public Bot {
    const std::vector<std::string> wanted{"foraging",   "long-neck", "cooperation", "fertile",
                                          "fat-tissue", "horns",     "climbing"};
    const std::size_t most_species = 3;

  public:
    // Which card feeds the watering hole? The one with the most food.
    std::string food(const Question& q) override {
        return best(q.choices, [&](const auto& choice) { return cards[words(choice)[1]].food; });
    }

    // What to do with the cards in hand, one at a time, until `end`.
    std::string play(const Question& q) override {
        auto species = mine(q.view);
        return best(q.choices, [&](const auto& choice) { return worth(words(choice), species); });
    }

    // Who eats? The hungriest species that can.
    std::string feed(const Question& q) override {
        auto species = mine(q.view);
        return best(q.choices, [&](const auto& choice) {
            const auto said = words(choice);
            if (said[0] != "feed") return said[0] == "end" ? 0 : -1;
            return 1 + species[said[1]].population - species[said[1]].food;
        });
    }

  private:
    int worth(const std::vector<std::string>& said, std::map<std::string, Species>& species) {
        if (said[0] == "trait") {
            const auto place = std::find(wanted.begin(), wanted.end(), cards[said[1]].trait);
            return place == wanted.end() ? -1 : 20 - int(place - wanted.begin());
        }
        if (said[0] == "species") return species.size() < most_species ? 30 : -1;
        if (said[0] == "population" && species[said[2]].population < 4) return 10 - species[said[2]].population;
        return said[0] == "end" ? 0 : -1;
    }
};
