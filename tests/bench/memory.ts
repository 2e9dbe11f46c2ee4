import { say, type Measure } from './figure.ts';

/** How long to wait after the start, in seconds, until its temporary memory is freed. */
const REST = 75;

export const measureMemory: Measure = async (product) => {
  await product.kill('SIGTERM');
  await product.resume();
  await new Promise((resolve) => setTimeout(resolve, REST * 1000));
  const found = `${(product.memory() / 1024 / 1024).toFixed(0)} MB`;
  say(`server at rest: ${found}`);
  return [
    {
      what: `Memory of the server at rest, ${String(REST)} s after its start: resident set, embedded database and demo data included`,
      aim: 'at most 220 MB',
      found,
    },
  ];
};
