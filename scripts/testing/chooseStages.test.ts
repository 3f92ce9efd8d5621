import { expect, test } from 'vitest'
import { chooseStages } from './chooseStages.ts'
import type { Stage } from './Stage.ts'

const run = async () => ({ passed: 1, failures: [] })
const stages: Stage[] = [
  { name: 'static', group: 'static', tier: 'standard', run },
  { name: 'unit', group: 'unit', tier: 'standard', selects: (file) => file.endsWith('.test.ts'), run },
  { name: 'build', group: 'build', tier: 'standard', run },
  {
    name: 'journeys',
    group: 'journeys',
    tier: 'standard',
    needsBuild: true,
    selects: (file) => file.endsWith('.spec.ts'),
    run,
  },
  { name: 'outside', group: 'outside', tier: 'standard', needsBuild: true, run },
  { name: 'outside, all', group: 'outside', tier: 'extended', needsBuild: true, run },
  { name: 'fuzz', group: 'fuzz', tier: 'extended', run },
]
const names = (choice: Parameters<typeof chooseStages>[1]) => chooseStages(stages, choice).map(({ name }) => name)

test.each([
  ['the standard tier, whole', { tier: 'standard' }, ['static', 'unit', 'build', 'journeys', 'outside']],
  ['the extended tier, with the build', { tier: 'extended' }, ['build', 'outside, all', 'fuzz']],
  ['a group that only the other tier has', { tier: 'standard', only: 'fuzz' }, ['fuzz']],
  ['what a tier has of a group in both', { tier: 'standard', only: 'outside' }, ['build', 'outside']],
  ['the long form of a group in the extended tier', { tier: 'extended', only: 'outside' }, ['build', 'outside, all']],
  ['several groups in the order of the table', { tier: 'standard', only: 'unit,static' }, ['static', 'unit']],
  ['what a changed unit reaches', { tier: 'standard', affected: ['a.test.ts'] }, ['static', 'unit']],
  ['a changed journey, with the build', { tier: 'standard', affected: ['a.spec.ts'] }, ['static', 'build', 'journeys']],
  ['the static checks when no test reaches a change', { tier: 'standard', affected: [] }, ['static']],
])('chooses %s', (_, choice, expected) => {
  expect(names(choice)).toEqual(expected)
})

test('rejects an unknown group and names the known ones', () => {
  expect(() => names({ tier: 'standard', only: 'unit,e2e' })).toThrow(
    'No stage is called e2e. Stages: static, unit, build, journeys, outside, fuzz',
  )
})

test('rejects an unknown tier', () => {
  expect(() => names({ tier: 'nightly' })).toThrow('Tiers: standard, extended')
})
