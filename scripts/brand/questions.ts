import { LANGUAGES } from '#shared/language.ts';
import { AnswersError, answersSchema } from './answers.ts';
import example from './example.json' with { type: 'json' };

/** Reads one line; the question ends in a space. */
type Ask = (question: string) => Promise<string>;
type Tree = { [name: string]: unknown };

/**
 * Asks for the answers that a shop needs, one at a time. An invalid answer is asked for again, with the reason. Rarely
 * needed values (other sizes of boxes, several products' allergens, more hours) are changed in the file that stores the
 * answers.
 *
 * @param earlier answers of an earlier run, whole or not: they are suggested, and what is not asked for stays
 * @param keep is told of the answers after each one
 */
export async function ask(read: Ask, earlier: Tree = {}, keep: (answers: Tree) => void = () => {}): Promise<Tree> {
  const answers: Tree = { sections: {}, ...structuredClone(earlier) };
  const one = async (path: string, question: string, usual = '', convert: (text: string) => unknown = String) => {
    const suggestion = asText(valueAt(earlier, path)) || usual;
    for (;;) {
      const typed = (await read(`${question}${suggestion && ` [${suggestion}]`}: `)).trim() || suggestion;
      set(answers, path, convert(typed));
      const problem = problemAt(answers, path);
      if (!problem) {
        keep(answers);
        return typed;
      }
      console.error(`  ${problem}`);
    }
  };
  const unasked = (path: string, value: unknown) => valueAt(answers, path) === undefined && set(answers, path, value);
  const number = (text: string) => Number(text.replace(/^\$/, ''));
  const yesOrNo = (text: string) => (/^(y|yes|s|si|sí)$/i.test(text) ? true : /^no?$/i.test(text) ? false : text);

  const name = await one('name', 'The name of your brand');
  await one('legalName', 'The company, as it is registered', `${name} LLC`);
  await one('founder', 'Who founded it');
  await one('product.en', 'What you sell, in one English word that follows "our", such as coffee');
  await one('product.es', 'The same in Spanish, such as café');
  await one('email', 'The e-mail address for customers');
  await one('phone', 'The phone, written +1 305-555-0142', '', (text) =>
    text.replace(/^(?:\+?1[ .-]?)?\(?(\d{3})\)?[ .-]?(\d{3})[ .-]?(\d{4})$/, '+1 $1-$2-$3'),
  );
  await one('address.street', 'Street and number');
  await one('address.city', 'Town');
  const state = await one('address.state', 'State, two capitals', 'FL');
  await one('address.zipCode', 'ZIP code');
  await one('timeZone', 'Time zone', 'America/New_York');
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  unasked('hours.0.days', days);
  await one('hours.0.opens', 'Monday to Friday you answer from', '09:00');
  await one('hours.0.closes', 'until', '17:00');
  await one(
    'handle',
    'Your name on Instagram and TikTok',
    `@${name.normalize('NFD').replace(/[^\w]/g, '').toLowerCase()}`,
  );
  await one('firstLanguage', `The first language of the site, ${LANGUAGES.join(' or ')}`, 'en');
  console.log('Colours are written #0f4c5c. Dark ones stand under white text.');
  for (const colour of Object.keys(example.colours) as (keyof typeof example.colours)[]) {
    const meaning = {
      main: 'dark',
      second: 'dark',
      accent: 'light or bright',
      ground: 'of the page, light',
      ink: 'of the text, dark',
    }[colour];
    await one(`colours.${colour}`, `The ${colour} colour (${meaning})`, example.colours[colour]);
  }
  await one('drawing', 'Your product comes in a bag, a box or a jar', 'box');
  await one('freeShipping.over', 'Shipping is free above how many dollars', '40', number);
  if (state !== valueAt(earlier, 'address.state')) set(answers, 'freeShipping.states', [state]);
  unasked('freeShipping.states', [state]);
  await one(
    'freeShipping.region.en',
    `What ${state} is called in "free shipping within …"`,
    state === 'FL' ? 'Florida' : '',
  );
  await one('freeShipping.region.es', 'The same in Spanish', state === 'FL' ? 'la Florida' : '');
  await one('sections.wholesale', 'Do you sell to stores, yes or no', 'yes', yesOrNo);
  let count = 0;
  for (;;) {
    const at = `products.${count}`;
    console.log(`\nProduct ${count + 1}`);
    const english = await one(`${at}.name.en`, 'Its English name');
    await one(`${at}.name.es`, 'Its Spanish name');
    await one(
      `${at}.id`,
      'A short name for orders: small letters and digits',
      english
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .slice(0, 30),
    );
    await one(`${at}.description.en`, 'One English sentence about it');
    await one(`${at}.description.es`, 'One Spanish sentence about it');
    await one(`${at}.price`, 'Its price in dollars', '', number);
    const ounces = await one(`${at}.pieceOz`, 'What it weighs without the pack, in ounces', '', number);
    await one(`${at}.size`, 'The size as the label says it', `${ounces} oz`);
    await one(
      `${at}.weightOz`,
      'What the packed box weighs, in ounces',
      String(Math.ceil(Number(ounces) * 1.2)),
      number,
    );
    unasked(`${at}.parcelInches`, [10, 8, 5]);
    await one(`${at}.shelfLifeDays`, 'For how many days it keeps', '180', number);
    count += 1;
    const more = valueAt(earlier, `products.${count}`) === undefined ? 'no' : 'yes';
    const typed = (await read(`\nAnother product, yes or no [${more}]: `)).trim() || more;
    if (yesOrNo(typed) !== true) break;
  }
  (answers.products as unknown[]).length = count;
  await one('ingredients.0.name.en', '\nThe main ingredient, in English');
  await one('ingredients.0.name.es', 'In Spanish');
  await one('ingredients.0.of.en', 'What it is made of, in English');
  await one('ingredients.0.of.es', 'In Spanish');
  return answers;
}

/** The errors in the part that was just answered; the parts that are still missing are not reported. */
function problemAt(answers: Tree, path: string): string | undefined {
  const result = answersSchema.safeParse(answers);
  const parts = path.split('.');
  const found = result.error?.issues.find(
    (issue) =>
      issue.path.length > 0 &&
      issue.path.every((part, i) => String(part) === parts[i]) &&
      issue.path.length === parts.length,
  );
  return found?.message;
}

function valueAt(tree: Tree, path: string): unknown {
  return path.split('.').reduce<unknown>((at, part) => (at as Tree | undefined)?.[part], tree);
}

/** As it would be typed. */
function asText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === undefined ? '' : String(value);
}

function set(tree: Tree, path: string, value: unknown): void {
  const parts = path.split('.');
  const last = parts.pop();
  if (!last) throw new AnswersError([`no path: ${path}`]);
  let at: Tree = tree;
  for (const [i, part] of parts.entries()) {
    at[part] ??= /^\d+$/.test(parts[i + 1] ?? last) ? [] : {};
    at = at[part] as Tree;
  }
  at[last] = value;
}
