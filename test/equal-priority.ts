import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/**
 * Loaded before a program of a test: its renderer and its converter keep the priority of the program. They would get a tenth
 * of a processor that others fill, as in every run of all tests, and a publish took half a minute there.
 */
os.setPriority = () => {};
syncBuiltinESMExports();
