// Play a whole match on a Flagstone server: hosts one against a bot and moves by chance.
//
//     flagstone serve                                    # in another terminal
//     node examples/play.mjs http://127.0.0.1:8000 rowdy 60
//
// The last word is the most turns, rounds or actions of the match.
// Needs nothing but Node 22; with Node 20 say `node --experimental-websocket`. Everything it does is told in
// docs/protocol.md.

const [url = "http://127.0.0.1:8000", game = "rowdy", limit = "400"] = process.argv.slice(2);
let cookie = "";

async function post(path, body = {}) {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${JSON.parse(text).detail}`);
  cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
  return text ? JSON.parse(text) : null;
}

// The view after the changes of an entry: each is a path into it, and what stands there now.
function changed(view, changes = []) {
  for (const [path, value] of changes) {
    if (path.length === 0) {
      view = value;
      continue;
    }
    const last = path.at(-1);
    path.slice(0, -1).reduce((part, step) => part[step], view)[last] = value;
  }
  return view;
}

// One seat of one match, with what it has seen. A connection that breaks is made again, and goes on where it was.
function play(match, seat, token) {
  let view, number, actions, pace, outcome;
  let restores = 0;
  let waiting = null; // the id of an action that has not been answered

  // Takes note of a message. Returns for how many milliseconds to wait before acting again.
  function hear(message) {
    if (message.type === "welcome") {
      ({ number, actions, pace, outcome, restores = 0 } = message);
      view = message.view ?? view;
    } else if (message.type === "entries") {
      for (const entry of message.entries) {
        view = changed(view, entry.changes);
        ({ number, outcome } = entry);
        for (const words of entry.says ?? []) console.log(`${String(number).padStart(4)} ${words}`);
        if (entry.id === waiting) {
          waiting = null;
          return pace;
        }
      }
    } else if (message.type === "refused" || message.type === "accepted") {
      waiting = null;
      return message.wait ?? 20;
    }
    return 0;
  }

  return new Promise((done) => {
    function open() {
      const socket = new WebSocket(`${url.replace(/^http/, "ws")}/ws/${match}`);
      // A refusal changes nothing, and another action is tried then.
      const act = () => {
        if (waiting !== null || (view.to_move ?? seat) !== seat || socket.readyState !== WebSocket.OPEN) return;
        waiting = crypto.randomUUID();
        const action = actions[Math.floor(Math.random() * actions.length)];
        socket.send(JSON.stringify({ type: "act", action, id: waiting }));
      };
      socket.onopen = () => socket.send(JSON.stringify({ type: "hello", seat, token, last: number, restores }));
      socket.onmessage = ({ data }) => {
        const wait = hear(JSON.parse(data));
        if (!outcome) return setTimeout(act, wait);
        socket.onclose = null;
        socket.close();
        done(outcome);
      };
      socket.onclose = () => {
        waiting = null;
        setTimeout(open, 500);
      };
    }
    open();
  });
}

await post("/api/me", { name: "Rita Random" });
const games = await (await fetch(`${url}/api/games`)).json();
const settings = games.find((known) => known.game === game)?.settings ?? [];
const teams = settings.some((setting) => setting.name === "seats_per_team") ? { seats_per_team: 1 } : {};
const wish = { game, title: "An example", limit: Number(limit), ...teams };
const { id } = await post("/api/matches", wish);
const { seat, token } = await post(`/api/matches/${id}/join`);
await post(`/api/matches/${id}/start`, { fill: "random" });
const { winner, reason } = await play(id, seat, token);
console.log(`${winner ?? "Nobody"} won: ${reason}`);
