// Plays the games of one side in a worker, so that the page stays smooth.
//
// Messages in: {setup}, {seed}, {search}, {pace} in moves a second (0 stops, Infinity does not
// wait), {step}, {to} with a number of moves, back or ahead, {move} with a direction of the
// user's. Messages out: the position, and the scores of the games that ended since the last one.
(() => {
  "use strict";
  const FRAME_MS = 40; // between two positions that are shown
  let player = null;
  let search = { depth: 1 };
  let seed = 1;
  let number = 0; // of the game on its seed
  let game = null;
  let made = []; // the moves of the game
  let goal = null; // the number of moves to play on to, as fast as it goes
  let pace = 0;
  let nextAt = 0; // when the next move is due
  let ended = [];
  let thought = null; // about the position that is shown
  let epoch = 0; // changes with the seed, so that old scores are told apart

  const begin = () => {
    game = new tune2048.Game(tune2048.gameSeed(seed, number));
    made = [];
    thought = null;
  };

  const think = () => (thought ??= player.search(game.a, game.b, search));

  const end = () => {
    ended.push(game.score);
    number++;
    begin();
  };

  const make = (direction) => {
    const isLegal = game.make(direction);
    if (isLegal) {
      made.push(direction);
      thought = null;
    }
    return isLegal;
  };

  // Returns whether a move was made; a game that is over gives way to the next one.
  const advance = () => {
    const choice = search.depth === 1 && pace === Infinity ? player.choose(game.a, game.b) : think().choice;
    if (choice < 0) {
      end();
      return false;
    }
    return make(choice);
  };

  // Plays the moves of the game again up to a number of them, and on from there.
  const goTo = (target) => {
    const again = made.slice(0, target);
    begin();
    again.forEach(make);
    goal = target;
    hurry();
  };
  const hurry = () => {
    const start = performance.now();
    while (game.moves < goal && think().choice >= 0 && performance.now() - start < FRAME_MS) advance();
    if (game.moves >= goal || think().choice < 0) goal = null;
    else again(0);
  };

  const show = () => {
    const { values, choice, depth } = think();
    const isOver = choice < 0;
    postMessage({
      epoch, ended, values, choice, depth, isOver,
      ranks: game.ranks(), score: game.score, moves: game.moves, number, spawn: game.cell,
    });
    ended = [];
  };

  const channel = new MessageChannel(); // a timeout waits at least four milliseconds
  let isWaiting = false;
  const again = (milliseconds) => {
    if (isWaiting) return;
    isWaiting = true;
    if (milliseconds > 0) setTimeout(tick, milliseconds);
    else channel.port2.postMessage(null);
  };
  const tick = () => {
    isWaiting = false;
    if (goal !== null) {
      hurry();
      show();
      return;
    }
    if (pace === 0 || player === null) return;
    const start = performance.now();
    if (pace === Infinity) {
      while (performance.now() - start < FRAME_MS) advance();
      show();
      again(0);
      return;
    }
    if (nextAt < start - 1000) nextAt = start; // after a pause, or a machine that is too slow
    while (nextAt <= performance.now() && performance.now() - start < FRAME_MS) {
      advance();
      nextAt += 1000 / pace;
    }
    show();
    again(Math.max(1, Math.min(nextAt - performance.now(), 1000)));
  };
  channel.port1.onmessage = tick;

  const obey = async (data) => {
    if (data.setup) {
      player = tune2048.makePlayer(await tune2048.unpack(data.setup));
      search = data.setup.search;
      thought = null;
    }
    if (data.seed !== undefined) {
      ({ seed, epoch } = data);
      number = 0;
      ended = [];
      goal = null;
      begin();
    }
    if (data.search) {
      search = data.search;
      thought = null;
    }
    if (data.step) advance();
    if (data.to !== undefined) goTo(data.to);
    if (data.move !== undefined) {
      if (think().choice < 0) end();
      else make(data.move);
    }
    if (data.pace !== undefined) {
      pace = data.pace;
      nextAt = performance.now();
      if (pace > 0) again(0);
    }
    if (game) show();
  };
  // One after the other: tables take time to be read.
  let obeyed = Promise.resolve();
  onmessage = ({ data }) => {
    obeyed = obeyed.then(() => obey(data)).catch((error) => setTimeout(() => { throw error; }));
  };
})();
