import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Talks to the referee, so that a bot is one class with a method for each kind of question. */
public abstract class Player {
    public static class Card { public String trait; public int food; }
    public static class Species { public String id; public int population, body, food; public List<String> traits; }
    public static class Seat { public int bag; public List<Species> species; }
    public static class View { public int round, watering_hole; public List<Seat> seats; }
    public static class Question { public int n; public String kind; public List<String> choices; public View view; }
    private static class Game { int seat; Map<String, Card> cards; }

    private static final Gson GSON = new Gson();
    protected String name = "my bot";
    protected int seat;
    protected Map<String, Card> cards = Map.of();

    // Override the questions that you care about; the others get the first choice.
    protected String food(Question question) { return question.choices.get(0); }
    protected String play(Question question) { return question.choices.get(0); }
    protected String feed(Question question) { return question.choices.get(0); }
    protected String other(Question question) { return question.choices.get(0); } // leaf, event, discard …

    public String choose(Question question) {
        return switch (question.kind) {
            case "food" -> food(question);
            case "play" -> play(question);
            case "feed" -> feed(question);
            default -> other(question);
        };
    }

    /** Your own species, by id, from left to right. */
    protected Map<String, Species> mine(View view) {
        Map<String, Species> found = new LinkedHashMap<>();
        for (Species one : view.seats.get(seat).species) found.put(one.id, one);
        return found;
    }

    /** The choice that is worth most, the first of several. */
    protected static String best(List<String> choices, ToIntFunction<String> worth) {
        return choices.stream().reduce((a, b) -> worth.applyAsInt(b) > worth.applyAsInt(a) ? b : a).orElseThrow();
    }

    /** Play games until the referee has no more. Your log is System.err. */
    public void run() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            JsonObject message = JsonParser.parseString(line).getAsJsonObject();
            switch (message.get("type").getAsString()) {
                case "game" -> {
                    Game game = GSON.fromJson(message, Game.class);
                    seat = game.seat;
                    cards = game.cards;
                    say(Map.of("type", "ready", "name", name));
                }
                case "decide" -> {
                    Question question = GSON.fromJson(message, Question.class);
                    say(Map.of("type", "choose", "n", question.n, "choice", choose(question)));
                }
                default -> { }
            }
        }
    }

    private static void say(Map<String, Object> answer) {
        System.out.println(GSON.toJson(answer));
        System.out.flush();
    }
}
