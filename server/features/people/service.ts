import { randomBytes } from 'node:crypto';
import type { Executor } from '#server/db/connect.ts';
import { AppError, errorText } from '#server/errors.ts';
import { deleteEntries, describeEntry, listEntriesOf, lockEntriesOf } from '#server/features/accounts/person.ts';
import { eraseUses, listCodesOf } from '#server/features/codes/person.ts';
import { describeEmail, eraseEmails, listEmailsOf } from '#server/features/emails/person.ts';
import { eraseFromJournal, noteByActor, withoutLines } from '#server/features/journal/service.ts';
import { eraseLabels, listOrdersWithOpenLabel } from '#server/features/labels/person.ts';
import { listOwing } from '#server/features/orders/owed.ts';
import {
  describeOrders,
  eraseFromHistories,
  eraseOrders,
  findOrdersOf,
  lockOrdersOf,
  type OrderRow,
} from '#server/features/orders/person.ts';
import type { SettlementDeps } from '#server/features/settlement/deps.ts';
import {
  cancelCheckoutsOf,
  describeCheckouts,
  describeRefunds,
  eraseCheckouts,
  findCheckoutsOf,
  hasOpenAnomaly,
  isPayable,
  listOrdersBeingRefunded,
  lockCheckoutsOf,
} from '#server/features/settlement/person.ts';
import {
  deleteInquiries,
  describeInquiry,
  findInquiriesOf,
  lockInquiriesOf,
} from '#server/features/wholesale/person.ts';
import { describeWritten, eraseWritten, findWrittenOf, notPaid } from '#server/features/written-orders/person.ts';
import { erasedEmail, personOf } from '#shared/checkout/person.ts';
import type { Language } from '#shared/core/language.ts';
import { isToProcess, orderNumber } from '#shared/orders/orders.ts';
import { moneyMarks } from '#shared/orders/refunds-and-disputes.ts';
import type { Erased, ErasePersonInput, OpenWork, Person } from '#shared/people/people.ts';

type Reason = { why: OpenWork; order: string };

/** What the shop holds about a person, and which work is unfinished. @param email any spelling of the mailbox */
export async function findPerson(deps: SettlementDeps, email: string, language: Language): Promise<Person> {
  const { db } = deps;
  const person = personOf(email);
  const { orders, checkouts, inquiries, accounts, mails, codes, written } = await collect(db, person);
  const open = await listOpenWork(db, person, orders);
  const spellings = [
    ...orders.map((row) => row.email),
    ...checkouts.map((row) => row.address.email),
    ...written.map((row) => row.email),
    ...inquiries.map((row) => row.email),
    ...accounts.map((row) => row.email),
    ...mails.map((row) => row.to),
  ];
  return {
    orders: orders.length,
    checkouts: checkouts.filter(({ status }) => status !== 'paid').length + notPaid(written).length,
    inquiries: inquiries.length,
    accounts: accounts.length,
    mails: mails.length,
    codes: codes.length,
    spellings: [...new Set(spellings)],
    orderList: orders.toReversed().map(({ id, createdAt, status, totalAmount }) => ({
      id,
      number: orderNumber(id),
      createdAt: createdAt.toISOString(),
      status,
      totalAmount,
    })),
    open: open.map(({ why, order }) => errorText(`person_open_${why}`, language, { number: order })),
  };
}

async function collect(db: Executor, person: string) {
  const orders = await findOrdersOf(db, person);
  return {
    orders,
    checkouts: await findCheckoutsOf(db, person),
    written: await findWrittenOf(db, person),
    inquiries: await findInquiriesOf(db, person),
    accounts: await listEntriesOf(db, person),
    mails: await listEmailsOf(db, person),
    codes: await listCodesOf(db, { person, orderIds: orders.map(({ id }) => id) }),
  };
}

/** All data as one file with readable labels: no secrets, and nothing about other people. */
export async function exportPerson({ db, clock, config }: SettlementDeps, email: string) {
  const person = personOf(email);
  const { orders, checkouts, inquiries, accounts, mails, codes, written } = await collect(db, person);
  const described = await describeOrders(db, orders);
  return {
    shop: config.publicUrl,
    writtenAt: clock.now().toISOString(),
    person,
    orders: await Promise.all(
      described.map(async (order, i) => ({ ...order, refunds: await describeRefunds(db, orders[i]?.id ?? '') })),
    ),
    paymentsNotMade: await describeCheckouts(checkouts),
    linksNotPaid: describeWritten(written),
    wholesaleInquiries: inquiries.map(describeInquiry),
    wholesaleAccounts: accounts.map(describeEntry),
    mails: mails.map(describeEmail),
    codesUsed: codes.map(({ code }) => code),
  };
}

/** The owner's unfinished work with the person's orders. */
async function listOpenWork(db: Executor, person: string, orders: readonly OrderRow[]): Promise<Reason[]> {
  const ids = orders.map(({ id }) => id);
  const [refunding, owing, labeled, hasAnomaly] = [
    new Set(await listOrdersBeingRefunded(db, ids)),
    new Set(await listOwing(db, ids)),
    new Set(await listOrdersWithOpenLabel(db, ids)),
    await hasOpenAnomaly(
      db,
      person,
      orders.map((order) => order.stripePaymentIntentId),
    ),
  ];
  const found: Reason[] = [];
  for (const order of orders) {
    const marks = moneyMarks({ ...order, refundFailedAt: order.refundFailedAt?.toISOString() ?? null });
    const note = (why: OpenWork) => found.push({ why, order: orderNumber(order.id) });
    if (isToProcess(order)) note('to_ship');
    else if (labeled.has(order.id)) note('parcel');
    if (refunding.has(order.id) || marks.includes('refund_failed')) note('refund');
    if (marks.includes('disputed')) note('dispute');
    if (owing.has(order.id)) note('owed');
  }
  for (const { account, isOnly } of await listEntriesOf(db, person)) {
    if (isOnly) found.push({ why: 'account', order: account });
  }
  if (hasAnomaly) found.push({ why: 'money', order: '' });
  return found;
}

/**
 * Erases a person: orders keep what tax law requires under a pseudonym, everything else is deleted. Open payments are
 * canceled first. All in one transaction; repeating it finds nothing.
 *
 * The checkouts are locked before the orders, in the same order as when an order is created. So a new order is either
 * seen here, and refuses the erasure, or finds its checkout unchanged.
 *
 * @throws AppError `validation` the second address differs · `person_open` something is unfinished; nothing was erased
 */
export async function erasePerson(deps: SettlementDeps, { person: email, confirm }: ErasePersonInput): Promise<Erased> {
  const person = personOf(email);
  if (personOf(confirm) !== person) {
    throw new AppError('validation', { issues: [{ path: 'confirm', code: 'address_differs' }] });
  }
  // Checked first, so that no payment is canceled in vain.
  refuse(await listOpenWork(deps.db, person, await findOrdersOf(deps.db, person)));
  await cancelCheckoutsOf(deps, person);
  const erased = await deps.db.transaction(async (tx) => {
    const checkouts = await lockCheckoutsOf(tx, person);
    if (checkouts.some((checkout) => isPayable(deps, checkout))) refuse([{ why: 'payment', order: '' }]);
    const orders = await lockOrdersOf(tx, person);
    const inquiryIds = (await lockInquiriesOf(tx, person)).map(({ id }) => id);
    const entries = await lockEntriesOf(tx, person);
    refuse(await listOpenWork(tx, person, orders));
    const orderIds = orders.map(({ id }) => id);
    const paymentIds = orders.map((order) => order.stripePaymentIntentId);
    const codes = await listCodesOf(tx, { person, orderIds });
    const as = {
      name: errorText('person_erased_name', deps.config.ownerLanguage),
      email: erasedEmail(randomBytes(8).toString('hex')),
    };
    // Their lines would keep what is erased.
    await withoutLines(tx);
    await eraseOrders(tx, orders, as);
    await eraseFromHistories(tx, person);
    await eraseCheckouts(tx, checkouts, person, { orderIds, paymentIds });
    const written = notPaid(await findWrittenOf(tx, person)).length;
    await eraseWritten(tx, person, as.email);
    await eraseLabels(tx, orderIds);
    await eraseUses(tx, { person, orderIds });
    await deleteInquiries(tx, inquiryIds);
    await deleteEntries(tx, entries, deps.clock.now());
    const mails = await eraseEmails(tx, { person, orderIds, inquiryIds });
    await eraseFromJournal(tx, { person, subjects: { order: orderIds, inquiry: inquiryIds } });
    const counts = {
      orders: orders.length,
      checkouts: checkouts.filter(({ status }) => status !== 'paid').length + written,
      inquiries: inquiryIds.length,
      accounts: entries.length,
      mails,
      codes: codes.length,
    };
    if (Object.values(counts).some((count) => count > 0)) {
      await noteByActor(tx, { action: 'erasure', area: 'people', after: counts });
    }
    return counts;
  });
  deps.log.info({ event: 'person_erased', ...erased }, 'a person was erased');
  return erased;
}

function refuse([first]: readonly Reason[]): void {
  if (!first) return;
  throw new AppError('person_open', { words: `person_open_${first.why}`, values: { number: first.order } });
}
