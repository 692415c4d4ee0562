"""Learn Classic CTF from nothing, by playing against oneself: PPO in one file.

    pip install '.[envs,report]' torch
    python examples/ppo.py                        # ten minutes on two cores
    python examples/ppo.py --minutes 3 --curve curve.png

Both seats are played by the same network: the board is mirrored for team 2, so that both sides look alike. In half
of the matches team 2 moves at random instead, so that the network does not forget how to meet somebody who plays in no
way like itself.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn

import flagstone.envs

BOARD = """\
#############
#     #     #
# # # # # # #
#h# #j#J# #H#
#f   j J   F#
#h# #j#J# #H#
# # # # # # #
#     #     #
#############"""
GUESTS = 64  # matches in which team 2 moves at random
MATCHES, STEPS = 128, 32  # of a rollout
EPOCHS, MINIBATCH, RATE = 3, 512, 1e-3
DISCOUNT, SMOOTHING, CLIP = 0.99, 0.95, 0.2
ENTROPY, VALUE = 0.01, 0.5


class Network(nn.Module):
    """Planes and numbers in; how good each action is, and how good the position is, out."""

    def __init__(self, planes, rows, columns, numbers, actions):
        super().__init__()
        self.board = nn.Sequential(
            nn.Conv2d(planes, 16, 3, padding=1), nn.ReLU(),
            nn.Conv2d(16, 16, 3, stride=2, padding=1), nn.ReLU(),
            nn.Flatten(),
        )  # fmt: skip
        cells = 16 * ((rows + 1) // 2) * ((columns + 1) // 2)
        self.trunk = nn.Sequential(nn.Linear(cells + numbers, 128), nn.ReLU())
        self.policy, self.value = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, planes, vector, mask):
        """The logarithms of the actions' chances, and the value, of every seat in the batch."""
        seen = torch.cat([self.board(planes.float()), vector.float() / 16], 1)
        hidden = self.trunk(seen)
        logits = self.policy(hidden).masked_fill(mask == 0, -1e9)
        return torch.log_softmax(logits, 1), self.value(hidden).squeeze(1)


def seen(batch):
    """What all seats see, one after another, as tensors. Copies: the batch writes over its arrays."""
    planes, vector = batch.observations
    flat = (planes.reshape(-1, *planes.shape[2:]), vector.reshape(-1, vector.shape[2]))
    return tuple(torch.from_numpy(one.copy()) for one in (*flat, batch.masks.reshape(-1, batch.masks.shape[2])))


def rollout(batch, network):
    """Some steps of all matches, and for every seat and step how much better it went than expected."""
    record, lanes = [], batch.matches * batch.lanes
    for _ in range(STEPS):
        now = seen(batch)
        with torch.no_grad():
            chances, value = network(*now)
        action = torch.multinomial(chances.exp(), 1).squeeze(1)
        played = action.numpy().reshape(batch.matches, batch.lanes)
        played[:GUESTS, 1::2] = batch.sample()[:GUESTS, 1::2]
        step = batch.step(played)
        chosen = chances.gather(1, action[:, None]).squeeze(1)
        over = np.repeat(step.ended | step.truncated, batch.lanes)
        reward = torch.from_numpy(step.rewards.reshape(-1).copy())
        record.append((*now, action, chosen, value, reward, torch.from_numpy(over)))
    with torch.no_grad():
        ahead = network(*seen(batch))[1]
    advantage, advantages = torch.zeros(lanes), []
    for *_, value, reward, over in reversed(record):
        goes_on = 1 - over.float()
        advantage = reward + DISCOUNT * goes_on * ahead - value + DISCOUNT * SMOOTHING * goes_on * advantage
        advantages.append(advantage)
        ahead = value
    is_own = np.ones((batch.matches, batch.lanes), bool)
    is_own[:GUESTS, 1::2] = False
    own = torch.from_numpy(is_own.reshape(-1))
    columns = list(zip(*record, strict=True))[:6]
    return [torch.cat([step[own] for step in column]) for column in (*columns, advantages[::-1])]


def learn(network, optimiser, played):
    """PPO's update: towards what went well, but never far from how it was played."""
    planes, vector, mask, action, before, value, advantage = played
    target = advantage + value
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(action)).split(MINIBATCH):
            chances, guess = network(planes[part], vector[part], mask[part])
            ratio = (chances.gather(1, action[part, None]).squeeze(1) - before[part]).exp()
            gain = torch.min(ratio * advantage[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[part])
            entropy = -(chances.exp() * chances).sum(1)
            loss = -gain.mean() + VALUE * (guess - target[part]).pow(2).mean() - ENTROPY * entropy.mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def against_random(network, settings, matches=200, max_cycles=150):
    """The shares of matches that the network, as team 1, wins and loses against random play."""
    batch = flagstone.envs.batch("classic", matches, settings, seed=999, max_cycles=max_cycles, auto_reset=False)
    won, lost = np.zeros(matches, bool), np.zeros(matches, bool)
    for _ in range(max_cycles):
        with torch.no_grad():
            chances, _ = network(*seen(batch))
        network_plays = torch.multinomial(chances.exp(), 1).numpy().reshape(matches, batch.lanes)
        actions = batch.sample()
        actions[:, ::2] = network_plays[:, ::2]
        step = batch.step(actions)
        won |= step.rewards[:, 0] > 0
        lost |= step.rewards[:, 0] < 0
    return won.mean(), lost.mean()


def draw(curve, file):
    """The learning curve."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    minutes, won, lost = zip(*curve, strict=True)
    figure, axes = plt.subplots(figsize=(5, 2.8), layout="constrained")
    axes.plot(minutes, [100 * share for share in won], label="won", color="tab:blue")
    axes.plot(minutes, [100 * share for share in lost], label="lost", color="tab:red")
    axes.set(xlabel="minutes", ylabel="% of matches", ylim=(-2, 102), title="Learning, measured against random play")
    axes.legend(loc="center right")
    figure.savefig(file, dpi=80)


def main():
    """Learn for some minutes, and say how it goes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", help="a file for the learning curve, such as curve.png")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # the network is so small that more threads wait for each other
    settings = {"board": BOARD, "seats_per_team": 1}
    batch = flagstone.envs.batch("classic", MATCHES, settings, seed=options.seed, max_cycles=150, rewards="shaped")
    sight = batch.sight
    network = Network(*sight.shape, len(sight.vector), len(batch.actions))
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE)
    began, curve, update = time.monotonic(), [], 0
    while True:
        minutes = (time.monotonic() - began) / 60
        if update % 10 == 0 or minutes >= options.minutes:
            curve.append((minutes, *against_random(network, settings)))
            steps = update * STEPS * MATCHES * batch.lanes
            print(
                f"{minutes:4.1f} min  {steps:9,} actions  won {curve[-1][1]:4.0%}  lost {curve[-1][2]:4.0%}", flush=True
            )
        if minutes >= options.minutes:
            break
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1 - 0.9 * minutes / options.minutes)
        learn(network, optimiser, rollout(batch, network))
        update += 1
    if options.curve:
        draw(curve, options.curve)


if __name__ == "__main__":
    main()
