/**
 * Stands in for https://js.stripe.com/endive/stripe.js in end-to-end tests: what @stripe/stripe-js and
 * @stripe/react-stripe-js ask of it, with a plain form in the place of the frame, whose fields are named by
 * `stripeStandInLabels`. It talks to api.stripe.com, which the test leads to the stand-in, so that the page's security
 * policy counts as it does with the real script.
 */
(() => {
  const API = 'https://api.stripe.com/v1/payment_intents';

  /** Payments that have come to an end, or are with a bank, have no form: the real script refuses their secrets. */
  const ENDED = ['succeeded', 'canceled', 'processing'];

  function paymentElement(elementsOptions, options, loading) {
    const listeners = {};
    const root = document.createElement('div');
    root.setAttribute('data-stripe-stand-in', elementsOptions.locale);
    return {
      root,
      billing: options.defaultValues?.billingDetails ?? {},
      hidesCountry: options.fields?.billingDetails?.address?.country === 'never',
      on: (name, listener) => {
        listeners[name] = listener;
      },
      off: (name) => delete listeners[name],
      update: () => {},
      mount(parent) {
        void loading.then(({ error, paymentIntent }) => {
          if (paymentIntent && !ENDED.includes(paymentIntent.status)) return listeners.ready?.();
          const message = error?.message ?? `The PaymentIntent is in a terminal state: ${paymentIntent.status}`;
          root.replaceChildren();
          listeners.loaderror?.({ elementType: 'payment', error: { type: 'invalid_request_error', message } });
        });
        for (const text of window.stripeStandInLabels[elementsOptions.locale]) {
          const label = document.createElement('label');
          const input = document.createElement('input');
          label.append(text, input);
          root.append(label);
        }
        root.append(`${this.billing.name} · ${this.billing.address?.postal_code}`);
        parent.append(root);
      },
      destroy: () => root.remove(),
      number: () => root.querySelector('input').value,
    };
  }

  async function call(path, form, init = {}) {
    const answer = await fetch(`${API}/${path}`, init.method === 'POST' ? { ...init, body: form } : init);
    const body = await answer.json();
    return body.error ? { error: body.error } : { paymentIntent: body };
  }

  /** The real script tells of errors in the locale that Stripe() was made with, whatever the form is in. */
  const DECLINED = { en: 'Your card was declined.', es: 'Su tarjeta fue rechazada.' };
  const inLocale = (error, locale) =>
    error?.code === 'card_declined' ? { ...error, message: DECLINED[locale] } : error;

  const makeStripe = (key, { locale = navigator.language.slice(0, 2) } = {}) => {
    if (!/^pk_/.test(key)) throw new Error('Please call Stripe() with your publishable key.');
    const unused = () => {
      throw new Error('The shop does not use this');
    };
    const retrieve = (clientSecret) => {
      const [id] = clientSecret.split('_secret_');
      return call(`${id}?${new URLSearchParams({ key, client_secret: clientSecret })}`);
    };
    return {
      _registerWrapper: () => {},
      registerAppInfo: () => {},
      createToken: unused,
      createPaymentMethod: unused,
      confirmCardPayment: unused,
      elements(options) {
        if (!/^pi_\w+_secret_\w+$/.test(options.clientSecret)) throw new Error('Invalid clientSecret');
        const elements = {
          clientSecret: options.clientSecret,
          payment: null,
          create(type, elementOptions) {
            if (type !== 'payment') return unused();
            elements.payment = paymentElement(options, elementOptions, retrieve(options.clientSecret));
            return elements.payment;
          },
          getElement: () => elements.payment,
          update: () => {},
          submit: async () => ({}),
        };
        return elements;
      },
      retrievePaymentIntent: retrieve,
      async confirmPayment({ elements, confirmParams, redirect }) {
        if (redirect !== 'if_required') throw new Error('The specification wants a redirect only if required');
        const country = confirmParams.payment_method_data?.billing_details?.address?.country;
        if (elements.payment.hidesCountry && !country) throw new Error('Pass the country that the form hides');
        const [id] = elements.clientSecret.split('_secret_');
        const result = await call(
          `${id}/confirm`,
          new URLSearchParams({
            key,
            client_secret: elements.clientSecret,
            return_url: confirmParams.return_url,
            'payment_method_data[card][number]': elements.payment.number(),
            'payment_method_data[billing_details][address][country]': country ?? '',
          }),
          { method: 'POST' },
        );
        const next = result.paymentIntent?.next_action?.redirect_to_url;
        if (!next) return { ...result, error: inLocale(result.error, locale) };
        location.assign(next.url);
        return new Promise(() => {});
      },
    };
  };
  makeStripe.version = 'endive';
  window.Stripe = makeStripe;
})();
