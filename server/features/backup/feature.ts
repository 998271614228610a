import type { Feature } from '#server/feature.ts';
import { backupCommand } from './control.ts';
import { startNightlyBackup } from './nightly.ts';
import { writeBackup } from './service.ts';

export const backup: Feature = {
  uses: { emails: ['outbox'], live: ['service'] },
  jobs: {
    backup: (deps) => (deps.config.backup ? startNightlyBackup({ ...deps, folder: deps.config.backup }) : null),
  },
  commands: ({ log, connection }) => backupCommand(log, (path, options) => writeBackup(connection, path, options)),
};
