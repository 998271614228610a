import type { AppDeps } from './feature.ts';
import { passwordCommand } from './features/admin/control.ts';
import { backupCommand } from './features/backup/control.ts';
import { startNightlyBackup } from './features/backup/nightly.ts';
import { writeBackup } from './features/backup/service.ts';
import { watchStock } from './features/catalogue/stock-watch.ts';
import { forgetExpired } from './features/checkout/housekeeping.ts';
import { followContent } from './features/content/live-content.ts';
import { doctorCommand } from './features/diagnostics/control.ts';
import { diagnosticsDepsOf } from './features/diagnostics/routes.ts';
import { startSender } from './features/emails/sender.ts';
import { watchSpecialHours } from './features/facts/special-hours.ts';
import { resumeLabels } from './features/labels/service.ts';
import { forgetOldChanges } from './features/live/service.ts';
import { forgetOldPictures } from './features/media/service.ts';
import { findBuyerMailbox } from './features/orders/service.ts';
import { foldFigures } from './features/orders/stats.ts';
import { startReconciliation } from './features/settlement/reconcile.ts';
import { followStores } from './features/stores/stores-in-page.ts';
import { watchTaxMeter } from './features/tax/meter.ts';
import { resumeTaxRecords } from './features/tax/records.ts';
import { findInquirerMailbox } from './features/wholesale/service.ts';
import { openControlSocket } from './plugins/control-socket.ts';

/** Work beside the requests; it finishes its current item and stops. */
export type Background = [name: string, work: { stop(): Promise<void> }];

/** Starts the work beside the requests. Each part is added to `background` at once, so that a stop meanwhile ends it. */
export async function startBackground(
  deps: AppDeps,
  background: Background[],
  countDays: () => Promise<void>,
): Promise<void> {
  const { config, connection, log } = deps;
  // PGlite has no other instance that could publish.
  if (connection.engine === 'postgres') background.push(['content', followContent(deps)]);
  background.push(['stock', watchStock(deps)]);
  background.push(['stores', followStores(deps)]);
  background.push(['special hours', watchSpecialHours(deps)]);
  const lookAtTaxMeter = watchTaxMeter(deps);
  background.push([
    'reconciliation',
    startReconciliation(deps, async () => {
      await resumeLabels(deps);
      await resumeTaxRecords(deps);
      await forgetExpired(deps);
      await forgetOldChanges(deps);
      await forgetOldPictures(deps);
      await lookAtTaxMeter();
      await countDays();
      await foldFigures(deps);
    }),
  ]);
  background.push([
    'control socket',
    await openControlSocket(
      { ...config, log },
      {
        ...doctorCommand(diagnosticsDepsOf(deps)),
        ...passwordCommand(deps),
        ...backupCommand(log, (path, options) => writeBackup(connection, path, options)),
      },
    ),
  ]);
  if (config.backup) background.push(['backup', startNightlyBackup({ ...deps, folder: config.backup })]);
  if (config.smtp) {
    const { createSmtpTransport } = await import('./features/emails/smtp-sender.ts');
    const { db } = deps;
    const sender = {
      ...deps,
      findBuyer: (orderId: string) => findBuyerMailbox(db, orderId),
      findInquirer: (inquiryId: string) => findInquirerMailbox(db, inquiryId),
    };
    background.push(['mail', startSender(sender, createSmtpTransport({ ...config, smtp: config.smtp }))]);
  }
}
