import { Product } from './product.ts';

/** Creates the demo's data once for all tests of a run, since its photos take seconds. */
export default async function drawDemo(): Promise<() => Promise<void>> {
  const product = await Product.start();
  await product.kill('SIGTERM');
  process.env.DEMO_DATA = product.directory;
  return () => product.close();
}
