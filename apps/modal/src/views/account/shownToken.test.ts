import type { TokenBalance } from '@latchkey/api-client'
import { expect, test } from 'vitest'
import { testAccountApi, testEther, testUsdc } from '../../account/testAccountApi.fixture.ts'
import { worthOf } from '../../account/tokenList.ts'
import { createTestModal } from '../../modal.fixture.ts'
import { restoreAtom } from '../../state/restoring.ts'
import { refreshTokensAtom } from '../../state/tokens.ts'
import { openTokenAtom, shownTokenAtom } from './shownToken.ts'

test('the token that is shown has its balance now, down to nothing', async () => {
  let held: readonly TokenBalance[] = [testEther('1'), testUsdc('250')]
  const api = testAccountApi({ balances: async () => held })
  const { store } = createTestModal({ remembered: true, services: { loadAccountApi: async () => api } })
  await store.set(restoreAtom)
  await store.set(refreshTokensAtom)
  store.set(openTokenAtom, testUsdc('250'))
  const shown = () => {
    const token = store.get(shownTokenAtom)
    return token && [token.quantity.numeric, worthOf(token)]
  }
  const read = async (next: readonly TokenBalance[]) => {
    held = next
    await store.set(refreshTokensAtom, true)
    return shown()
  }
  expect(shown()).toEqual(['250', 250])
  expect(await read([testEther('1'), testUsdc('40')])).toEqual(['40', 40])
  expect(await read([testEther('1')])).toEqual(['0', 0])
})
