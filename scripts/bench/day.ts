import type { Browser, Locator, Page } from '@playwright/test';
import enTexts from '#brand/texts/en/admin.json' with { type: 'json' };
import esTexts from '#brand/texts/es/admin.json' with { type: 'json' };
import { LANGUAGES, type Language } from '#shared/language.ts';
import { anAddress } from '#test/makers.ts';
import { call, confirmOrder, payFor } from '#test/shopper.ts';
import { startSmtp } from '#test/smtp.ts';
import { withDesk } from './desk-shop.ts';
import type { Section } from './report.ts';
import { PASSWORD } from './shop.ts';

const words = { en: enTexts, es: esTexts };
const WIDTHS = [375, 1440] as const;
/** A detail stands beside its list. */
const WIDE = 1200;
const WAYS = ['touch', 'keys'] as const;
const TRACKING = '9400111201080805483016';
/** Of one morning: so many are shipped by typed numbers, and so many by labels that the shop buys. */
const PARCELS = 12;
/** No job is further away; a list has two stops a row. */
const MOST_TABS = 200;

type Way = (typeof WAYS)[number];
/** What waits for the owner on one day. */
type Task = {
  number: string;
  zip: string;
  business: string;
  wrong: string;
  right: string;
  /** Names of customers with `PARCELS` orders each. */
  typed: string;
  bought: string;
};
type Job = { name: string; presses: number; ms: number };

/** The owner's day at the desk: how many presses each job takes, and how long the program lets her wait in all. */
export async function measureDay(): Promise<Section> {
  const smtp = await startSmtp();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Shop <hola@shop.example>', OWNER_EMAIL: 'owner@shop.example' };
  try {
    return await withDesk(async (browser, url) => {
      const rows: (string | number)[][] = [];
      let run = 0;
      for (const width of WIDTHS) {
        for (const way of WAYS) {
          const days: Job[][] = [];
          for (const language of LANGUAGES) {
            run += 1;
            days.push(await liveDay(browser, url, { width, way, language, task: await makeTask(url, run) }));
          }
          for (const [at, { name, presses }] of (days[0] ?? []).entries()) {
            const others = days.map((jobs) => jobs[at]);
            const counts = others.map((job) => job?.presses ?? 0);
            const shown = counts.every((count) => count === presses) ? presses : counts.join(' / ');
            rows.push([width, way, name, shown, ...others.map((job) => ((job?.ms ?? 0) / 1000).toFixed(1))]);
          }
        }
      }
      const body = [
        'A real browser does each job in a shop with some fifty orders, from where the one before has left it. A press is a tap, ' +
          'or a key that types no text; the seconds are from the first press to the finished screen, typing included, without ' +
          'the time in which a person thinks:',
        { head: ['width', 'by', 'job', 'presses', ...LANGUAGES.map((language) => `s, ${language}`)], rows },
      ];
      return { title: "The owner's day", body };
    }, env);
  } finally {
    await smtp.close();
  }
}

async function makeTask(url: string, run: number): Promise<Task> {
  const zip = String(33_124 + run);
  const business = `Bodega ${'ABCDEFGH'[run - 1] ?? run}${run} La Esquina`;
  const wrong = `typo${run}@shopper.example`;
  const address = anAddress({ city: 'Miami', zipCode: zip, email: wrong });
  const { orderNumber: number } = await confirmOrder(url, await payFor(url, { address }));
  await call(url, '/api/wholesale-inquiries', {
    businessName: business,
    contactName: 'Rosa Peña',
    email: 'rosa@laesquina.example',
    phone: '+1 305-555-0177',
    storeType: 'convenience',
    location: '4102 NW 7th Street, Miami, FL',
    message: 'We would like two displays.',
    preferredLanguage: 'en',
  });
  const [typed, bought] = [`Marta ${'ABCDEFGH'[run - 1]}${run}`, `Olga ${'ABCDEFGH'[run - 1]}${run}`];
  for (const fullName of [typed, bought]) {
    for (let i = 0; i < PARCELS; i++) await confirmOrder(url, await payFor(url, { address: anAddress({ fullName }) }));
  }
  return { number, zip, business, wrong, right: `right${run}@shopper.example`, typed, bought };
}

/** Numbers of USPS that no two parcels share, with their check digits. */
function trackingNumbers(run: string): string[] {
  return Array.from({ length: PARCELS }, (_, i) => {
    const body = `94001112010808${run.padStart(5, '0')}${String(i).padStart(2, '0')}`;
    const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
    return `${body}${(10 - (sum % 10)) % 10}`;
  });
}

type Day = { width: number; way: Way; language: Language; task: Task };

async function liveDay(browser: Browser, url: string, { width, way, language, task }: Day): Promise<Job[]> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale: `${language}-US`,
    hasTouch: way === 'touch',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const t = words[language];
  const jobs: Job[] = [];
  const hand = new Hand(page, way);
  const job = async (name: string, work: () => Promise<unknown>) => {
    await page.waitForLoadState('networkidle');
    hand.presses = 0;
    const start = performance.now();
    await work();
    jobs.push({ name, presses: hand.presses, ms: performance.now() - start });
  };
  const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
  const detail = page.locator('.detail-pane, .drawer-sheet');
  const found = (name: string) => page.getByRole('option', { name }).first();
  const find = async (text: string, option: Locator) => {
    if (way === 'touch') await hand.press(button(t.admin_find_open));
    else await hand.key('/');
    await page.getByRole('combobox', { name: t.admin_find_label }).waitFor();
    await page.keyboard.type(text);
    await option.waitFor();
  };
  /** On a phone a detail lies over everything. */
  const uncover = async () => {
    if (width < WIDE && (await detail.count()) > 0) await close(detail);
  };
  const close = async (sheet: Locator, word: string = t.admin_close) => {
    if (way === 'touch') await hand.press(button(word, sheet).last());
    else await hand.key('Escape');
    await sheet.waitFor({ state: 'detached' });
  };
  const goTo = async (screen: string) => {
    const link = page.getByRole('link', { name: new RegExp(`^${screen}`) }).filter({ visible: true });
    if ((await link.count()) === 0) await hand.press(button(t.admin_rail_more));
    await hand.press(link.first());
  };
  try {
    await page.goto(`${url}/admin/login`);
    await job('log in', async () => {
      await hand.fill(page.getByLabel(t.admin_login_password, { exact: true }), PASSWORD);
      await hand.send(button(t.admin_login_button));
      await page.getByRole('tablist').first().waitFor();
    });
    await job('find an order by its ZIP', () => find(task.zip, found(task.number)));
    await job('open it', async () => {
      await hand.send(found(task.number));
      await detail.getByRole('heading', { name: t.admin_col_customer, exact: true }).waitFor();
    });
    await job('ship it, the number typed', async () => {
      await hand.press(button(t.admin_ship, detail));
      await hand.fill(page.getByRole('textbox', { name: t.admin_tracking_number }), TRACKING);
      await hand.send(button(t.admin_tracking_save));
      await detail.getByText(t.admin_status_shipped, { exact: true }).first().waitFor();
    });
    /** The orders of one customer, chosen, in the grid. */
    const openGrid = async (name: string) => {
      await goTo(t.admin_tab_orders);
      await hand.fill(page.getByRole('searchbox').first(), name);
      await waitForCount(page.locator('[data-row]'), PARCELS);
      await hand.press(page.getByRole('checkbox', { name: t.admin_select_all }));
      const open = button(t.admin_ship_open, page.getByRole('region', { name: t.admin_bulk_label }));
      if (way === 'touch') await hand.press(open);
      else {
        await open.waitFor();
        await hand.key('s');
      }
      return page.getByRole('dialog', { name: t.admin_ship_title });
    };
    await job('ship twelve, their numbers pasted', async () => {
      await uncover();
      const grid = await openGrid(task.typed);
      const field = grid.getByRole('textbox').first();
      await field.waitFor();
      if (!(await isFocused(field))) await hand.press(field);
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(trackingNumbers(task.zip).join('\n'))})`);
      await hand.key('ControlOrMeta+v');
      const save = button(t.admin_ship_save, grid);
      await save.and(page.locator(':enabled')).waitFor();
      if (way === 'touch') await hand.press(save);
      else await hand.key('ControlOrMeta+Enter');
      await waitForCount(grid.getByRole('textbox'), 0);
    });
    await job('buy twelve labels', async () => {
      await close(page.getByRole('dialog', { name: t.admin_ship_title }), t.admin_ship_end);
      const grid = await openGrid(task.bought);
      await hand.press(button(t.admin_label_bulk_open, grid));
      const dialog = page.getByRole('dialog', { name: t.admin_label_bulk_open });
      await hand.press(
        dialog.getByRole('button', { name: new RegExp(`^${t.admin_label_bulk_buy.split(' ')[0]} \\d+`) }),
      );
      await dialog.getByRole('link', { name: t.admin_label_bulk_print.replace('{count}', String(PARCELS)) }).waitFor();
    });
    await job('answer an inquiry and mark it', async () => {
      await close(page.getByRole('dialog', { name: t.admin_label_bulk_open }));
      if (way === 'touch') {
        await goTo(t.admin_screen_wholesale);
        await hand.press(page.getByRole('button', { name: new RegExp(task.business) }).first());
      } else {
        await uncover();
        await find(task.business, found(task.business));
        await hand.key('Enter');
      }
      await hand.pickSecond(detail.getByRole('combobox').first());
      await detail.getByText(t.admin_status_contacted, { exact: true }).first().waitFor();
      await hand.press(detail.getByRole('link', { name: t.admin_inquiry_email, exact: true }));
    });
    await job("correct a mail's address and send it", async () => {
      await uncover();
      if (way === 'touch') {
        await goTo(t.admin_emails_view);
        await hand.press(rowOf(page, task.wrong).getByRole('button').first());
      } else {
        const mail = page.locator('[role="option"][id*="-mail-"]').first();
        await find(task.wrong, mail);
        while ((await mail.getAttribute('aria-selected')) !== 'true') await hand.key('ArrowDown');
        await hand.key('Enter');
      }
      await hand.press(detail.getByText(t.admin_recipient_correct, { exact: true }));
      await hand.fill(page.getByLabel(t.admin_recipient_field), task.right);
      await hand.send(button(t.admin_mail_send, page.locator('.dialog-sheet')));
      await detail.getByText(task.right).first().waitFor();
    });
    await job('export the orders', async () => {
      await uncover();
      const download = page.waitForEvent('download');
      if (way === 'touch') {
        await goTo(t.admin_tab_orders);
        await hand.press(page.getByRole('link', { name: t.admin_csv_orders, exact: true }));
      } else {
        await find('csv', found(t.admin_find_export));
        await hand.key('Enter');
      }
      await download;
    });
    return jobs;
  } finally {
    await context.close();
  }
}

async function waitForCount(found: Locator, count: number): Promise<void> {
  for (let i = 0; (await found.count()) !== count; i++) {
    if (i === 600) throw new Error(`There are not ${count} of ${found}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

const rowOf = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text }).first();

/** The owner's hand on a screen or on a keyboard, which counts what it presses. */
class Hand {
  presses = 0;
  readonly page: Page;
  readonly isTouch: boolean;

  constructor(page: Page, way: Way) {
    this.page = page;
    this.isTouch = way === 'touch';
  }

  async key(name: string): Promise<void> {
    this.presses += 1;
    await this.page.keyboard.press(name);
  }

  async press(control: Locator): Promise<void> {
    if (this.isTouch) return this.#tap(control);
    await this.#tabTo(control);
    await this.key((await control.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
  }

  /** Presses the button of a form or the best of a list, for which the keyboard has Enter. */
  async send(control: Locator): Promise<void> {
    await (this.isTouch ? this.#tap(control) : this.key('Enter'));
  }

  /** Types into a field, which may have the focus already. */
  async fill(field: Locator, text: string): Promise<void> {
    await field.waitFor();
    if (!(await isFocused(field))) await (this.isTouch ? this.#tap(field) : this.#tabTo(field));
    if ((await field.inputValue()) !== '') await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  /** The second choice of a select, whose list opens by a tap and closes by another; an arrow key does without. */
  async pickSecond(select: Locator): Promise<void> {
    if (!this.isTouch) {
      await this.#tabTo(select);
      return this.key('ArrowDown');
    }
    this.presses += 2;
    await select.selectOption({ index: 1 });
  }

  async #tap(control: Locator): Promise<void> {
    this.presses += 1;
    await control.tap();
  }

  async #tabTo(control: Locator): Promise<void> {
    await control.waitFor();
    for (let i = 0; !(await isFocused(control)); i++) {
      if (i === MOST_TABS) throw new Error(`The Tab key does not reach ${control}`);
      await this.key('Tab');
    }
  }
}

const isFocused = async (control: Locator) => (await control.and(control.page().locator(':focus')).count()) > 0;
