import type { AppDeps, Feature } from '#server/feature.ts';
import { oncePer } from '#shared/core/memoize.ts';
import { backupCommand } from './control.ts';
import { startNightlyBackup } from './nightly.ts';
import { addBackupRoutes } from './routes.ts';
import { writeBackup } from './service.ts';
import { openTrials, removeLeftCopy } from './trial.ts';

const trialsOf = oncePer((deps: AppDeps) => openTrials(deps));

export const backup: Feature = {
  uses: { emails: ['outbox'], live: ['service'] },
  addAdminRoutes: (app, deps) => addBackupRoutes(app, deps, trialsOf(deps)),
  jobs: {
    backup: (deps) => (deps.config.backup ? startNightlyBackup({ ...deps, folder: deps.config.backup }) : null),
    'backup trial': async (deps) => {
      await removeLeftCopy(deps);
      return trialsOf(deps);
    },
  },
  commands: ({ log, connection }) => backupCommand(log, (path, options) => writeBackup(connection, path, options)),
};
