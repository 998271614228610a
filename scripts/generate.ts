import './my-brand.ts';
import { writeImageManifest } from './images.ts';
import { writeMessages } from './messages.ts';

// Generates what the compiler and the tests need before a build.
await writeImageManifest();
writeMessages();
