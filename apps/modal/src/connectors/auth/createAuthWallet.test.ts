import type { CaipNetworkId } from '@latchkey/chains'
import { AppError, type Handlers } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { createEmbeddedConnector } from '../../createEmbeddedConnector.ts'
import { createTestModal, settle, testAddress } from '../../modal.fixture.ts'
import { personAtom } from '../../state/person.ts'
import type { ConnectRequest } from '../Connector.ts'
import type { Answer, ContractWallet } from '../connectorContract.fixture.ts'
import { describeConnector } from '../connectorContract.fixture.ts'
import { outcome } from '../outcome.fixture.ts'
import { signOnSolana, solanaAddress, solanaDevnet, solanaLocal } from './solanaLogin.fixture.ts'

const first: CaipNetworkId = 'eip155:31337'
const signature = `0x${'5a'.repeat(65)}` as const
const message = base58.encode(new TextEncoder().encode('hello'))

/** An account of the wallet's in each of its namespaces, and the suite's calls there. */
const rows = {
  eip155: {
    address: testAddress,
    badAddress: `${testAddress.slice(0, -1)}9`,
    networks: [first, 'eip155:1337', 'eip155:8453'],
    elsewhere: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    toWire: (network: CaipNetworkId) => Number(network.slice('eip155:'.length)),
    answer: signature,
    call: { args: { method: 'personal_sign', params: ['0x68656c6c6f', testAddress] }, result: signature },
  },
  solana: {
    address: solanaAddress,
    badAddress: solanaAddress.slice(4),
    networks: [solanaLocal, solanaDevnet, 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
    elsewhere: 1,
    toWire: (network: CaipNetworkId) => network,
    answer: { signature: base58.encode(signOnSolana(base58.decode(message))) },
    call: {
      args: { method: 'solana_signMessage', params: { message, pubkey: solanaAddress } },
      result: { signature: base58.encode(signOnSolana(base58.decode(message))) },
    },
  },
} as const

/** The embedded wallet behind its own protocol, with a signed-in user, reached as a modal reaches it. */
const createWallet = (namespace: keyof typeof rows) => (): ContractWallet => {
  const { address, badAddress, networks, elsewhere, toWire, answer: signed, call } = rows[namespace]
  let answer: Answer = 'approve'
  let asked = 0
  let network: CaipNetworkId = networks[0]
  let staysPut = false
  let held: (() => void)[] = []
  let isLoggedIn = false

  const answering = async <result>(act: () => result): Promise<result> => {
    if (answer === 'silence') await new Promise<void>((resolve) => held.push(resolve))
    return act()
  }
  const handlers: Partial<Handlers<undefined>> = {
    IS_CONNECTED: () => answering(() => ({ isConnected: isLoggedIn })),
    GET_USER: () =>
      answering(() => {
        isLoggedIn = true
        return {
          address: answer === 'badAddress' ? badAddress : address,
          chainId: answer === 'badNetwork' ? elsewhere : toWire(network),
          email: 'ada@example.org',
        }
      }),
    SWITCH_NETWORK: ({ chainId }) =>
      answering(() => {
        if (!staysPut) network = networks.find((one) => one === chainId) ?? network
        return { chainId: toWire(network) }
      }),
    RPC_REQUEST: () => {
      asked++
      return answering(() => {
        if (answer === 'reject') throw new AppError('USER_REJECTED')
        return signed
      })
    },
    SIGN_OUT: () =>
      answering(() => {
        isLoggedIn = false
        return undefined
      }),
  }
  const { store, leave } = createTestModal({ handlers, settings: { networks: [...networks] } })
  return {
    connector: createEmbeddedConnector(store),
    namespace,
    accounts: [{ address }],
    otherAccounts: [{ address }],
    network: networks[0],
    otherNetwork: networks[1],
    newNetwork: networks[2],
    call,
    answer(next) {
      answer = next
    },
    answerLate() {
      const letGo = held
      held = []
      for (const resolve of letGo) resolve()
    },
    asked: () => asked,
    reload: async () => createEmbeddedConnector(store),
    useOtherAccount: () => undefined,
    end: () => undefined,
    moveTo: () => undefined,
    pretendToMove() {
      staysPut = true
    },
    networkOf: () => network,
    listeners: () => 0,
    settled: settle,
    async [Symbol.asyncDispose]() {
      leave()
    },
  }
}

const byItsOwnViews = 'the user decides in the login before it (emailLogin.test.ts)'
const onlyWhenAsked = 'what changes in its document is noticed at the next request, and the document’s end at the frame'
const byProtocol = 'its document answers in the shapes and errors of the protocol, which are checked there'
for (const namespace of ['eip155', 'solana'] as const) {
  describeConnector(`The embedded wallet on ${namespace}`, createWallet(namespace), {
    cannot: {
      refuse: byItsOwnViews,
      lock: byItsOwnViews,
      noAccount: byItsOwnViews,
      changeAccount: onlyWhenAsked,
      changeNetwork: onlyWhenAsked,
      end: onlyWhenAsked,
      throw: byProtocol,
      wrongType: byProtocol,
      tooManyAccounts: 'it gives one account at a time',
    },
  })
}

const request: ConnectRequest = {
  namespace: 'eip155',
  network: first,
  networks: [first],
  signal: new AbortController().signal,
}

test('an address is checksummed, whatever way it is written', async () => {
  const GET_USER = async () => ({ address: testAddress.toLowerCase(), chainId: 1 })
  const { store } = createTestModal({ handlers: { GET_USER } })
  expect(await createEmbeddedConnector(store).connect(request)).toMatchObject([
    { accounts: [{ address: testAddress }] },
  ])
})

test('whose login comes after the user has left is not remembered', async () => {
  const user = Promise.withResolvers<{ address: string; chainId: number; email: string }>()
  const { store } = createTestModal({ handlers: { GET_USER: () => user.promise } })
  const leaving = new AbortController()
  const attempt = outcome(createEmbeddedConnector(store).connect({ ...request, signal: leaving.signal }))
  await settle()
  leaving.abort()
  expect(await attempt).toBe('ABORTED')
  user.resolve({ address: testAddress, chainId: 1, email: 'ada@example.org' })
  await settle()
  expect(store.get(personAtom).email).toBeNull()
})
