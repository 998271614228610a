import type { Locator, Page } from '@playwright/test';
import { aPng } from '#test/media.ts';
import { adminCall, buy, inquire, signIn, unique } from './admin-fixtures.ts';

/** A form of the admin, and how a person opens it. */
export type AdminForm = {
  /** Creates its record. @returns the view for `openDashboard`, and a function that opens the form there */
  prepare(page: Page, url: string): Promise<{ view: string; open: (page: Page) => Promise<void> }>;
  field(page: Page): Locator;
  typed: string;
  save(page: Page): Locator;
  /** `page`: part of the page, never closed. `url`: in the URL, so that it reopens after a reload. */
  stays?: 'page' | 'url';
};

const nothing = async () => {};

/** A form in the detail of an order. */
function orderForm(form: Omit<AdminForm, 'prepare'> & { open: (page: Page) => Promise<void> }): AdminForm {
  const { open, ...rest } = form;
  return {
    ...rest,
    prepare: async (page, url) => {
      const { orderNumber } = await buy(url);
      await signIn(page, url);
      const [order] = await adminCall<{ id: string }[]>(page, 'GET', `${url}/api/admin/orders?q=${orderNumber}`);
      return { view: `tab=orders&open=${order?.id}`, open };
    },
  };
}

/**
 * Every admin form that keeps its input, by the file that calls `useForm`. `test/admin-forms.test.ts` compares it with
 * the sources; `admin-forms.spec.ts` loses network, session and program in each of them.
 */
export const ADMIN_FORMS: Readonly<Record<string, AdminForm>> = {
  'wholesalers/inquiry-drawer.tsx': {
    prepare: async (_page, url) => {
      const businessName = unique('Bodega');
      await inquire(url, { businessName });
      return {
        view: 'tab=wholesalers',
        open: (page) => page.getByRole('button', { name: `Open the inquiry of ${businessName}` }).click(),
      };
    },
    field: (page) => page.getByRole('textbox', { name: 'Private notes' }),
    typed: 'Asks for two displays',
    save: (page) => page.getByRole('button', { name: 'Save notes' }),
    stays: 'url',
  },
  'store-locations/use-store-form.ts': {
    prepare: async (page, url) => {
      const name = unique('Bodega');
      const store = { name, address: '1 Calle Ocho', storeType: 'grocery', latitude: 25.77, longitude: -80.2 };
      await signIn(page, url);
      await adminCall(page, 'POST', `${url}/api/admin/store-locations`, store);
      return { view: 'tab=stores', open: (at) => at.getByRole('button', { name: `Edit ${name}` }).click() };
    },
    field: (page) => page.getByLabel('Store Name'),
    typed: 'Bodega Típica',
    save: (page) => page.getByRole('button', { name: 'Save Location' }),
  },
  'publishing/texts/form.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => void (await page.goto(`${url}/admin/site/text-home_heading`)),
    }),
    field: (page) => page.getByLabel('Sentence (Spanish)'),
    typed: 'El clásico cubano, para llevar',
    save: (page) => page.getByRole('button', { name: 'Save draft' }),
    stays: 'page',
  },
  'products/use-product-form.ts': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => void (await page.goto(`${url}/admin/products/box40`)),
    }),
    field: (page) => page.getByLabel('Description (Spanish)'),
    typed: 'Cuarenta galleticas, una por una',
    save: (page) => page.getByRole('button', { name: 'Save draft' }),
    stays: 'url',
  },
  'products/stock-section.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => void (await page.goto(`${url}/admin/products/box40`)),
    }),
    field: (page) => page.getByLabel('How many there are'),
    typed: '24',
    save: (page) => page.getByRole('button', { name: 'Save stock' }),
    stays: 'url',
  },
  'publishing/policies/form.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => void (await page.goto(`${url}/admin/site/terms`)),
    }),
    field: (page) => page.getByLabel('Text (Spanish)'),
    typed: 'Los precios son en dólares.',
    save: (page) => page.getByRole('button', { name: 'Save draft' }),
    stays: 'page',
  },
  'publishing/stories/form.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => void (await page.goto(`${url}/admin/site/story-lunch-bag`)),
    }),
    field: (page) => page.getByLabel('Title (Spanish)'),
    typed: 'La lonchera de los viernes',
    save: (page) => page.getByRole('button', { name: 'Save draft' }),
    stays: 'page',
  },
  'publishing/faq/form.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => {
        await page.goto(`${url}/admin/site/questions`);
        // The kept input may be folded.
        await page.locator('.faq-row > summary').first().click();
      },
    }),
    field: (page) => page.getByLabel('Question (Spanish)').first(),
    typed: '¿Dónde las guardo?',
    save: (page) => page.getByRole('button', { name: 'Save draft' }),
    stays: 'page',
  },
  'publishing/shipping/form.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => void (await page.goto(`${url}/admin/site/shipping-rules`)),
    }),
    field: (page) => page.getByLabel('Items cost more than'),
    typed: '31.00',
    save: (page) => page.getByRole('button', { name: 'Save draft' }),
    stays: 'page',
  },
  'publishing/facts/form.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => void (await page.goto(`${url}/admin/site/facts`)),
    }),
    field: (page) => page.getByLabel('Phone'),
    typed: '305-555-0177',
    save: (page) => page.getByRole('button', { name: 'Save draft' }),
    stays: 'page',
  },
  'publishing/look/form.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => void (await page.goto(`${url}/admin/site/look`)),
    }),
    field: (page) => page.getByLabel('Name', { exact: true }),
    typed: 'Café Luna',
    save: (page) => page.getByRole('button', { name: 'Save draft' }),
    stays: 'page',
  },
  'media/picture-dialog.tsx': {
    prepare: async (page, url) => {
      await signIn(page, url);
      const name = `${unique('plate')}.png`;
      const file = { name, mimeType: 'image/png', buffer: await aPng(60, 40) };
      const answer = await page.request.post(`${url}/api/admin/media`, { multipart: { file } });
      if (!answer.ok()) throw new Error(`An upload answered ${answer.status()}`);
      const { id, version } = (await answer.json()) as { id: string; version: number };
      const alt = { en: name, es: name };
      await adminCall(page, 'PATCH', `${url}/api/admin/media/${id}`, { alt, version });
      return {
        view: '',
        open: async (at) => {
          await at.goto(`${url}/admin/products/box40`);
          await at.getByRole('button', { name: 'Add a picture' }).click();
          await at.getByRole('button', { name: `Describe ${name}` }).click();
        },
      };
    },
    field: (page) => page.getByLabel('Alt text (Spanish)'),
    typed: 'Galleticas en un plato',
    save: (page) => page.getByRole('button', { name: 'Save description' }),
  },
  'written-orders/new-order.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => void (await page.goto(`${url}/admin/written-orders/new`)),
    }),
    field: (page) => page.getByLabel('Name', { exact: true }),
    typed: 'Rosa Peña',
    save: (page) => page.getByRole('button', { name: /^Make the link/ }),
    stays: 'url',
  },
  'codes/code-dialog.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => {
        await page.goto(`${url}/admin/codes`);
        await page.getByRole('button', { name: 'New code' }).click();
        await page.getByLabel('Percent').fill('10');
      },
    }),
    field: (page) => page.getByLabel('Code', { exact: true }),
    typed: 'GUAVA10',
    save: (page) => page.getByRole('button', { name: 'Make it' }),
  },
  'accounts/account-dialog.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => {
        await page.goto(`${url}/admin/accounts`);
        await page.getByRole('button', { name: 'New account' }).click();
      },
    }),
    field: (page) => page.getByLabel('Business name'),
    typed: 'Bodega La Ceiba',
    save: (page) => page.getByRole('button', { name: 'Create account' }),
  },
  'accounts/prices-dialog.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => {
        await page.goto(`${url}/admin/accounts`);
        await page.getByRole('button', { name: 'Case prices' }).click();
        await page.getByLabel('Boxes in a case').first().fill('12');
      },
    }),
    field: (page) => page.getByLabel('Price of a case').first(),
    typed: '181.50',
    save: (page) => page.getByRole('button', { name: 'Save prices' }),
  },
  'lots/lot-dialog.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => {
        await page.goto(`${url}/admin/lots`);
        await page.getByRole('button', { name: 'New lot' }).click();
        await page.getByRole('combobox', { name: 'Product' }).selectOption('box40');
        await page.getByLabel('Best by').fill('2036-01-31');
      },
    }),
    field: (page) => page.getByLabel('Lot code'),
    typed: 'L-0117',
    save: (page) => page.getByRole('button', { name: 'Save lot' }),
  },
  'lots/recall-dialog.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => {
        await page.goto(`${url}/admin/lots`);
        await page.getByRole('button', { name: 'Recall a product' }).click();
        const form = page.getByRole('dialog');
        await form.getByRole('combobox', { name: 'Product' }).selectOption('box40');
        await form.getByLabel('Notice (English)').fill('Return it');
        for (const name of [/^Subject/, /^Why/, /^What to do/]) {
          for (const field of await form.getByRole('textbox', { name }).all()) await field.fill('Return it');
        }
      },
    }),
    field: (page) => page.getByRole('dialog').getByLabel('Notice (Spanish)'),
    typed: 'Devuelve la caja',
    save: (page) => page.getByRole('button', { name: 'See the mail' }),
  },
  'staff/invite-dialog.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => {
        await page.goto(`${url}/admin/settings`);
        await page.getByRole('button', { name: 'Invite somebody' }).click();
        await page.getByLabel('Name', { exact: true }).fill('Ana');
      },
    }),
    field: (page) => page.getByRole('dialog').getByLabel('Email address'),
    typed: 'ana@helper.example',
    save: (page) => page.getByRole('button', { name: 'Make the link' }),
  },
  'taxes/tax-dialog.tsx': {
    prepare: async (_page, url) => ({
      view: '',
      open: async (page) => {
        await page.goto(`${url}/admin/taxes`);
        await page.getByRole('button', { name: 'Add a state' }).click();
        await page.getByLabel('State', { exact: true }).selectOption('TX');
      },
    }),
    field: (page) => page.getByLabel('Rate in percent'),
    typed: '8.25',
    save: (page) => page.getByRole('button', { name: 'Collect tax there' }),
  },
  'orders/ship/tracking-dialog.tsx': {
    prepare: async (_page, url) => {
      const { orderNumber } = await buy(url);
      return {
        view: `tab=orders&q=${orderNumber}`,
        open: (page) => page.getByRole('button', { name: `Add a tracking number to order ${orderNumber}` }).click(),
      };
    },
    field: (page) => page.getByLabel('Tracking number', { exact: true }),
    typed: '9400111899223197428497',
    save: (page) => page.getByRole('button', { name: 'Save & Send Email' }),
  },
  'orders/refunds/refund-dialog.tsx': orderForm({
    open: (at) => at.getByRole('button', { name: 'Refund…' }).click(),
    field: (page) => page.getByLabel('Reason'),
    typed: 'One box was crushed',
    save: (page) => page.getByRole('button', { name: /^Pay back/ }),
  }),
  'orders/refunds/other-way-dialog.tsx': {
    prepare: async (page, url) => {
      // Its refunds fail after they were accepted.
      const { orderNumber } = await buy(url, { card: '4000 0000 0000 5126' });
      await signIn(page, url);
      const orders = `${url}/api/admin/orders`;
      const [order] = await adminCall<{ id: string; totalAmount: string }[]>(page, 'GET', `${orders}?q=${orderNumber}`);
      const headers = { 'idempotency-key': orderNumber };
      await page.request.post(`${orders}/${order?.id}/refunds`, { data: { amount: order?.totalAmount }, headers });
      return {
        view: `tab=orders&open=${order?.id}`,
        open: (at) => at.getByRole('button', { name: 'Paid another way…' }).click(),
      };
    },
    field: (page) => page.getByLabel('How', { exact: true }),
    typed: 'Zelle',
    save: (page) => page.getByRole('dialog').last().getByRole('button', { name: 'Close the refund' }),
  },
  'orders/correct-dialog.tsx': orderForm({
    open: (at) => at.getByRole('button', { name: 'Correct…' }).click(),
    field: (page) => page.getByLabel('Street and number'),
    typed: '21 Palm Avenue',
    save: (page) => page.getByRole('dialog').last().getByRole('button', { name: 'Save', exact: true }),
  }),
  'orders/items/items-dialog.tsx': orderForm({
    open: (at) => at.getByRole('button', { name: 'Change items…' }).click(),
    field: (page) => page.getByLabel(/^Quantity of/),
    typed: '2',
    save: (page) =>
      page
        .getByRole('dialog')
        .last()
        .getByRole('button', { name: /^Change items/ }),
  }),
  'orders/delays/delay-dialog.tsx': orderForm({
    open: (at) => at.getByRole('button', { name: 'Write about a later day' }).click(),
    field: (page) => page.getByLabel('Ships by'),
    typed: '2096-03-14',
    save: (page) => page.getByRole('button', { name: 'Send the letter' }),
  }),
  'orders/message-dialog.tsx': orderForm({
    open: (at) => at.getByRole('button', { name: 'Write to the customer…' }).click(),
    field: (page) => page.getByLabel('Message'),
    typed: 'Hello María, your boxes leave on Monday.',
    save: (page) => page.getByRole('button', { name: 'Send email' }),
  }),
  'orders/order-notes.tsx': {
    prepare: async (_page, url) => {
      const { orderNumber } = await buy(url);
      return {
        view: `tab=orders&q=${orderNumber}`,
        open: (page) => page.getByRole('button', { name: `Open order ${orderNumber}` }).click(),
      };
    },
    field: (page) => page.getByRole('textbox', { name: 'Notes' }),
    typed: 'Leave it with the neighbor',
    save: (page) => page.getByRole('button', { name: 'Save notes' }),
    stays: 'url',
  },
  'orders/ship/grid.tsx': {
    prepare: async (_page, url) => {
      await buy(url);
      return { view: 'tab=orders', open: (page) => page.getByRole('button', { name: 'Ship orders' }).click() };
    },
    field: (page) => page.getByRole('textbox', { name: /^Tracking number of order/ }).first(),
    typed: '9400111201080805483016',
    save: (page) => page.getByRole('button', { name: 'Save and email' }),
  },
  'emails/editor.tsx': {
    prepare: async () => ({ view: 'tab=emails&template=shipping_confirmation&language=en', open: nothing }),
    field: (page) => page.getByLabel('Subject'),
    typed: 'On its way, {{customerName}}',
    save: (page) => page.getByRole('button', { name: 'Save Template' }),
    stays: 'page',
  },
  'emails/recipient-dialog.tsx': orderForm({
    open: (at) => at.getByRole('button', { name: 'Change address of: Order confirmation' }).click(),
    field: (page) => page.getByLabel('New email address'),
    typed: 'maria.nunez@shopper.example',
    save: (page) => page.getByRole('dialog').last().getByRole('button', { name: 'Send', exact: true }),
  }),
};
