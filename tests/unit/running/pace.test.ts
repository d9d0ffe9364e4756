import { describe, expect, it } from 'vitest';
import { Pace } from '../../../src/components/running/pace';
import { Estimate } from '../../../src/experiment/estimate';

const slow = { perCharacter: 100, perTrial: 1000 };

/** A clock that stands where it is put. */
function clock() {
  let now = 0;
  return { now: () => now, at: (ms: number) => (now = ms) };
}

describe('the time left', () => {
  it('of one trial after another is that of the trials', () => {
    const { now, at } = clock();
    const estimate = new Estimate(slow);
    const pace = new Pace(estimate, now);
    // 2 ms a new character and 100 ms a trial: 300, 500, 700.
    for (const [index, characters] of [100, 200, 300].entries()) {
      pace.asked(`t${index}`);
      at(now() + 100 + 2 * characters);
      pace.ended(`t${index}`, characters);
    }
    expect(estimate.left([400, 50])).toBeCloseTo(900 + 200, 9);
  });

  it('of four at once is a quarter of that of the trials one by one', () => {
    const { now, at } = clock();
    const estimate = new Estimate(slow);
    const pace = new Pace(estimate, now);
    // Three rounds of four, each of which takes a second: twelve trials in three seconds.
    for (let round = 0; round < 3; round += 1) {
      for (let lane = 0; lane < 4; lane += 1) pace.asked(`${round}/${lane}`);
      at((round + 1) * 1000);
      for (let lane = 0; lane < 4; lane += 1) pace.ended(`${round}/${lane}`, 0);
    }
    // Eight more are two rounds: two seconds, not eight.
    expect(estimate.left(new Array<number>(8).fill(0))).toBeCloseTo(2000, 9);
  });

  it('of trials that overlap unevenly goes by the time from end to end', () => {
    const { now, at } = clock();
    const estimate = new Estimate(slow);
    const pace = new Pace(estimate, now);
    // Two lanes, each trial takes 400 ms, begun 200 ms apart: one ends every 200 ms once both are going.
    pace.asked('a');
    at(200);
    pace.asked('b');
    at(400);
    pace.ended('a', 50);
    pace.asked('c');
    at(600);
    pace.ended('b', 50);
    pace.asked('d');
    at(800);
    pace.ended('c', 50);
    at(1000);
    pace.ended('d', 50);
    // Four ended within a second, the first two of which had the way to themselves for a while.
    expect(estimate.left([50, 50, 50, 50])).toBeCloseTo(1000, 9);
  });

  it('does not count a pause, which asks again what it cut off', () => {
    const { now, at } = clock();
    const estimate = new Estimate(slow);
    const pace = new Pace(estimate, now);
    for (let n = 0; n < 2; n += 1) {
      pace.asked(`${n}`);
      at(now() + 300);
      pace.ended(`${n}`, 0);
    }
    pace.asked('paused');
    at(now() + 60_000);
    pace.resumed();
    at(now() + 300);
    pace.ended('paused', 0);
    expect(pace.measured).toBe(3);
    expect(estimate.left([0])).toBeCloseTo(300, 9);
  });

  it('takes nothing from an error', () => {
    const { now, at } = clock();
    const pace = new Pace(new Estimate(slow), now);
    pace.asked('x');
    at(5);
    pace.ended('x', null);
    expect(pace.measured).toBe(0);
  });
});
