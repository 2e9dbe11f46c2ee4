import type { Verdict } from './verdict.ts';

/** What became of all the changes of many schedules. */
export class Tally {
  private runs = 0;
  private submitted = 0;
  private made = 0;
  private waiting = 0;
  lost = 0;
  repeated = 0;
  wrong = 0;

  add(verdict: Verdict): void {
    this.runs += 1;
    this.submitted += verdict.submitted;
    this.made += verdict.made;
    this.waiting += verdict.waiting;
    this.lost += verdict.lost.length;
    this.repeated += verdict.repeated.length;
    this.wrong += verdict.wrong.length;
  }

  get faultless(): boolean {
    return this.lost + this.repeated + this.wrong === 0;
  }

  toString(): string {
    const { runs, submitted, made, waiting, lost, repeated, wrong } = this;
    return (
      `${runs} runs, ${submitted} changes submitted, ${made} made, ${waiting} waiting for a person, ` +
      `${lost} lost, ${repeated} repeated${wrong > 0 ? `, ${wrong} otherwise wrong` : ''}`
    );
  }
}
