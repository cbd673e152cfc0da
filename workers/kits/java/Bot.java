import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Your bot. It raises a few plant eaters and feeds the hungriest first; make it better. */
public class Bot extends Player {
    private static final List<String> WANTED =
            List.of("foraging", "long-neck", "cooperation", "fertile", "fat-tissue", "horns", "climbing");
    private static final int MOST_SPECIES = 3;

    /** Which card feeds the watering hole? The one with the most food. */
    @Override
    protected String food(Question question) {
        return best(question.choices, choice -> cards.get(choice.split(" ")[1]).food);
    }

    /** What to do with the cards in hand, one at a time, until `end`. */
    @Override
    protected String play(Question question) {
        Map<String, Species> species = mine(question.view);
        return best(question.choices, choice -> worth(choice.split(" "), species));
    }

    /** Who eats? The hungriest species that can. */
    @Override
    protected String feed(Question question) {
        Map<String, Species> species = mine(question.view);
        return best(question.choices, choice -> {
            String[] words = choice.split(" ");
            if (!words[0].equals("feed")) return words[0].equals("end") ? 0 : -1;
            return 1 + species.get(words[1]).population - species.get(words[1]).food;
        });
    }

    private int worth(String[] words, Map<String, Species> species) {
        return switch (words[0]) {
            case "trait" -> WANTED.contains(cards.get(words[1]).trait) ? 20 - WANTED.indexOf(cards.get(words[1]).trait) : -1;
            case "species" -> species.size() < MOST_SPECIES ? 30 : -1;
            case "population" -> species.get(words[2]).population < 4 ? 10 - species.get(words[2]).population : -1;
            case "end" -> 0;
            default -> -1;
        };
    }

    public static void main(String[] args) throws IOException {
        new Bot().run();
    }
}
