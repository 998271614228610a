import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { App, BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { type Backups, backupsSchema } from '#shared/admin/backups.ts';
import { newestBackup } from './files.ts';
import type { Trials } from './trial.ts';

const PATH = '/api/admin/backups';

/** Backups for the admin; registered behind the guard. */
export function addBackupRoutes(app: App, deps: Pick<BaseDeps, 'clock' | 'config' | 'log'>, trials: Trials): void {
  const answer = { response: { 200: backupsSchema } };
  const newest = async () => {
    const { backup } = deps.config;
    const file = backup ? await newestBackup(backup.folder, deps.clock.now()) : null;
    return file && { ...file, bytes: (await stat(file.path)).size };
  };
  const read = async (): Promise<Backups> => {
    const file = await newest();
    return {
      newest: file && { writtenAt: file.writtenAt.toISOString(), bytes: file.bytes },
      trial: trials.latest(),
    };
  };

  app.get(PATH, { schema: answer }, read);

  app.post(`${PATH}/trial`, { schema: answer }, async () => {
    if (!(await trials.begin())) throw new AppError('not_found');
    return read();
  });

  app.get(`${PATH}/newest`, { schema: { produces: ['application/gzip'] } }, async (_, reply) => {
    const file = await newest();
    if (!file) throw new AppError('not_found');
    deps.log.info({ event: 'backup_downloaded', file: file.path, bytes: file.bytes }, 'a backup was downloaded');
    return reply
      .type('application/gzip')
      .header('content-disposition', `attachment; filename="${basename(file.path)}"`)
      .header('content-length', file.bytes)
      .header('cache-control', 'no-store')
      .send(createReadStream(file.path));
  });
}
