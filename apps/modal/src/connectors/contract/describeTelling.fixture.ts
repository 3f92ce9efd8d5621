import { describe, expect, test } from 'vitest'
import { expectNobody, follow, requestFor, type Scene } from './scene.fixture.ts'

export function describeTelling({ makeWallet, cannot, having, connected }: Scene): void {
  describe('tells', () => {
    having('changeAccount')('of another account', async () => {
      const { wallet, heard } = await connected()
      await using _ = wallet
      wallet.useOtherAccount()
      await expect.poll(() => heard.sessions.length).toBe(1)
      expect(heard.sessions).toMatchObject([{ namespace: wallet.namespace, accounts: wallet.otherAccounts }])
      expect(heard.ends).toEqual([])
    })

    having('end')('of the end, once, when the wallet takes its accounts away', async () => {
      const { wallet, heard, connector } = await connected()
      await using _ = wallet
      wallet.end()
      await expect.poll(() => heard.ends.length).toBe(1)
      await wallet.settled()
      expect(heard).toMatchObject({ ends: [wallet.namespace], sessions: [] })
      await expectNobody(wallet)
      expect(await connector.restore(requestFor(wallet))).toEqual([])
    })

    having('changeNetwork')('of another network', async () => {
      const { wallet, heard } = await connected()
      await using _ = wallet
      wallet.moveTo(wallet.otherNetwork)
      await expect.poll(() => heard.sessions.length).toBe(1)
      expect(heard.sessions).toMatchObject([{ accounts: wallet.accounts, network: wallet.otherNetwork }])
    })

    having('changeNetwork', 'holdCall')('of another network in the middle of a call, which goes on', async () => {
      const { wallet, heard, connector } = await connected()
      await using _ = wallet
      wallet.answer('silence')
      const call = connector.request(wallet.namespace, wallet.call.args)
      await wallet.settled()
      wallet.moveTo(wallet.otherNetwork)
      await expect.poll(() => heard.sessions.length).toBe(1)
      wallet.answer('approve')
      wallet.answerLate()
      expect(await call).toEqual(wallet.call.result)
    })

    test('nobody who has stopped listening, and leaves no listener in the wallet', async () => {
      await using wallet = await makeWallet()
      const before = wallet.listeners()
      const heard = follow(wallet.connector)
      await wallet.connector.connect(requestFor(wallet))
      heard.stop()
      if (cannot.changeAccount === undefined) wallet.useOtherAccount()
      await wallet.settled()
      expect(heard).toMatchObject({ sessions: [], ends: [] })
      expect(wallet.listeners()).toBe(before)
      await wallet.connector.disconnect()
      await wallet.settled()
      expect(wallet.listeners()).toBe(before)
    })

    having('changeAccount')('whoever listens again', async () => {
      const { wallet, connector, heard } = await connected()
      await using _ = wallet
      const other = follow(connector)
      heard.stop()
      other.stop()
      const again = follow(connector)
      await wallet.settled()
      wallet.useOtherAccount()
      await expect.poll(() => again.sessions.length).toBe(1)
      expect(heard.sessions).toEqual([])
      expect(other.sessions).toEqual([])
    })

    test('nobody of what its own methods do', async () => {
      await using wallet = await makeWallet()
      const heard = follow(wallet.connector)
      await wallet.connector.connect(requestFor(wallet))
      if (cannot.switchNetwork === undefined) await wallet.connector.switchNetwork(wallet.otherNetwork)
      await wallet.settled()
      await wallet.connector.disconnect()
      await wallet.settled()
      expect(heard).toMatchObject({ sessions: [], ends: [] })
    })
  })
}
