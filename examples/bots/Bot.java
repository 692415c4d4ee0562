// A bot in Java 17, over a pipe. Change `choose`, and try it:
//
//     javac -d build examples/bots/Bot.java
//     flagstone bot run --exec "java -cp build Bot" rowdy --against greedy
//
// It needs nothing but a JDK: a JSON object a line comes in, and for every "choose" one goes out.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class Bot {
    String game;
    int seat;
    Map<String, Object> setup;

    /** A match starts: its game, your seat, and the set-up (the board and the other settings). */
    void start(Map<String, Object> message) {
        game = (String) message.get("game");
        seat = ((Number) message.get("seat")).intValue();
        setup = object(message.get("setup"));
    }

    /**
     * Answer one of the legal actions. `random` is a new number each time, 0 to 2^32 - 1: the same for the same seed,
     * so that a bot that takes all its chance from it plays the same match again.
     */
    String choose(Map<String, Object> state, List<Object> legal, long random) {
        if (legal.contains("get flag")) {
            return "get flag";
        }
        return (String) legal.get((int) (random % legal.size()));
    }

    /** The match is over: the winning side, or null, and why. */
    void finish(Map<String, Object> outcome) {
    }

    public static void main(String[] arguments) throws IOException {
        Bot bot = new Bot();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<String, Object> message = object(new Json(line).value());
            switch ((String) message.get("type")) {
                case "start" -> bot.start(message);
                case "choose" -> {
                    List<Object> legal = list(message.get("legal"));
                    long random = ((Number) message.get("random")).longValue();
                    String action = bot.choose(object(message.get("state")), legal, random);
                    System.out.println("{\"action\": \"" + action + "\"}");
                    System.out.flush();
                }
                case "finish" -> bot.finish(object(message.get("outcome")));
                default -> { }
            }
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    /** JSON as maps, lists, strings, numbers, booleans and null. */
    static final class Json {
        private final String line;
        private int at;

        Json(String line) {
            this.line = line;
        }

        Object value() {
            char first = next();
            if (first == '"') {
                return string();
            }
            if (first == '{') {
                Map<String, Object> fields = new LinkedHashMap<>();
                for (at++; next() != '}'; skip(',')) {
                    String name = string();
                    skip(':');
                    fields.put(name, value());
                }
                at++;
                return fields;
            }
            if (first == '[') {
                List<Object> items = new ArrayList<>();
                for (at++; next() != ']'; skip(',')) {
                    items.add(value());
                }
                at++;
                return items;
            }
            int begin = at;
            while (at < line.length() && ",]} \t".indexOf(line.charAt(at)) < 0) {
                at++;
            }
            String word = line.substring(begin, at);
            return switch (word) {
                case "null" -> null;
                case "true" -> true;
                case "false" -> false;
                default -> Double.valueOf(word);
            };
        }

        private char next() {
            while (Character.isWhitespace(line.charAt(at))) {
                at++;
            }
            return line.charAt(at);
        }

        private void skip(char sign) {
            if (next() == sign) {
                at++;
            }
        }

        private String string() {
            StringBuilder text = new StringBuilder();
            for (at++; line.charAt(at) != '"'; at++) {
                char character = line.charAt(at);
                if (character == '\\') {
                    character = line.charAt(++at);
                    if (character == 'u') {
                        character = (char) Integer.parseInt(line.substring(at + 1, at + 5), 16);
                        at += 4;
                    } else {
                        int known = "nrtbf".indexOf(character);
                        character = known < 0 ? character : "\n\r\t\b\f".charAt(known);
                    }
                }
                text.append(character);
            }
            at++;
            return text.toString();
        }
    }
}
