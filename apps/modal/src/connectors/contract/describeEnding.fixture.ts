import { describe, expect, test } from 'vitest'
import { outcome } from '../outcome.fixture.ts'
import { expectNobody, requestFor, type Scene } from './scene.fixture.ts'

export function describeEnding({ cannot, having, connected }: Scene): void {
  describe('ends', () => {
    test('however the wallet takes it, also twice, and when nothing is connected', async () => {
      const { wallet, connector } = await connected()
      await using _ = wallet
      wallet.answer(cannot.throw === undefined ? 'throwHostile' : 'reject')
      await connector.disconnect()
      await connector.disconnect(wallet.namespace)
      await (await wallet.reload()).disconnect()
      await expectNobody(wallet)
    })

    having('holdCall')('a call that the wallet does not answer', async () => {
      const { wallet, connector } = await connected()
      await using _ = wallet
      wallet.answer('silence')
      const call = outcome(connector.request(wallet.namespace, wallet.call.args))
      await wallet.settled()
      wallet.answer('approve')
      await connector.disconnect()
      expect(await call).toBe('DISCONNECTED')
    })

    test('and connects again', async () => {
      const { wallet, connector, session } = await connected()
      await using _ = wallet
      await connector.disconnect()
      expect((await connector.connect(requestFor(wallet)))[0]).toEqual(session)
      expect(await connector.request(wallet.namespace, wallet.call.args)).toEqual(wallet.call.result)
    })
  })
}
