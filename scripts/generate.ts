import { writeImageManifest } from './images.ts';
import { compileMessages } from './messages.ts';

// What the compiler and the tests need before anything is built.
await writeImageManifest();
await compileMessages();
// The message compiler leaves timers behind that would hold the process for half a minute.
process.exit(0);
