import { createContext } from 'react';

/** What the frame shows of the community. */
export interface Brand {
  /** Null where only Porchlight's own name is shown. */
  name: string | null;
  /** The address of its picture. */
  logo: string | null;
}

export const BrandContext = createContext<Brand>({ name: null, logo: null });
