// A bot in JavaScript, over a pipe. Change `choose`, and try it:
//
//     flagstone bot run --exec "node examples/bots/bot.js" rowdy --against greedy
//
// It needs nothing but Node: a JSON object a line comes in, and for every "choose" one goes out.

const readline = require("node:readline");

class Bot {
  // A match starts: its game, your seat, and the set-up (the board and the other settings).
  start({ game, seat, setup }) {
    Object.assign(this, { game, seat, setup });
  }

  // Answer one of the legal actions. `random` is a new number each time, 0 to 2**32 - 1: the same for the same seed,
  // so that a bot that takes all its chance from it plays the same match again.
  choose(state, legal, random) {
    if (legal.includes("get flag")) {
      return "get flag";
    }
    return legal[random % legal.length];
  }

  // The match is over: the winning side, or null, and why.
  finish(outcome) {}
}

const bot = new Bot();
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "start") {
    bot.start(message);
  } else if (message.type === "choose") {
    const action = bot.choose(message.state, message.legal, message.random);
    process.stdout.write(JSON.stringify({ action }) + "\n");
  } else if (message.type === "finish") {
    bot.finish(message.outcome);
  }
});
