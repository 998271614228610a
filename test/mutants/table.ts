/** A fault that is seeded into the sources, and the test files of which one has to fail with it. */
export type Mutant = {
  /** What a user would meet. */
  name: string;
  file: string;
  /** Stands exactly once in the file. */
  from: string;
  to: string;
  /** On PGlite, unless a file is for PostgreSQL alone. */
  tests: string;
};

/** One line each; the feature's folder under server/features. */
const feature = (name: string) => `server/features/${name}`;
const STOCK = feature('stock');
const CODES = feature('codes');
const CHECKOUT = feature('checkout');
const SETTLEMENT = feature('settlement');
const ORDERS = feature('orders');
const LABELS = feature('labels');
const ADMIN = feature('admin');
const EMAILS = feature('emails');
const CONTENT = feature('content');
const SHIPPING = feature('shipping');
const MEDIA = feature('media');

/** `npm run test:mutants` seeds each, and tells which one no test notices. */
export const MUTANTS: readonly Mutant[] = [
  // Money
  {
    name: 'cents lose their leading zero: $5.05 is $5.5',
    file: 'shared/money.ts',
    from: ".padStart(2, '0')",
    to: '',
    tests: 'shared/money.test.ts',
  },
  {
    name: 'a negative amount loses its sign',
    file: 'shared/money.ts',
    from: "cents < 0 ? '-' : ''",
    to: "''",
    tests: 'shared/money.test.ts',
  },
  {
    name: 'an amount with three decimals is taken',
    file: 'shared/money.ts',
    from: '(\\.\\d{1,2})?$/.test(text)',
    to: '(\\.\\d{1,3})?$/.test(text)',
    tests: 'shared/money.test.ts',
  },
  {
    name: 'a discount is added',
    file: 'shared/totals.ts',
    from: 'subtotalCents - discountCents + shippingCents',
    to: 'subtotalCents + discountCents + shippingCents',
    tests: 'shared/totals.test.ts server/features/codes/codes.test.ts',
  },
  {
    name: 'a cent of a spread discount is lost',
    file: 'shared/totals.ts',
    from: 'byRemainder.slice(0, left)',
    to: 'byRemainder.slice(1, left)',
    tests: 'shared/totals.test.ts',
  },
  {
    name: 'the browser says what a product costs',
    file: `${CHECKOUT}/cart.ts`,
    from: 'subtotalCents: orderTotals(lines).subtotalCents',
    to: 'subtotalCents: orderTotals(lines.slice(0, 1)).subtotalCents',
    tests: `${CHECKOUT}/cart.test.ts`,
  },
  {
    name: 'more than one payment can take is accepted',
    file: `${CHECKOUT}/cart.ts`,
    from: 'moreCents > MAX_AMOUNT_CENTS',
    to: 'moreCents > MAX_AMOUNT_CENTS * 10',
    tests: `${CHECKOUT}/cart.test.ts`,
  },
  {
    name: 'a hidden product is sold',
    file: `${CHECKOUT}/cart.ts`,
    from: "found.state === 'live' && ",
    to: '',
    tests: `${CHECKOUT}/changed-catalogue.test.ts server/features/catalogue/products.test.ts`,
  },
  // Tax
  {
    name: 'packed food is taxed where it is exempt',
    file: 'shared/tax.ts',
    from: 'taxCode === PACKED_FOOD && !rule.taxesFood ? 0',
    to: 'taxCode === PACKED_FOOD && rule.taxesFood ? 0',
    tests: 'shared/tax.test.ts',
  },
  {
    name: 'the discount is taxed',
    file: 'shared/tax.ts',
    from: '(costs[i] ?? 0) - (discounts[i] ?? 0)',
    to: '(costs[i] ?? 0)',
    tests: 'shared/tax.test.ts',
  },
  {
    name: 'half a cent of tax is rounded down',
    file: 'shared/tax.ts',
    from: ' + 50_000) / 100_000',
    to: ') / 100_000',
    tests: 'shared/tax.test.ts',
  },
  {
    name: 'shipping is taxed everywhere',
    file: 'shared/tax.ts',
    from: 'rule.taxesShipping ? Math.round',
    to: 'rule ? Math.round',
    tests: 'shared/tax.test.ts',
  },
  // Stock
  {
    name: 'N12: holds of others do not count',
    file: `${STOCK}/service.ts`,
    from: 'const left = row.onHand - (held.get(id) ?? 0);',
    to: 'const left = row.onHand;',
    tests: `${STOCK}/stock.test.ts`,
  },
  {
    name: 'N12: the stock is decided without its locks',
    file: `${STOCK}/repository.ts`,
    from: ".orderBy(asc(productStock.productId))\n    .for('update');",
    to: '.orderBy(asc(productStock.productId));',
    tests: `--project postgres ${STOCK}/stock.test.ts`,
  },
  {
    name: 'a shopper is blocked by her own hold',
    file: `${STOCK}/repository.ts`,
    from: 'except === undefined ? undefined : ne(stockHolds.attemptKey, except)',
    to: 'undefined',
    tests: `${STOCK}/stock.test.ts`,
  },
  {
    name: 'a hold never ends',
    file: `${STOCK}/repository.ts`,
    from: 'gt(stockHolds.expiresAt, now),\n        productIds',
    to: 'productIds',
    tests: `${STOCK}/stock.test.ts`,
  },
  {
    name: 'an order leaves the stock as it was',
    file: `${STOCK}/service.ts`,
    from: 'const onHand = row.onHand - line.quantity;',
    to: 'const onHand = row.onHand;',
    tests: `${STOCK}/stock.test.ts`,
  },
  {
    name: 'more goes back to the shelf than the order took',
    file: `${STOCK}/service.ts`,
    from: 'return [productId, Math.min(asked, quantity)];',
    to: 'return [productId, asked];',
    tests: `${STOCK}/stock.test.ts ${SETTLEMENT}/refunds.test.ts`,
  },
  {
    name: 'the mail about low stock comes with each order',
    file: `${STOCK}/service.ts`,
    from: 'row.onHand > row.lowAt && onHand <= row.lowAt',
    to: 'onHand <= row.lowAt',
    tests: `${STOCK}/stock.test.ts`,
  },
  {
    name: 'a count in a second tab overwrites the first',
    file: `${STOCK}/service.ts`,
    from: 'if (from !== undefined && from !== row.onHand)',
    to: 'if (from === null)',
    tests: `${STOCK}/stock.test.ts`,
  },
  // Codes
  {
    name: 'N14: a code works once too often',
    file: `${CODES}/service.ts`,
    from: 'row.maxUses !== null && all >= row.maxUses',
    to: 'row.maxUses !== null && all > row.maxUses',
    tests: `${CODES}/codes.test.ts`,
  },
  {
    name: 'N14: a dot in a Gmail address makes another person',
    file: 'shared/person.ts',
    from: "isGmail ? plain.replaceAll('.', '') : plain",
    to: 'plain',
    tests: `${CODES}/codes.test.ts`,
  },
  {
    name: 'a code that has ended works',
    file: `${CODES}/service.ts`,
    from: '(row.endsAt === null || now < row.endsAt)',
    to: 'true',
    tests: `${CODES}/codes.test.ts`,
  },
  {
    name: 'a code below its minimum works',
    file: `${CODES}/service.ts`,
    from: 'row.minimumCents !== null && subtotalCents < row.minimumCents',
    to: 'row.minimumCents !== null && subtotalCents < 0',
    tests: `${CODES}/codes.test.ts`,
  },
  {
    name: 'a code leaves nothing to be paid by card',
    file: `${CODES}/service.ts`,
    from: 'Math.max(0, subtotalCents - LEAST_CENTS)',
    to: 'subtotalCents',
    tests: `${CODES}/codes.test.ts`,
  },
  {
    name: 'a percentage of 101 is stored',
    file: `${CODES}/service.ts`,
    from: 'value >= 1 && value <= 100',
    to: 'value >= 1',
    tests: `${CODES}/codes.test.ts`,
  },
  // Quotes and promises
  {
    name: 'a quote is good for another cart',
    file: `${SHIPPING}/service.ts`,
    from: 'const content = [items, subtotalCents,',
    to: 'const content = [subtotalCents,',
    tests: `${SHIPPING}/quotes.test.ts ${CHECKOUT}/tampering.test.ts`,
  },
  {
    name: 'a quote is good for another address',
    file: `${SHIPPING}/service.ts`,
    from: '...addressParts(address), ...(freeByCode',
    to: '...(freeByCode',
    tests: `${SHIPPING}/quotes.test.ts ${CHECKOUT}/tampering.test.ts`,
  },
  {
    name: 'a shopper names her own shipping price',
    file: `${SHIPPING}/service.ts`,
    from: ' && rate.amountCents === choice.amountCents',
    to: '',
    tests: `${CHECKOUT}/tampering.test.ts`,
  },
  {
    name: 'a parcel weighs more than its carrier takes',
    file: `${SHIPPING}/parcels.ts`,
    from: 'weight + box.weightOz > PARCEL_OZ',
    to: 'weight > PARCEL_OZ',
    tests: `${SHIPPING}`,
  },
  {
    name: 'Saturday counts as a day of shipping',
    file: 'shared/ship-days.ts',
    from: 'day.getUTCDay() % 6 !== 0',
    to: 'day.getUTCDay() !== 0',
    tests: 'shared/ship-days.test.ts',
  },
  {
    name: 'an order of today is late',
    file: 'shared/ship-days.ts',
    from: "return shipBy < today ? 'late' : 'later';",
    to: "return shipBy <= today ? 'late' : 'later';",
    tests: 'shared/ship-days.test.ts shared/promises.test.ts server/features/today',
  },
  // Settlement
  {
    name: 'N3: an order is made of a payment that was not made',
    file: `${SETTLEMENT}/service.ts`,
    from: "if (payment?.status !== 'succeeded') return unpaid(payment);",
    to: 'if (!payment) return unpaid(payment);',
    tests: `${SETTLEMENT}/settlement.test.ts`,
  },
  {
    name: 'another amount than asked for makes an order',
    file: `${SETTLEMENT}/service.ts`,
    from: 'payment.amountCents !== checkout.totalCents || ',
    to: '',
    tests: `${SETTLEMENT}`,
  },
  {
    name: 'another currency makes an order',
    file: `${SETTLEMENT}/service.ts`,
    from: ' || payment.currency !== checkout.currency',
    to: '',
    tests: `${SETTLEMENT}`,
  },
  {
    name: 'a second payment of one attempt is told to nobody',
    file: `${SETTLEMENT}/service.ts`,
    from: "other.status === 'paid');",
    to: "other.status === 'anomaly');",
    tests: `${SETTLEMENT}`,
  },
  {
    name: 'money without a checkout is told to nobody',
    file: `${SETTLEMENT}/webhook-events.ts`,
    from: "if (await keepAnomaly(deps, paymentId, 'no_checkout', detail)) {",
    to: 'if (detail === null) {',
    tests: `${SETTLEMENT}/stripe-webhook.test.ts ${SETTLEMENT}/stripe-faults.test.ts`,
  },
  {
    name: 'a stranger is told the link of an order',
    file: `${SETTLEMENT}/confirm.ts`,
    from: '...(isTheirs && {',
    to: '...(order && {',
    tests: `${SETTLEMENT}/status-link.test.ts`,
  },
  {
    name: 'events are read only since the last pass',
    file: `${SETTLEMENT}/webhook-events.ts`,
    from: 'Math.max(oldest, last - OVERLAP_MS)',
    to: 'Math.max(oldest, last)',
    tests: `${SETTLEMENT}`,
  },
  {
    name: 'unpaid payments stay payable for ever',
    file: `${SETTLEMENT}/reconcile.ts`,
    from: 'if (ageMs < UNPAID_MS && !(await isSuperseded(deps.db, checkout))) return null;',
    to: 'if (ageMs >= 0) return null;',
    tests: `${SETTLEMENT}/reconcile.test.ts`,
  },
  {
    name: 'ten declined cards leave the payment open',
    file: `${SETTLEMENT}/declines.ts`,
    from: 'ofPayment >= DECLINES.payment && ',
    to: 'ofPayment > DECLINES.payment * 9 && ',
    tests: `${SETTLEMENT}/card-testing.test.ts`,
  },
  {
    name: 'an overtaken payment is returned to its browser',
    file: `${SETTLEMENT}/open-payment.ts`,
    from: "  await deps.payments.cancelPayment(payment.id);\n  throw new AppError('conflict');",
    to: '  return payment;',
    tests: `${SETTLEMENT}`,
  },
  // Refunds
  {
    name: 'N11: one press pays back twice',
    file: `${SETTLEMENT}/refunds.ts`,
    from: 'const known = rows.find(({ idempotencyKey }) => idempotencyKey === PRESS + key);',
    to: 'const known = rows.find(({ idempotencyKey }) => idempotencyKey === key);',
    tests: `${SETTLEMENT}/refunds.test.ts`,
  },
  {
    name: 'N11: more is paid back than was paid',
    file: `${SETTLEMENT}/refunds.ts`,
    from: 'if (refund.amountCents > left) throw exceeds(deps, left);',
    to: '',
    tests: `${SETTLEMENT}/refunds.test.ts`,
  },
  {
    name: 'another body under one key is taken for the first',
    file: `${SETTLEMENT}/refunds.ts`,
    from: "if (known.bodyHash !== bodyHash) throw new AppError('idempotency_key_reused');",
    to: '',
    tests: `${SETTLEMENT}/refunds.test.ts`,
  },
  {
    name: 'a cancelled order keeps its pieces',
    file: `${SETTLEMENT}/refunds.ts`,
    from: "if (isNew) await restockPieces(tx, deps, orderId, 'all');",
    to: '',
    tests: `${SETTLEMENT}/refunds.test.ts ${STOCK}/stock.test.ts`,
  },
  {
    name: 'a failed refund is told to nobody',
    file: `${SETTLEMENT}/refunds.ts`,
    from: 'await markRefundFailed(tx, orderId, deps.clock.now());\n    await reportFailedRefund',
    to: 'await reportFailedRefund',
    tests: `${SETTLEMENT}/refunds.test.ts`,
  },
  // Orders
  {
    name: 'the customer cancels an order that is in work',
    file: `${ORDERS}/service.ts`,
    from: "if (by === 'customer' && !mayCustomer) throw new AppError('order_in_work');",
    to: '',
    tests: `${SETTLEMENT}/buyer.test.ts`,
  },
  {
    name: 'a shipped order is cancelled',
    file: `${ORDERS}/service.ts`,
    from: "order.status === 'delivered' || (order.status === 'shipped' && !hasUnusedLabel)",
    to: "order.status === 'delivered'",
    tests: `${SETTLEMENT}/refunds.test.ts`,
  },
  {
    name: 'the link of an order shows another one’s street',
    file: `${ORDERS}/status-view.ts`,
    from: '    city,\n    state,\n    tracking:',
    to: '    city,\n    state,\n    street: order.addressLine1,\n    tracking:',
    tests: `${ORDERS}/status-view.test.ts`,
  },
  {
    name: 'the shipping mail comes twice',
    file: `${ORDERS}/tracking.ts`,
    from: "order.status !== 'cancelled' && !(told && isSame(told.pair, pair))",
    to: "order.status !== 'cancelled'",
    tests: `${ORDERS}/admin-orders.test.ts`,
  },
  {
    name: 'a cancelled order’s customer is told that it is on its way',
    file: `${ORDERS}/tracking.ts`,
    from: "order.status !== 'cancelled' && !(told",
    to: '!(told',
    tests: `${ORDERS}/admin-orders.test.ts`,
  },
  {
    name: 'the mail of a removed tracking number goes out',
    file: `${ORDERS}/tracking.ts`,
    from: "await withdrawEmails(tx, { orderId: id, templateKey: 'shipping_confirmation' });",
    to: '',
    tests: `${ORDERS}/admin-orders.test.ts`,
  },
  {
    name: 'a shipped order’s address is corrected',
    file: `${ORDERS}/correction.ts`,
    from: "if (!isOpen(order)) throw new AppError('order_closed');",
    to: '',
    tests: `${ORDERS}/correction.test.ts`,
  },
  {
    name: 'the buyer moves her parcel to where it costs more',
    file: `${ORDERS}/buyer.ts`,
    from: 'if (corrected > present || !isFree)',
    to: 'if (!isFree)',
    tests: `${SETTLEMENT}/buyer.test.ts`,
  },
  {
    name: 'a link is mailed as often as somebody asks',
    file: `${ORDERS}/buyer.ts`,
    from: 'Math.floor(clock.now().getTime() / HOUR_MS)',
    to: 'Math.random()',
    tests: `${SETTLEMENT}/buyer.test.ts`,
  },
  {
    name: 'a cell of the CSV runs as a formula',
    file: 'server/plugins/streams.ts',
    from: '(isLive ? ',
    to: '(text === null ? ',
    tests: 'server/plugins/streams.test.ts',
  },
  // Labels
  {
    name: 'N13: one press buys two labels',
    file: `${LABELS}/service.ts`,
    from: 'const known = (key !== undefined && rows.find(({ pressKey }) => pressKey === key)) || rows.find(isOpen);',
    to: 'const known = rows.find(() => false);',
    tests: `${LABELS}/labels.test.ts`,
  },
  {
    name: 'N13: a purchase without an answer is made again',
    file: `${LABELS}/service.ts`,
    from: "if (row.state === 'requested' && row.askedAt === null) return await purchase(deps, row);",
    to: "if (row.state === 'requested') return await purchase(deps, { ...row, askedAt: null });",
    tests: `${LABELS}/labels.test.ts`,
  },
  {
    name: 'a label that nobody needs is not given back',
    file: `${LABELS}/service.ts`,
    from: 'if (!isNeeded) return beginVoid(tx, deps, bought);',
    to: '',
    tests: `${LABELS}/labels.test.ts`,
  },
  {
    name: 'a label for a cancelled order is bought',
    file: `${LABELS}/service.ts`,
    from: "if (order.status === 'cancelled') throw new AppError('label_canceled');",
    to: '',
    tests: `${LABELS}/labels.test.ts`,
  },
  // The admin's entrance
  {
    name: 'a session lives for ever',
    file: `${ADMIN}/sessions.ts`,
    from: ' || now - createdAt.getTime() > ABSOLUTE_MS) return false;',
    to: ') return false;',
    tests: `${ADMIN}/sessions.test.ts`,
  },
  {
    name: 'an old password’s sessions stay open',
    file: `${ADMIN}/sessions.ts`,
    from: 'return passwordFingerprint === fingerprint;',
    to: 'return passwordFingerprint !== null;',
    tests: `${ADMIN}/sessions.test.ts ${ADMIN}/session-list.test.ts`,
  },
  {
    name: 'calls under another spelling of the path need no session',
    file: `${ADMIN}/guard.ts`,
    from: "[request.routeOptions.url ?? '', path, decoded(path)]",
    to: '[path]',
    tests: `${ADMIN}/guard.test.ts`,
  },
  {
    name: 'passwords can be tried without a limit',
    file: `${ADMIN}/login-throttle.ts`,
    from: 'if (arrivalTime === null) throw await refusal({ db, clock }, scope, ADDRESS);',
    to: 'if (arrivalTime === null) return;',
    tests: `${ADMIN}/login-throttle.test.ts`,
  },
  {
    name: 'a write from another site is taken',
    file: 'server/plugins/csrf-check.ts',
    from: 'if (origin === new URL(config.publicUrl).origin) return true;',
    to: 'if (origin) return true;',
    tests: 'server/plugins/security-headers.test.ts server/features/admin/guard.test.ts test/attacks',
  },
  {
    name: 'a weak password is taken',
    file: `${ADMIN}/password-strength.ts`,
    from: "return [...password].length < MIN_PASSWORD_LENGTH ? 'short' : null;",
    to: 'return null;',
    tests: `${ADMIN}/password-strength.test.ts`,
  },
  // Content and pictures
  {
    name: 'the later of two tabs wins silently',
    file: `${CONTENT}/service.ts`,
    from: 'version !== undefined && version !== item.version',
    to: 'version !== undefined && version > item.version',
    tests: 'server/features/catalogue/products.test.ts server/features/policies',
  },
  {
    name: 'an undo takes back what was changed since',
    file: `${CONTENT}/service.ts`,
    from: 'if (conflicts.length > 0) throw',
    to: 'if (conflicts.length > 99) throw',
    tests: 'server/features/catalogue/products.test.ts',
  },
  {
    name: 'a picture that a page shows is deleted',
    file: `${MEDIA}/service.ts`,
    from: "if (uses.length > 0) throw new AppError('picture_used'",
    to: "if (uses.length > 99) throw new AppError('picture_used'",
    tests: `${MEDIA} server/features/catalogue/pictures.test.ts`,
  },
  {
    name: 'a conversion takes all the memory',
    file: `${MEDIA}/converter.ts`,
    from: "const watch = watchMemory(child, rssBytes, () => end('memory'));",
    to: "const watch = watchMemory(child, rssBytes * 1000, () => end('memory'));",
    tests: `${MEDIA}/converter.test.ts`,
  },
  {
    name: 'a link of a policy runs a script',
    file: 'server/features/policies/nodes.ts',
    from: "new Set(['http:', 'https:', 'mailto:', 'tel:'])",
    to: "new Set(['http:', 'https:', 'mailto:', 'tel:', 'javascript:'])",
    tests: 'server/features/policies',
  },
  {
    name: 'a sentence without its placeholder is published',
    file: 'server/features/texts/kinds.ts',
    from: 'return fault ? [{ path: language, code: fault.code }] : [];',
    to: 'return [];',
    tests: 'server/features/texts',
  },
  // Mails
  {
    name: 'a value of a mail becomes HTML',
    file: `${EMAILS}/render-html.ts`,
    from: ': escapeLines(value);',
    to: ': value;',
    tests: `${EMAILS}/render.test.ts`,
  },
  {
    name: 'a refused mail is sent for ever',
    file: `${EMAILS}/sender.ts`,
    from: 'await persist(() => markFailed(db, mail, errorText(outcome)));',
    to: 'await persist(() => markForRetry(db, mail, errorText(outcome), 1));',
    tests: `${EMAILS}/sender.test.ts`,
  },
  {
    name: 'a mail that was sent is sent again',
    file: `${EMAILS}/sender.ts`,
    from: 'await persist(() => markSent(db, mail, clock.now()));',
    to: '',
    tests: `${EMAILS}/sender.test.ts`,
  },
  // The server
  {
    name: 'F10: requests are cut off at a restart',
    file: 'server/plugins/graceful-stop.ts',
    from: 'await Promise.race([drained, untilQuiet()]);',
    to: '',
    tests: 'server/plugins/graceful-stop.test.ts server/plugins/static-fast-path.test.ts',
  },
  {
    name: 'F10: connections that wait are reset at a restart',
    file: 'server/plugins/graceful-stop.ts',
    from: 'if (app.server.listening) await acceptWaiting(app.server);',
    to: '',
    tests: 'server/plugins/graceful-stop.test.ts',
  },
  {
    name: 'one address takes all connections',
    file: 'server/plugins/connection-limits.ts',
    from: 'perAddress !== null && sockets.size > perAddress',
    to: 'perAddress !== null && sockets.size > perAddress * 1000',
    tests: 'server/plugins/connection-limits.test.ts',
  },
  {
    name: 'a body that drips holds its connection',
    file: 'server/plugins/body-deadline.ts',
    from: 'if (hasBody(request)) start(request, reply, requestMs);',
    to: '',
    tests: 'server/plugins/body-deadline.test.ts',
  },
  {
    name: 'callers already inside take all slots',
    file: 'server/plugins/concurrency-limit.ts',
    from: 'inside >= (own > 0 ? shared : most)',
    to: 'inside >= most',
    tests: `${CHECKOUT}/limits.test.ts`,
  },
  {
    name: 'a page of another Host is answered',
    file: 'server/plugins/static-fast-path.ts',
    from: 'if (!variants || !isOurs(request)) return false;',
    to: 'if (!variants) return false;',
    tests: 'server/plugins/static-fast-path.test.ts',
  },
  {
    name: 'old pages are answered after a publish',
    file: 'server/plugins/static-fast-path.ts',
    from: 'if (site.pages !== from) {',
    to: 'if (site === null) {',
    tests: 'server/plugins/static-fast-path.test.ts server/features/content',
  },
  {
    name: 'a gift goes out under the name of who paid it',
    file: 'shared/gift.ts',
    from: 'recipientName || customerName',
    to: 'customerName',
    tests: `shared/gift.test.ts ${ORDERS}/gift.test.ts`,
  },
  {
    name: 'who erases a person keeps the note of the gift',
    file: `${ORDERS}/person.ts`,
    from: '      giftNote: null,\n',
    to: '',
    tests: 'server/features/people/people.test.ts',
  },
];
