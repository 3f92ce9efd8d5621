import { expect, test } from 'vitest'
import { nearestName } from './nearestName.ts'

const names = ['networks', 'defaultNetwork', 'metadata', 'themeMode', 'x']

test.each([
  ['netwroks', 'networks'],
  ['network', 'networks'],
  ['matedata', 'metadata'],
  ['entworks', 'networks'],
  ['NETWORKS', 'networks'],
  ['thememode', 'themeMode'],
  ['meta-data', 'metadata'],
  ['completely', undefined],
  ['y', undefined],
  ['', undefined],
  ['networks'.repeat(1000), undefined],
])('nearestName › %s is %s', (given, name) => {
  expect(nearestName(given, names)).toBe(name)
})
