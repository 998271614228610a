// Replaces the shim that wouter imports for old versions of React; ours has the hook built in.
export { useSyncExternalStore } from 'react';
