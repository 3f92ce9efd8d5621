import { expect, test } from 'vitest'
import { createTestClock } from '../../test/testClock.ts'
import { createTestMacs } from '../../test/testMacs.ts'
import type { Database } from '../db/database.ts'
import { createMemoryRateLimits } from '../rateLimits/memoryRateLimits.ts'
import { createSpentProofs } from './spentProofs.ts'

/** Creates the sets of a shared store, and a process with these keys. */
const setUp = () => {
  const sets = new Map<string, Set<string>>()
  const remember = async (name: string, member: Uint8Array) => {
    const set = sets.get(name) ?? new Set()
    sets.set(name, set)
    const isNew = !set.has(`${member}`)
    set.add(`${member}`)
    return isNew
  }
  const clock = createTestClock()
  const expiresAt = new Date(clock.now().getTime() + 600_000)
  const process = (...keys: [string, string?]) => {
    const proofs = createSpentProofs({
      authority: 'api',
      database: {} as Database,
      rateLimits: { ...createMemoryRateLimits(), remember },
      kms: createTestMacs(...keys),
      clock,
    })
    return (id: string) => proofs.spend('device', id, expiresAt)
  }
  return { sets, process }
}

test('createSpentProofs chooses the set of a proof by a key that its sender does not have', async () => {
  const [one, other] = [setUp(), setUp()]
  await one.process('one')('id')
  await other.process('other')('id')
  expect([...one.sets.keys()]).not.toEqual([...other.sets.keys()])
})

test('createSpentProofs accepts a proof once, also at processes on both sides of a rotation of the key', async () => {
  const { process } = setUp()
  expect(await process('old')('before')).toBe(true)
  expect(await process('old', 'new')('before')).toBe(false)
  expect(await process('old', 'new')('during')).toBe(true)
  expect(await process('new', 'old')('during')).toBe(false)
  expect(await process('new')('during')).toBe(false)
})
