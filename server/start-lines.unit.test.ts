import { expect, test } from 'vitest';
import { startFailureLine, startLines } from './start-lines.ts';

function written(isProduction: boolean): string {
  const lines: string[] = [];
  startLines(isProduction, { write: (line: string) => lines.push(line) > 0 })('open', 'http://localhost:3000');
  return lines.join('');
}

test('a start prints two columns for people, and JSON in production', () => {
  expect(written(false)).toBe('open       http://localhost:3000\n');
  const line = written(true);
  expect(line.match(/\n/g)).toHaveLength(1);
  expect(JSON.parse(line)).toEqual({
    level: 30,
    time: expect.any(Number),
    event: 'start',
    part: 'open',
    msg: 'http://localhost:3000',
  });
});

test('a failed start gives its reason in the same form', () => {
  expect(startFailureLine(false, 'odd', 'Error: odd\n at x')).toBe('Error: odd\n at x');
  expect(startFailureLine(false, 'The disk is full.')).toBe('The disk is full.');
  expect(JSON.parse(startFailureLine(true, 'odd', 'Error: odd\n at x'))).toMatchObject({
    level: 60,
    event: 'start_failed',
    msg: 'odd',
    trace: 'Error: odd\n at x',
  });
});
