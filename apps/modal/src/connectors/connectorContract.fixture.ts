/**
 * What every connector holds to, whatever wallet is behind it: `describeConnector(name, makeWallet)`.
 *
 * A connector brings its wallet, a scripted one that it reaches exactly as a real one. Tests that a kind of wallet cannot
 * have are named in `cannot`, each with its reason; nothing else is left out.
 */
import type { CaipNetworkId, ChainNamespace } from '@latchkey/chains'
import { AppError, type ErrorName } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { RequestArguments } from '../provider/Eip1193Provider.ts'
import { formatConnections, parseConnections } from '../storedConnections.ts'
import type { Connector, ConnectorListener, ConnectRequest, WalletAccount, WalletSession } from './Connector.ts'

/**
 * How a wallet answers from now on, whatever it is asked. `silence`: not before `answerLate`. `noAccount`: it agrees, and
 * gives none. `tooManyAccounts`: more than `mostAccounts`. The lies are about what it is asked when it connects.
 */
export type Answer =
  | 'approve'
  | 'reject'
  | 'locked'
  | 'silence'
  | 'throwText'
  | 'throwNull'
  | 'throwHostile'
  | 'noAccount'
  | 'badAddress'
  | 'wrongType'
  | 'badNetwork'
  | 'tooManyAccounts'

/** What a kind of wallet may not have. */
export type Ability =
  /** Give accounts at a later visit without asking. */
  | 'restore'
  /** Be asked for that, and so keep us waiting. */
  | 'waitToRestore'
  /** Be locked, or not logged in. */
  | 'lock'
  /** Move to another account by itself. */
  | 'changeAccount'
  /** Take its accounts away by itself. */
  | 'end'
  /** Move to another network by itself. */
  | 'changeNetwork'
  /** Be moved by us. */
  | 'switchNetwork'
  /** Learn a network that it does not know. */
  | 'addNetwork'
  /** Refuse to move, or say that it moved and stay. */
  | 'refuseNetwork'
  /** Say which network it is on, and so lie about it. */
  | 'badNetwork'
  | 'badAddress'
  | 'wrongType'
  | 'noAccount'
  | 'tooManyAccounts'
  /** Throw what is no error. */
  | 'throw'
  /** Give an answer after the visitor left. */
  | 'answerLate'
  /** Hold an answer to a call back. */
  | 'holdCall'

/** A scripted wallet with two accounts, of which a site sees the first, until `useOtherAccount`. */
export type ContractWallet = AsyncDisposable & {
  readonly connector: Connector
  readonly namespace: ChainNamespace
  /** As sessions show them. A wallet that gives several at once gives them all in each; the first is in use. */
  readonly accounts: readonly [WalletAccount, ...WalletAccount[]]
  readonly otherAccounts: readonly [WalletAccount, ...WalletAccount[]]
  /** Where it is at first, and another that it knows. */
  readonly network: CaipNetworkId
  readonly otherNetwork: CaipNetworkId
  /** One that it has to learn, from the registry. */
  readonly newNetwork: CaipNetworkId
  /** A call, and what the wallet answers. */
  readonly call: { readonly args: RequestArguments; readonly result: unknown }
  answer(answer: Answer): void
  /** Let go of what `silence` has held back, with the visitor's approval. */
  answerLate(): void
  /** How often the visitor was asked anything. */
  asked(): number
  /** The site once more, in the same browser: a connector that knows nothing, over the same wallet. */
  reload(): Promise<Connector>
  /** Done by the visitor in the wallet. */
  useOtherAccount(): void
  end(): void
  moveTo(network: CaipNetworkId): void
  /** From now on it says that it has moved, and stays. */
  pretendToMove(): void
  /** Where it is. */
  networkOf(): CaipNetworkId
  /** How many listeners of ours it has. */
  listeners(): number
  /** Everything that is under way has arrived. */
  settled(): Promise<void>
}

export type ContractOptions = {
  /** The reasons, by what the kind of wallet cannot have. */
  cannot?: Partial<Record<Ability, string>>
}

/** What a call throws, as the catalogue's name; `resolved` when it does not. */
const outcome = async (act: Promise<unknown>): Promise<ErrorName | 'resolved' | 'foreign'> => {
  try {
    await act
    return 'resolved'
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.name : 'foreign'
  }
}

const requestFor = (
  { namespace, network, otherNetwork }: ContractWallet,
  signal: AbortSignal = new AbortController().signal,
): ConnectRequest => ({ namespace, network, networks: [network, otherNetwork], signal })

const follow = (connector: Connector) => {
  const sessions: WalletSession[] = []
  const ends: ChainNamespace[] = []
  const listener: ConnectorListener = {
    onSession: (session) => sessions.push(session),
    onEnd: (namespace) => ends.push(namespace),
  }
  return { sessions, ends, stop: connector.listen(listener) }
}

export function describeConnector(
  name: string,
  makeWallet: () => ContractWallet | Promise<ContractWallet>,
  { cannot = {} }: ContractOptions = {},
): void {
  const having =
    (...needed: Ability[]) =>
    (behaviour: string, act: () => Promise<void>): void => {
      if (needed.every((ability) => cannot[ability] === undefined)) test(behaviour, act)
    }

  /** A wallet that is connected, and who listens to it. */
  const connected = async () => {
    const wallet = await makeWallet()
    const [session] = await wallet.connector.connect(requestFor(wallet))
    await wallet.settled()
    return { wallet, session, connector: wallet.connector, heard: follow(wallet.connector) }
  }

  const expectNobody = async (wallet: ContractWallet, connector = wallet.connector): Promise<void> => {
    expect(await outcome(connector.request(wallet.namespace, wallet.call.args))).toBe('DISCONNECTED')
  }

  describe(`${name} as a connector`, () => {
    test('says who the wallet is in words that can be shown', async () => {
      await using wallet = await makeWallet()
      const { connector } = wallet
      expect(connector.name).toBe(connector.name.trim())
      expect([...connector.name].length).toBeGreaterThan(0)
      expect([...connector.name].length).toBeLessThanOrEqual(64)
      expect(connector.icon ?? 'data:image/').toMatch(/^(?:data:image\/|https:)/)
      expect(connector.namespaces).toContain(wallet.namespace)
      expect((await wallet.reload()).id).toBe(connector.id)
      expect(wallet.asked()).toBe(0)
    })

    describe('connects', () => {
      test('to what the visitor agrees to', async () => {
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

      test('not when the visitor rejects, and then when they agree', async () => {
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

      test('not to a wallet that never answers, once the visitor leaves', async () => {
        await using wallet = await makeWallet()
        wallet.answer('silence')
        const leaving = new AbortController()
        const attempt = outcome(wallet.connector.connect(requestFor(wallet, leaving.signal)))
        await wallet.settled()
        leaving.abort()
        expect(await attempt).toBe('ABORTED')
        await expectNobody(wallet)
      })

      having('answerLate')('nobody when the answer comes after the visitor has left, and then again', async () => {
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

      test('nobody, and asks nothing, when the visitor has left before', async () => {
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
        ['badAddress', 'WALLET_MISBEHAVED'],
        ['wrongType', 'WALLET_MISBEHAVED'],
        ['badNetwork', 'WALLET_MISBEHAVED'],
        ['noAccount', 'NAMESPACE_NOT_GRANTED'],
        ['tooManyAccounts', 'WALLET_MISBEHAVED'],
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

    describe('restores', () => {
      having('restore')('what was connected at an earlier visit, asking nothing', async () => {
        const { wallet, session } = await connected()
        await using _ = wallet
        const asked = wallet.asked()
        const again = await wallet.reload()
        expect(await again.restore(requestFor(wallet))).toEqual([session])
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

      having('restore', 'waitToRestore')(
        'nothing from a wallet that does not answer, once it is given up',
        async () => {
          const { wallet } = await connected()
          await using _ = wallet
          const again = await wallet.reload()
          wallet.answer('silence')
          const giving = new AbortController()
          const attempt = outcome(again.restore(requestFor(wallet, giving.signal)))
          await wallet.settled()
          giving.abort()
          expect(await attempt).toBe('ABORTED')
          await expectNobody(wallet, again)
        },
      )
    })

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

      having('refuseNetwork')('not when the visitor rejects', async () => {
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
        expect(await outcome(connector.switchNetwork(wallet.otherNetwork))).toBe('WALLET_MISBEHAVED')
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
  })
}
