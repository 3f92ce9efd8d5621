import { describe, expect, test } from 'vitest'
import { outcome } from '../outcome.fixture.ts'
import type { Scene } from './scene.fixture.ts'

export function describeCalling({ having, connected }: Scene): void {
  describe('passes calls on', () => {
    test('and the answer back', async () => {
      const { wallet, connector } = await connected()
      await using _ = wallet
      expect(await connector.request(wallet.namespace, wallet.call.args)).toEqual(wallet.call.result)
    })

    test('and a rejection, as ours', async () => {
      const { wallet, connector } = await connected()
      await using _ = wallet
      wallet.answer('reject')
      expect(await outcome(connector.request(wallet.namespace, wallet.call.args))).toBe('USER_REJECTED')
    })

    for (const answer of ['throwText', 'throwNull', 'throwHostile'] as const)
      having('throw')(`and an error of the catalogue when the wallet does: ${answer}`, async () => {
        const { wallet, connector } = await connected()
        await using _ = wallet
        wallet.answer(answer)
        const result = await outcome(connector.request(wallet.namespace, wallet.call.args))
        expect(['resolved', 'foreign']).not.toContain(result)
      })

    test('not in a namespace that is not connected', async () => {
      const { wallet, connector } = await connected()
      await using _ = wallet
      const other = (['stacks', 'eip155'] as const).find((one) => !connector.namespaces.includes(one))
      if (other === undefined) return
      expect(await outcome(connector.request(other, wallet.call.args))).toBe('NAMESPACE_NOT_GRANTED')
    })
  })
}
