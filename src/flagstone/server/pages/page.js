const item = (title, words) => {
  const line = document.createElement("li");
  const quiet = document.createElement("span");
  line.textContent = title;
  quiet.textContent = words;
  line.append(quiet);
  return line;
};

const read = async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};

try {
  const [games, page] = await Promise.all([read("/api/games"), read("/api/matches")]);
  document.querySelector("#games").replaceChildren(...games.map((game) => item(game.title, game.summary)));
  if (page.matches.length > 0) {
    const told = (match) => item(match.title, `${match.game}, ${match.status}, ${match.taken} of ${match.seats} seats taken`);
    document.querySelector("#matches").replaceChildren(...page.matches.map(told));
  }
} catch (error) {
  document.querySelector("#state").textContent = `, but does not answer (${error.message})`;
}
