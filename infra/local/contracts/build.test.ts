import { readFileSync } from 'node:fs'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { expect, test } from 'vitest'
import { contractStatesFile } from '../src/tokens/placeLocalContracts.ts'
import { buildContractStates } from './build.ts'

// Compiling takes 2 s, on two busy cores more.
test('what the chains start with is what these contracts give', { timeout: 180_000 }, async () => {
  expect(await buildContractStates(await freePort())).toEqual(JSON.parse(readFileSync(contractStatesFile, 'utf8')))
})
