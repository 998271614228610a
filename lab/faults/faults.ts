import { cancelFaults } from './cancel.ts';
import { databaseFaults } from './database.ts';
import { killFaults } from './kills.ts';
import type { Fault } from './lab.ts';
import { processFaults } from './process.ts';
import { providerFaults } from './providers.ts';
import { publishFaults } from './publish.ts';
import { refundFaults } from './refund.ts';
import { rollingFaults } from './rolling.ts';

/** Every fault, in the order of the table. */
export const FAULTS: readonly Fault[] = [
  ...killFaults,
  ...refundFaults,
  ...cancelFaults,
  ...databaseFaults,
  ...processFaults,
  ...providerFaults,
  ...publishFaults,
  ...rollingFaults,
];
