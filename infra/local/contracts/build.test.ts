import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freePort } from '../src/freePort.ts'
import { contractStatesFile } from '../src/tokens/placeLocalContracts.ts'
import { buildContractStates } from './build.ts'

// Compiling takes 2 s, on two busy cores more.
test('what the chains start with is what these contracts give', { timeout: 60_000 }, async () => {
  expect(await buildContractStates(await freePort())).toEqual(JSON.parse(readFileSync(contractStatesFile, 'utf8')))
})
