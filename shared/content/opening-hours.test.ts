import { expect, test } from 'vitest';
import { closedDaysText, type Hours, hoursText } from './opening-hours.ts';

const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;
const plain: Hours = { days: week, opens: '09:00', closes: '17:00' };
const saturday: Hours = { days: ['Saturday'], opens: '10:00', closes: '14:30' };

test.each([
  [[plain], 'Monday to Friday, 9:00 AM to 5:00 PM', 'de lunes a viernes, de 9:00 a.\u00a0m. a 5:00 p.\u00a0m.'],
  [
    [plain, saturday],
    'Monday to Friday, 9:00 AM to 5:00 PM; Saturday, 10:00 AM to 2:30 PM',
    'de lunes a viernes, de 9:00 a.\u00a0m. a 5:00 p.\u00a0m.; sábado, de 10:00 a.\u00a0m. a 2:30 p.\u00a0m.',
  ],
  [
    [{ ...plain, days: [...week, 'Saturday'] }],
    'Monday to Saturday, 9:00 AM to 5:00 PM',
    'de lunes a sábado, de 9:00 a.\u00a0m. a 5:00 p.\u00a0m.',
  ],
  [
    [{ ...plain, days: ['Tuesday', 'Thursday', 'Saturday'] }],
    'Tuesday, Thursday and Saturday, 9:00 AM to 5:00 PM',
    'martes, jueves y sábado, de 9:00 a.\u00a0m. a 5:00 p.\u00a0m.',
  ],
] satisfies [Hours[], string, string][])('%j in words', (hours, en, es) => {
  expect([hoursText(hours, 'en'), hoursText(hours, 'es')]).toEqual([en, es]);
});

test('a Saturday with hours is removed from the closed days', () => {
  expect([closedDaysText([plain], 'en'), closedDaysText([plain], 'es')]).toEqual([
    'Saturday and Sunday',
    'sábados y domingos',
  ]);
  expect([closedDaysText([plain, saturday], 'en'), closedDaysText([plain, saturday], 'es')]).toEqual([
    'Sunday',
    'domingos',
  ]);
  expect(closedDaysText([{ ...plain, days: [...week, 'Saturday', 'Sunday'] }], 'en')).toBe('');
});
