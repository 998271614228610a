import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/**
 * Preloaded into the tests and the programs that they start, so that renderer and converter run at normal priority. A
 * run of all tests keeps every processor busy, and at low priority a publish or a picture waits for everything else.
 */
os.setPriority = () => {};
syncBuiltinESMExports();
