/** The name of the database of this device. */
export const DATABASE_NAME = 'porchlight';
