import { type App, requestLanguage } from '#server/deps.ts';
import { hashOrigin } from '#server/features/settlement/declines/watch.ts';
import { networkOf } from '#server/plugins/limits/client-network.ts';
import { limitAtOnce } from '#server/plugins/limits/concurrency-limit.ts';
import { limitOverall, limitRequests } from '#server/plugins/limits/rate-limit.ts';
import {
  ATTEMPT_HEADER,
  arrivalQuerySchema,
  arrivalSchema,
  attemptHeadersSchema,
  codeCheckSchema,
  createPaymentIntentAnswerSchema,
  createPaymentIntentInputSchema,
  PROOF_HEADER,
  paymentProviderSchema,
  paymentStartHeadersSchema,
  proofRequiredSchema,
  shippingRatesAnswerSchema,
  shippingRatesInputSchema,
} from '#shared/checkout/checkout.ts';
import { codeCheckAnswerSchema } from '#shared/checkout/codes.ts';
import { apiErrorSchema } from '#shared/core/api-error.ts';
import { findArrival } from './arrival.ts';
import { isScarce } from './cart.ts';
import { deviceOf } from './device-cookie.ts';
import { requireProof } from './proof-of-work.ts';
import { type CheckoutDeps, checkCode, providerOf, quoteRates, startPayment } from './service.ts';

const failures = { '4xx': apiErrorSchema, '5xx': apiErrorSchema };

const shopperOf = ({ ip, headers }: { ip: string; headers: { [ATTEMPT_HEADER]?: string | undefined } }) => ({
  attempt: headers[ATTEMPT_HEADER],
  caller: hashOrigin(networkOf(ip)),
});

export function addCheckoutRoutes(app: App, deps: CheckoutDeps): void {
  const places = limitAtOnce(deps.config.limits.checkoutsAtOnce);
  addQuoteRoutes(app, deps, places);
  addPaymentRoutes(app, deps, places);
}

type Places = ReturnType<typeof limitAtOnce>;

/** What a cart costs, and when it arrives. */
function addQuoteRoutes(app: App, deps: CheckoutDeps, { refuseWhileFull, takeSlot }: Places): void {
  const { limits } = deps.config;
  app.post(
    '/api/shipping-rates',
    {
      onRequest: [limitRequests(app, limits.ratesPerMinute), refuseWhileFull],
      preHandler: takeSlot,
      schema: {
        tags: ['checkout'],
        summary: 'Shipping rates for a cart and an address',
        headers: attemptHeadersSchema,
        body: shippingRatesInputSchema,
        response: { 200: shippingRatesAnswerSchema, ...failures },
      },
    },
    (request) => quoteRates(deps, request.body, requestLanguage(request), shopperOf(request)),
  );
  app.get(
    '/api/arrival',
    {
      onRequest: limitRequests(app, limits.ratesPerMinute),
      schema: {
        tags: ['checkout'],
        summary: 'When a product arrives if ordered now',
        querystring: arrivalQuerySchema,
        response: { 200: arrivalSchema, ...failures },
      },
    },
    (request) => findArrival(deps, request.query),
  );
  app.post(
    '/api/codes/check',
    {
      onRequest: limitRequests(app, limits.ratesPerMinute),
      schema: {
        tags: ['checkout'],
        summary: 'What a discount code, or a discount without one, takes off a cart',
        headers: attemptHeadersSchema,
        body: codeCheckSchema,
        response: { 200: codeCheckAnswerSchema, ...failures },
      },
    },
    (request) => checkCode(deps, request.body, requestLanguage(request), shopperOf(request)),
  );
}

function addPaymentRoutes(app: App, deps: CheckoutDeps, { refuseWhileFull, takeSlot }: Places): void {
  const { limits } = deps.config;
  app.get(
    '/api/payment-provider',
    {
      schema: {
        tags: ['checkout'],
        summary: 'The payment provider, for the buttons of wallets',
        response: { 200: paymentProviderSchema, '5xx': apiErrorSchema },
      },
    },
    () => providerOf(deps),
  );
  app.post(
    '/api/create-payment-intent',
    {
      onRequest: [limitRequests(app, limits.paymentStartsPerMinute), refuseWhileFull],
      preHandler: [
        // Before the shared limits, because a request that gets a challenge must not use up others' capacity.
        ({ headers, body }) =>
          requireProof(deps, {
            attempt: headers[ATTEMPT_HEADER],
            proof: headers[PROOF_HEADER],
            isScarce: isScarce(deps.catalogue(), body.cartItems),
          }),
        limitOverall(limits.paymentStartsPerMinuteOverall),
        takeSlot,
      ],
      schema: {
        tags: ['checkout'],
        summary: 'Store the checkout and start its payment',
        headers: paymentStartHeadersSchema,
        body: createPaymentIntentInputSchema,
        response: { 200: createPaymentIntentAnswerSchema, 428: proofRequiredSchema, ...failures },
      },
    },
    (request, reply) => {
      const device = hashOrigin(deviceOf(deps.config, request, reply));
      const origin = { caller: hashOrigin(networkOf(request.ip)), device };
      return startPayment(deps, request.body, request.headers[ATTEMPT_HEADER], origin);
    },
  );
}
