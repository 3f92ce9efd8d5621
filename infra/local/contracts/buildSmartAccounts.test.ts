import { readFileSync } from 'node:fs'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { expect, test } from 'vitest'
import { smartAccountStatesFile } from '../src/smartAccounts/placeSmartAccounts.ts'
import { buildSmartAccountStates } from './buildSmartAccounts.ts'

test('what smart accounts start with is what these contracts give', { timeout: 60_000 }, async () => {
  const built = await buildSmartAccountStates(await freePort())
  expect(built).toEqual(JSON.parse(readFileSync(smartAccountStatesFile, 'utf8')))
})
