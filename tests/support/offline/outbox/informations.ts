import { phone } from '../world.ts';

export const informations = async () => (await phone.onServer()).map(({ information }) => information).sort();
