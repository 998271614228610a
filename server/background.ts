import type { AppDeps, Job } from './feature.ts';
import { openControlSocket } from './plugins/control-socket.ts';

export type Background = [name: string, job: Job];

/** Starts the jobs of all features. Each is added to `background` at once, so that a stop meanwhile ends it. */
export async function startBackground(deps: AppDeps, background: Background[]): Promise<void> {
  for (const { jobs = {} } of deps.features) {
    for (const [name, start] of Object.entries(jobs)) {
      const job = await start(deps);
      if (job) background.push([name, job]);
    }
  }
  const commands = Object.assign({}, ...deps.features.map((feature) => feature.commands?.(deps)));
  background.push(['control socket', await openControlSocket({ ...deps.config, log: deps.log }, commands)]);
}
