// Plays the games of one side in a worker, so that the page stays smooth.
//
// Messages in: {setup}, {seed}, {search}, {pace} in moves a second (0 stops, Infinity does not
// wait), {step}, {move} with a direction of the user's. Messages out: the position, and the
// scores of the games that ended since the last one.
(() => {
  "use strict";
  const FRAME_MS = 40; // between two positions that are shown
  let player = null;
  let search = { depth: 1 };
  let seed = 1;
  let number = 0; // of the game on its seed
  let game = null;
  let pace = 0;
  let nextAt = 0; // when the next move is due
  let ended = [];
  let thought = null; // about the position that is shown
  let epoch = 0; // changes with the seed, so that old scores are told apart

  const begin = () => {
    game = new tune2048.Game(tune2048.gameSeed(seed, number));
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
    if (isLegal) thought = null;
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

  onmessage = ({ data }) => {
    if (data.setup) {
      player = tune2048.makePlayer(data.setup);
      search = data.setup.search;
    }
    if (data.seed !== undefined) {
      ({ seed, epoch } = data);
      number = 0;
      ended = [];
      begin();
    }
    if (data.search) {
      search = data.search;
      thought = null;
    }
    if (data.step) advance();
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
})();
