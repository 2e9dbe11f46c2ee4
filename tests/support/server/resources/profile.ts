export const RESIDENT = 2;
export const NEIGHBOUR = 3;
export const NEWCOMER = 4;
