/** The message when a transaction went on after a failed statement: its `commit` wrote nothing. */
export const NOTHING_WRITTEN = 'A statement of the transaction has failed, so nothing of it is written';
