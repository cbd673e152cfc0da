#undef NDEBUG
#include "../mybot.hpp"
#include <cassert>

int main() {
    MyBot bot;
    bot.cards = {{"horns-1", {"horns", 3}}, {"flight-1", {"flight", 5}}};
    const json view = json::parse(R"({"seats": [{"species": [
        {"id": "a1", "population": 2, "body": 1, "food": 1, "traits": []},
        {"id": "a2", "population": 4, "body": 1, "food": 1, "traits": []}]}]})");
    assert(bot.choose({0, "feed", {"feed a1", "feed a2"}, view}) == "feed a2");
    assert(bot.choose({0, "food", {"food horns-1", "food flight-1"}, view}) == "food flight-1");
    assert(bot.choose({0, "leaf", {"leaf a1 horns", "leaf a2 horns"}, view}) == "leaf a1 horns");
}
