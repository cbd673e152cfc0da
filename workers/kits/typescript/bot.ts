// Where the bot starts.
import { MyBot } from "./mybot";
import { run } from "./player";

run(new MyBot());
