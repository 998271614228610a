import { allergenNames } from '#brand/nutrition.ts';
import { STATE_NAMES } from '#brand/state-names.ts';
import { LANGUAGES, type Language, type Localized } from '#shared/core/language.ts';
import { ALLERGENS, AnswersError, answersSchemaIn } from './answers.ts';
import example from './example.json' with { type: 'json' };
import { wordsIn } from './words.ts';

/** Reads one line; the question ends with a space. */
type Ask = (question: string) => Promise<string>;
type Tree = { [name: string]: unknown };
/** Questions with a text for the answer in each language: `ask_product_en`. */
type LanguageKey =
  | 'ask_product'
  | 'ask_region'
  | 'ask_product_name'
  | 'ask_description'
  | 'ask_ingredient'
  | 'ask_made_of';

/**
 * Asks for the answers that a shop needs, one at a time. An invalid answer is asked for again, with the reason. Rarely
 * needed values (other sizes of boxes, several products' allergens, more hours) are edited in the file that stores the
 * answers.
 *
 * @param earlier answers of an earlier run, possibly incomplete: they are suggested, and others are kept
 * @param keep called with the answers after each one
 * @param language of the questions
 */
export async function ask(
  read: Ask,
  earlier: Tree = {},
  keep: (answers: Tree) => void = () => {},
  language: Language = LANGUAGES[0],
): Promise<Tree> {
  const questions = questionsIn(language, read, earlier, keep);
  await askAboutBusiness(questions, earlier, language);
  await askAboutProducts(questions, read, earlier);
  console.log('');
  await questions.inEach('ingredients.0.name', 'ask_ingredient');
  await questions.inEach('ingredients.0.of', 'ask_made_of');
  return questions.answers;
}

type Questions = ReturnType<typeof questionsIn>;

/** How a question is asked, and the answers so far. */
function questionsIn(language: Language, read: Ask, earlier: Tree, keep: (answers: Tree) => void) {
  const say = wordsIn(language);
  const schema = answersSchemaIn(language);
  const answers: Tree = { sections: {}, ...structuredClone(earlier) };
  const allergenName = (id: (typeof ALLERGENS)[number]): string => allergenNames[id][language];
  /** An answer as it would be typed. */
  const asTyped = (value: unknown): string => {
    if (Array.isArray(value)) return value.length === 0 ? say('none') : value.map(allergenName).join(', ');
    if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
    return value === undefined ? '' : String(value);
  };
  const one = async (path: string, question: string, usual = '', convert: (text: string) => unknown = String) => {
    const suggestion = asTyped(valueAt(earlier, path)) || usual;
    for (;;) {
      const typed = (await read(`${question}${suggestion && ` [${suggestion}]`}: `)).trim() || suggestion;
      set(answers, path, convert(typed));
      const problem = problemAt(schema, answers, path);
      if (!problem) {
        keep(answers);
        return typed;
      }
      console.error(`  ${problem}`);
    }
  };
  /** One question for each language. */
  const inEach = async (path: string, key: LanguageKey, values = {}, usual: Partial<Localized> = {}) => {
    for (const each of LANGUAGES) await one(`${path}.${each}`, say(`${key}_${each}`, values), usual[each]);
  };
  const unasked = (path: string, value: unknown) => valueAt(answers, path) === undefined && set(answers, path, value);
  /** Comma-separated names; an unknown name leaves it a text, which the schema refuses. */
  const allergens = (text: string) => {
    const names = text.toLowerCase().split(/\s*,\s*/);
    const known = names.flatMap((name) => ALLERGENS.filter((id) => allergenName(id) === name));
    return text.toLowerCase() === say('none') ? [] : known.length === names.length ? known : text;
  };
  return { say, answers, allergenName, one, inEach, unasked, allergens };
}

const number = (text: string) => Number(text.replace(/^\$/, ''));
const yesOrNo = (text: string) => (/^(y|yes|s|si|sí)$/i.test(text) ? true : /^no?$/i.test(text) ? false : text);

async function askAboutBusiness(questions: Questions, earlier: Tree, language: Language): Promise<void> {
  const { say, answers, one, inEach, unasked } = questions;
  const name = await one('name', say('ask_name'));
  await one('legalName', say('ask_legal_name'), `${name} LLC`);
  await one('founder', say('ask_founder'));
  await inEach('product', 'ask_product');
  await one('email', say('ask_email'));
  await one('phone', say('ask_phone'), '', (text) =>
    text.replace(/^(?:\+?1[ .-]?)?\(?(\d{3})\)?[ .-]?(\d{3})[ .-]?(\d{4})$/, '+1 $1-$2-$3'),
  );
  await one('address.street', say('ask_street'));
  await one('address.city', say('ask_city'));
  await one('address.state', say('ask_state'), 'FL', (text) => text.toUpperCase());
  const state = String(valueAt(answers, 'address.state'));
  await one('address.zipCode', say('ask_zip'));
  await one('timeZone', say('ask_time_zone'), 'America/New_York');
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  unasked('hours.0.days', days);
  await one('hours.0.opens', say('ask_opens'), '09:00');
  await one('hours.0.closes', say('ask_closes'), '17:00');
  const handle = `@${name.normalize('NFD').replace(/[^\w]/g, '').toLowerCase()}`;
  await one('handle', say('ask_handle'), handle, (text) => text.replace(/^@?/, '@'));
  await one('firstLanguage', say('ask_first_language', { languages: LANGUAGES.join(say('or')) }), language);
  console.log(say('colours'));
  for (const colour of Object.keys(example.colours) as (keyof typeof example.colours)[]) {
    await one(`colours.${colour}`, say(`ask_${colour}`), example.colours[colour]);
  }
  await one('freeShipping.over', say('ask_over'), '40', number);
  if (state !== valueAt(earlier, 'address.state')) set(answers, 'freeShipping.states', [state]);
  unasked('freeShipping.states', [state]);
  await inEach('freeShipping.region', 'ask_region', { state }, state === 'FL' ? STATE_NAMES.FL : {});
  await one('sections.wholesale', say('ask_wholesale'), say('yes'), yesOrNo);
}

async function askAboutProducts(questions: Questions, read: Ask, earlier: Tree): Promise<void> {
  const { say, answers, allergenName, one, inEach, unasked, allergens } = questions;
  let count = 0;
  for (;;) {
    const at = `products.${count}`;
    console.log(`\n${say('product', { number: count + 1 })}`);
    await inEach(`${at}.name`, 'ask_product_name');
    await one(
      `${at}.id`,
      say('ask_product_id'),
      String(valueAt(answers, `${at}.name.${LANGUAGES[0]}`))
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .slice(0, 30),
    );
    await inEach(`${at}.description`, 'ask_description');
    const names = ALLERGENS.map(allergenName).join(', ');
    await one(`${at}.allergens`, say('ask_allergens', { names }), '', allergens);
    await one(`${at}.price`, say('ask_price'), '', number);
    const ounces = await one(`${at}.pieceOz`, say('ask_piece_oz'), '', number);
    await one(`${at}.size`, say('ask_size'), `${ounces} oz`);
    await one(`${at}.weightOz`, say('ask_weight_oz'), String(Math.ceil(Number(ounces) * 1.2)), number);
    unasked(`${at}.parcelInches`, [10, 8, 5]);
    await one(`${at}.shelfLifeDays`, say('ask_shelf_life'), '180', number);
    count += 1;
    const more = valueAt(earlier, `products.${count}`) === undefined ? say('no') : say('yes');
    const typed = (await read(`\n${say('ask_another')} [${more}]: `)).trim() || more;
    if (yesOrNo(typed) !== true) break;
  }
  (answers.products as unknown[]).length = count;
}

/** The errors of the last answer; missing parts are not reported. */
function problemAt(schema: ReturnType<typeof answersSchemaIn>, answers: Tree, path: string): string | undefined {
  const result = schema.safeParse(answers);
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
