import type { ErrorName } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { formatConnections, parseConnections } from '../../storedConnections.ts'
import { outcome } from '../outcome.fixture.ts'
import type { Ability, Answer } from './ContractWallet.fixture.ts'
import { expectNobody, follow, requestFor, type Scene } from './scene.fixture.ts'

export function describeConnecting({ makeWallet, having, connected }: Scene): void {
  describe('connects', () => {
    test('to what the user agrees to', async () => {
      await using wallet = await makeWallet()
      const { namespace, accounts, network } = wallet
      const sessions = await wallet.connector.connect(requestFor(wallet))
      expect(sessions.find((session) => session.namespace === namespace)).toMatchObject({ accounts, network })
    })

    test('to what can be kept and read again at the next visit', async () => {
      await using wallet = await makeWallet()
      const rows = (await wallet.connector.connect(requestFor(wallet))).map(({ accounts, network }) => ({
        connectorId: wallet.connector.id,
        accounts,
        address: accounts[0].address,
        network,
        lastUsedMs: 0,
      }))
      expect(parseConnections(formatConnections(rows))).toEqual(rows)
    })

    test('once more, when it is connected', async () => {
      const { wallet, connector, session } = await connected()
      await using _ = wallet
      expect((await connector.connect(requestFor(wallet)))[0]).toEqual(session)
    })

    having('refuse')('not when the user rejects, and then when they agree', async () => {
      await using wallet = await makeWallet()
      wallet.answer('reject')
      expect(await outcome(wallet.connector.connect(requestFor(wallet)))).toBe('USER_REJECTED')
      await expectNobody(wallet)
      wallet.answer('approve')
      expect(await outcome(wallet.connector.connect(requestFor(wallet)))).toBe('resolved')
    })

    having('lock')('not while the wallet is locked', async () => {
      await using wallet = await makeWallet()
      wallet.answer('locked')
      expect(await outcome(wallet.connector.connect(requestFor(wallet)))).toBe('WALLET_LOCKED')
      await expectNobody(wallet)
    })

    test('not to a wallet that never answers, once the user leaves', async () => {
      await using wallet = await makeWallet()
      wallet.answer('silence')
      const leaving = new AbortController()
      const attempt = outcome(wallet.connector.connect(requestFor(wallet, leaving.signal)))
      await wallet.settled()
      leaving.abort()
      expect(await attempt).toBe('ABORTED')
      await expectNobody(wallet)
    })

    having('answerLate')('nobody when the answer comes after the user has left, and then again', async () => {
      await using wallet = await makeWallet()
      const heard = follow(wallet.connector)
      wallet.answer('silence')
      const leaving = new AbortController()
      const attempt = outcome(wallet.connector.connect(requestFor(wallet, leaving.signal)))
      await wallet.settled()
      leaving.abort()
      await attempt
      wallet.answer('approve')
      wallet.answerLate()
      await wallet.settled()
      expect(heard.sessions).toEqual([])
      await expectNobody(wallet)
      expect(await outcome(wallet.connector.connect(requestFor(wallet)))).toBe('resolved')
    })

    test('nobody, and asks nothing, when the user has left before', async () => {
      await using wallet = await makeWallet()
      expect(await outcome(wallet.connector.connect(requestFor(wallet, AbortSignal.abort())))).toBe('ABORTED')
      expect(wallet.asked()).toBe(0)
    })

    test('not in a namespace that it does not have', async () => {
      await using wallet = await makeWallet()
      const namespace = (['stacks', 'eip155'] as const).find((one) => !wallet.connector.namespaces.includes(one))
      if (namespace === undefined) return
      const attempt = wallet.connector.connect({ ...requestFor(wallet), namespace })
      expect(await outcome(attempt)).toBe('NAMESPACE_NOT_GRANTED')
      expect(wallet.asked()).toBe(0)
    })

    const lies: readonly (readonly [Ability & Answer, ErrorName])[] = [
      ['badAddress', 'WALLET_INVALID_RESPONSE'],
      ['wrongType', 'WALLET_INVALID_RESPONSE'],
      ['badNetwork', 'WALLET_INVALID_RESPONSE'],
      ['noAccount', 'NAMESPACE_NOT_GRANTED'],
      ['tooManyAccounts', 'WALLET_INVALID_RESPONSE'],
    ]
    for (const [lie, error] of lies)
      having(lie)(`nobody when the wallet answers with: ${lie}`, async () => {
        await using wallet = await makeWallet()
        wallet.answer(lie)
        expect(await outcome(wallet.connector.connect(requestFor(wallet)))).toBe(error)
        await expectNobody(wallet)
      })

    for (const answer of ['throwText', 'throwNull', 'throwHostile'] as const)
      having('throw')(`nobody when the wallet does: ${answer}`, async () => {
        await using wallet = await makeWallet()
        wallet.answer(answer)
        expect(['resolved', 'foreign']).not.toContain(await outcome(wallet.connector.connect(requestFor(wallet))))
        await expectNobody(wallet)
      })
  })
}
