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

  /**
   * The Express Checkout Element with one wallet, whose sheet is played by `stripeStandInWallet`: its addresses and
   * button, or `null` in a browser without wallets. It enforces what Stripe documents of amounts and rates.
   */
  function expressElement(elements, options) {
    const listeners = {};
    const wallet = window.stripeStandInWallet;
    const root = document.createElement('div');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = wallet?.button ?? '';
    button.style.height = `${options.buttonHeight}px`;
    const sheet = document.createElement('dialog');
    sheet.setAttribute('aria-label', 'Wallet');
    let place;
    let rates = [];

    const press = (text, onclick) =>
      Object.assign(document.createElement('button'), { type: 'button', textContent: text, onclick });
    function accept({ lineItems = [], shippingRates = [] }) {
      if (shippingRates.length === 0) throw new Error('A wallet needs a rate when it asks for the address');
      if (new Set(shippingRates.map(({ id }) => id)).size < shippingRates.length)
        throw new Error('Two rates with one id');
      const sum = lineItems.reduce((cents, { amount }) => cents + amount, shippingRates[0].amount);
      if (sum !== elements.amount) throw new Error(`Lines of ${sum} cents, and an amount of ${elements.amount}`);
      rates = shippingRates;
    }
    /** @returns whether the shop has accepted */
    const ask = (name, details) =>
      new Promise((done) => {
        const resolve = (content) => {
          accept(content);
          done(true);
        };
        listeners[name]?.({ ...details, resolve, reject: () => done(false) });
      });
    function close() {
      sheet.remove();
      listeners.cancel?.({ elementType: 'expressCheckout' });
    }
    function show(isServed) {
      const pay = (number) => async () => {
        const [shippingRate] = rates;
        elements.walletCard = number;
        const { line1, line2, ...seen } = place;
        listeners.confirm({
          expressPaymentType: 'apple_pay',
          billingDetails: { ...wallet.buyer, address: place },
          shippingAddress: { name: wallet.buyer.name, address: { line1, line2, ...seen } },
          shippingRate,
          paymentFailed: ({ reason }) => sheet.setAttribute('data-failed', reason),
        });
      };
      sheet.replaceChildren(
        ...wallet.places.map((each) => press(each.city, () => void change(each))),
        ...(isServed ? rates : []).map((rate) => press(rate.displayName, () => void choose(rate))),
        ...(isServed
          ? [press(`Pay ${elements.amount}`, pay('4242424242424242')), press('Pay declined', pay('4000000000000002'))]
          : ['Not served']),
        press('Close', close),
      );
    }
    async function change(next) {
      place = next;
      const { line1, line2, ...seen } = next;
      show(await ask('shippingaddresschange', { name: wallet.buyer.name, address: seen }));
    }
    async function choose(shippingRate) {
      show(await ask('shippingratechange', { shippingRate }));
    }
    button.onclick = async () => {
      if (!(await ask('click', { expressPaymentType: 'apple_pay' }))) return;
      document.body.append(sheet);
      sheet.showModal();
      await change(wallet.places[0]);
    };
    return {
      on: (name, listener) => {
        listeners[name] = listener;
      },
      off: (name) => delete listeners[name],
      update: () => {},
      mount(parent) {
        if (wallet) root.append(button);
        parent.append(root);
        setTimeout(() => listeners.ready?.({ availablePaymentMethods: wallet ? { applePay: true } : undefined }));
      },
      destroy: () => {
        root.remove();
        sheet.remove();
      },
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

  /**
   * Elements without a payment yet. They have no `payment`: confirming with an Express Checkout Element would send the
   * wallet's shipping address, which Stripe refuses after a server has set it.
   */
  function deferredElements({ amount, currency, paymentMethodCreation }) {
    if (!Number.isInteger(amount) || currency !== 'usd') throw new Error('Elements need an amount and a currency');
    const elements = {
      amount,
      isManual: paymentMethodCreation === 'manual',
      create: (_type, options) => expressElement(elements, options),
      getElement: () => null,
      update: (changes) => Object.assign(elements, changes),
      submit: async () => ({}),
    };
    return elements;
  }

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
      async createPaymentMethod({ elements }) {
        if (elements.isManual) return { paymentMethod: { id: `pm_${elements.walletCard}` } };
        throw new Error('Elements make payment methods only with paymentMethodCreation: manual');
      },
      confirmCardPayment: unused,
      elements(options) {
        if (options.mode === 'payment') return deferredElements(options);
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
      async confirmPayment({ elements, clientSecret = elements?.clientSecret, confirmParams, redirect }) {
        if (redirect !== 'if_required') throw new Error('The specification wants a redirect only if required');
        const country = confirmParams.payment_method_data?.billing_details?.address?.country;
        if (elements?.payment.hidesCountry && !country) throw new Error('Pass the country that the form hides');
        const [id] = clientSecret.split('_secret_');
        const result = await call(
          `${id}/confirm`,
          new URLSearchParams({
            key,
            client_secret: clientSecret,
            return_url: confirmParams.return_url,
            'payment_method_data[card][number]':
              elements?.payment.number() ?? confirmParams.payment_method.slice('pm_'.length),
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
