import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/**
 * Preloaded into the programs that tests start, so that their renderer and converter run at normal priority. A run of
 * all tests keeps every processor busy, and at low priority a publish would wait for everything else.
 */
os.setPriority = () => {};
syncBuiltinESMExports();
