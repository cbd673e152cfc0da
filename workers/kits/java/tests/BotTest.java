import com.google.gson.Gson;

public class BotTest {
    public static void main(String[] args) {
        String asked = """
            {"n": 0, "kind": "feed", "choices": ["feed a1", "feed a2"], "view": {"seats": [{"species": [
              {"id": "a1", "population": 2, "food": 1}, {"id": "a2", "population": 4, "food": 1}]}]}}""";
        String chosen = new Bot().choose(new Gson().fromJson(asked, Player.Question.class));
        if (!chosen.equals("feed a2")) throw new AssertionError("the hungriest eats first, not: " + chosen);
    }
}
