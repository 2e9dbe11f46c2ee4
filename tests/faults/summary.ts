import type { RunResult } from './invariants.ts';

/** The totals of many schedules. */
export class Summary {
  private runs = 0;
  private submitted = 0;
  private made = 0;
  private waiting = 0;
  lost = 0;
  repeated = 0;
  wrong = 0;

  add(result: RunResult): void {
    this.runs += 1;
    this.submitted += result.submitted;
    this.made += result.made;
    this.waiting += result.waiting;
    this.lost += result.lost.length;
    this.repeated += result.repeated.length;
    this.wrong += result.wrong.length;
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
