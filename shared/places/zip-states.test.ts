import { expect, test } from 'vitest';
import { issueMessage } from '#shared/core/issue.ts';
import { faultInState, isMilitaryZip, stateOfZip } from './zip-states.ts';

test('a ZIP code gives its state, and none outside of the states', () => {
  const zips = {
    '33010': 'FL',
    '10118-1234': 'NY',
    '06390': 'NY',
    '06460': 'CT',
    '73301': 'TX',
    '73102': 'OK',
    '20500': 'DC',
    '83414': 'WY',
    '96813': 'HI',
  };
  expect(Object.keys(zips).map(stateOfZip)).toEqual(Object.values(zips));
  for (const zip of ['00901', '09001', '96910', '96799', '34002', '96601', 'none'])
    expect([zip, stateOfZip(zip)]).toEqual([zip, null]);
});

test('a ZIP code of another state is reported with its state', () => {
  const cases: [state: string, zipCode: string, belongsTo: string][] = [
    ['FL', '10001', 'New York'],
    [' fl ', '10001-1234', 'New York'],
    ['Florida', '1 0001', 'New York'],
    ['NY', '33010', 'Florida'],
    ['FL', '00901', 'Puerto Rico'],
    ['PR', '33010', 'Florida'],
    ['PR', '00802', 'U.S. Virgin Islands'],
    ['HI', '96799', 'American Samoa'],
    ['GU', '96950', 'Northern Mariana Islands'],
    ['FL', '34002', 'Armed Forces Americas'],
    ['AE', '96201', 'Armed Forces Pacific'],
    ['AA', '33130', 'Florida'],
    ['VA', '20001', 'District of Columbia'],
    ['KY', '84536', 'Utah'],
  ];
  for (const [state, zipCode, belongsTo] of cases)
    expect([state, zipCode, faultInState({ state, zipCode })]).toEqual([
      state,
      zipCode,
      issueMessage('zip_state', { state: belongsTo }),
    ]);
});

test('a ZIP and a state that agree are not reported, nor any pair of which one is unknown', () => {
  const cases: [state: string, zipCode: string][] = [
    ['FL', '33010'],
    ['Fla.', '34102-1234'],
    ['dc', '20001'],
    ['New York', '00501'],
    ['PR', '00901'],
    ['PR', '00601'],
    ['VI', '00802'],
    ['GU', '96910'],
    ['MP', '96950'],
    ['AS', '96799'],
    ['AA', '34002'],
    ['AE', '09012'],
    ['AP', '96601'],
    // Palau, which the shop does not know.
    ['GU', '96940'],
    // Places on both sides of a state line.
    ['TN', '42223'],
    ['KY', '42223'],
    ['AZ', '84536'],
    ['Floridaa', '10001'],
    ['', '10001'],
    ['FL', '1000'],
    ['FL', 'K1A 0B1'],
  ];
  for (const [state, zipCode] of cases)
    expect([state, zipCode, faultInState({ state, zipCode })]).toEqual([state, zipCode, null]);
});

test('recognizes military mail by its ZIP', () => {
  expect(['09012', '34002', '96201'].map(isMilitaryZip)).toEqual([true, true, true]);
  expect(['33010', '34102', '96701', 'none'].map(isMilitaryZip)).toEqual([false, false, false, false]);
});
