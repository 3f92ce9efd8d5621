import { describe, expect, test } from 'vitest'
import { outcome } from '../outcome.fixture.ts'
import { expectNobody, requestFor, type Scene } from './scene.fixture.ts'

export function describeRestoring({ makeWallet, having, connected }: Scene): void {
  describe('restores', () => {
    having('restore')('what was connected at an earlier visit, asking nothing', async () => {
      const { wallet, session } = await connected()
      await using _ = wallet
      const accounts = session?.accounts ?? []
      const asked = wallet.asked()
      const again = await wallet.reload()
      expect(await again.restore({ ...requestFor(wallet), accounts })).toEqual([session])
      expect(wallet.asked()).toBe(asked)
      expect(await again.request(wallet.namespace, wallet.call.args)).toEqual(wallet.call.result)
    })

    test('nothing where nothing was connected, asking nothing', async () => {
      await using wallet = await makeWallet()
      expect(await wallet.connector.restore(requestFor(wallet))).toEqual([])
      expect(wallet.asked()).toBe(0)
      await expectNobody(wallet)
    })

    test('nothing after it was disconnected', async () => {
      const { wallet, connector } = await connected()
      await using _ = wallet
      await connector.disconnect()
      const asked = wallet.asked()
      expect(await connector.restore(requestFor(wallet))).toEqual([])
      expect(wallet.asked()).toBe(asked)
      await expectNobody(wallet)
    })

    having('restore', 'waitToRestore')('nothing from a wallet that does not answer, once it is given up', async () => {
      const { wallet, session } = await connected()
      await using _ = wallet
      const again = await wallet.reload()
      wallet.answer('silence')
      const giving = new AbortController()
      const attempt = outcome(
        again.restore({ ...requestFor(wallet, giving.signal), accounts: session?.accounts ?? [] }),
      )
      await wallet.settled()
      giving.abort()
      expect(await attempt).toBe('ABORTED')
      await expectNobody(wallet, again)
    })
  })
}
