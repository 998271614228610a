/** Of a transaction whose work went on after a failed statement: its `commit` writes nothing. */
export const NOTHING_WRITTEN = 'A statement of the transaction has failed, so nothing of it is written';
