// A knip reporter that prints how many files were analysed, so that the check can tell "no faults" from "no files".

/** @param {{ counters: { total: number, processed: number } }} result */
export default function count({ counters }) {
  console.log(`${counters.processed} files looked at`);
}
