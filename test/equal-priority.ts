import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/**
 * Preloaded into the programs that tests start, so that their renderer and converter run at the program's own priority. A run
 * of all tests keeps every processor busy, and at low priority a publish waits there for everything else.
 */
os.setPriority = () => {};
syncBuiltinESMExports();
