import type { CaipNetworkId } from '@latchkey/chains'
import { describe, expect, test } from 'vitest'
import { outcome } from '../outcome.fixture.ts'
import type { Scene } from './scene.fixture.ts'

export function describeMoving({ makeWallet, having, connected }: Scene): void {
  describe('moves the wallet', () => {
    having('switchNetwork')('to a network that it knows', async () => {
      const { wallet, connector } = await connected()
      await using _ = wallet
      await connector.switchNetwork(wallet.otherNetwork)
      expect(wallet.networkOf()).toBe(wallet.otherNetwork)
    })

    having('switchNetwork')('not at all when it is there', async () => {
      const { wallet, connector } = await connected()
      await using _ = wallet
      const asked = wallet.asked()
      await connector.switchNetwork(wallet.network)
      expect(wallet.networkOf()).toBe(wallet.network)
      expect(wallet.asked()).toBe(asked)
    })

    having('addNetwork')('to a network that it has to learn first', async () => {
      const { wallet, connector } = await connected()
      await using _ = wallet
      await connector.switchNetwork(wallet.newNetwork)
      expect(wallet.networkOf()).toBe(wallet.newNetwork)
    })

    having('refuse', 'refuseNetwork')('not when the user rejects', async () => {
      const { wallet, connector, heard } = await connected()
      await using _ = wallet
      wallet.answer('reject')
      expect(await outcome(connector.switchNetwork(wallet.otherNetwork))).toBe('USER_REJECTED')
      expect(wallet.networkOf()).toBe(wallet.network)
      expect(heard.sessions).toEqual([])
    })

    having('refuseNetwork')('and does not believe a wallet that says so and stays', async () => {
      const { wallet, connector, heard } = await connected()
      await using _ = wallet
      wallet.pretendToMove()
      expect(await outcome(connector.switchNetwork(wallet.otherNetwork))).toBe('WALLET_INVALID_RESPONSE')
      expect(heard.sessions).toEqual([])
    })

    test('not to a network of another kind of chain', async () => {
      const { wallet, connector } = await connected()
      await using _ = wallet
      const other = connector.namespaces.includes('cosmos') ? 'tezos:mainnet' : 'cosmos:cosmoshub-4'
      expect(await outcome(connector.switchNetwork(other as CaipNetworkId))).toBe('CHAIN_NOT_SUPPORTED')
    })

    test('not when it is not connected', async () => {
      await using wallet = await makeWallet()
      expect(await outcome(wallet.connector.switchNetwork(wallet.otherNetwork))).toBe('DISCONNECTED')
    })
  })
}
