import { expect, test } from 'vitest';
import { prepareEngine } from '#test/engine.ts';
import { startProgram } from '#test/program.ts';
import { logIn, PASSWORD, publish, readPage, revisionsOf } from '#test/publisher.ts';

test('what one instance publishes shows at the other within seconds, pages and catalogue alike', async () => {
  const engine = await prepareEngine();
  const env = { ...engine.options.env, ADMIN_PASSWORD: PASSWORD };
  const [one, two] = await Promise.all([startProgram({ env }), startProgram({ env })]);
  try {
    // Pages contain the address of their shop, so each instance here is a separate build and renders its own.
    const cookie = await logIn(one);
    expect((await publish(one, cookie, { priceCents: 2199 })).status).toBe(200);
    await expect.poll(() => revisionsOf(two)).toEqual(new Set([1]));
    expect(await readPage(two, '/shop', 'es')).toContain('$21.99');
    const items = (await (await fetch(`${two.url}/api/catalogue`)).json()) as { price: string }[];
    expect(items[0]?.price).toBe('21.99');
  } finally {
    await Promise.all([one.stop(), two.stop()]);
    await engine.remove();
  }
});
