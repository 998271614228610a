// wouter asks for a stand-in that old versions of React need; ours has the thing itself.
export { useSyncExternalStore } from 'react';
