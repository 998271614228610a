import { writeImageManifest } from './images.ts';
import { compileMessages } from './messages.ts';

// Generates what the compiler and the tests need before a build.
await writeImageManifest();
await compileMessages();
// The message compiler leaves timers that would keep the process alive for half a minute.
process.exit(0);
