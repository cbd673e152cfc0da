// Where the bot starts.
#include "mybot.hpp"

int main() {
    MyBot bot;
    run(bot);
}
