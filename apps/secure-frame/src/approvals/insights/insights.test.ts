import { localA, mainnet, solana } from '@latchkey/chains'
import { describe, expect, test } from 'vitest'
import type { ServedNetwork } from '../../chain/networkOf.ts'
import { createConsult } from '../createConsult.ts'
import { maxContacts, withContacts } from './contactBook.ts'
import { insights, isInsight } from './insights.ts'
import { memoryContactBook } from './memoryContactBook.fixture.ts'
import { readName } from './readName.ts'
import { coin, readPrices } from './readPrices.ts'

const account = `0x${'a1'.repeat(20)}`
const [a, b, c] = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(20)}`) as [string, string, string]

describe('a contact book', () => {
  test('has the latest first, each once, and forgets the oldest', () => {
    expect(withContacts([a, b], [c, a])).toEqual([c, a, b])
    const many = Array.from({ length: maxContacts }, (_, index) => `${index}`)
    expect(withContacts(many, [a])).toEqual([a, ...many.slice(0, -1)])
  })
})

describe('the wallet is asked', () => {
  const consultOn = (network: typeof mainnet | typeof localA) => {
    const asked: unknown[] = []
    const consult = createConsult(
      {
        callNode: async (chain, method, params) => {
          asked.push([chain, method, params])
          return [{ calls: [{ status: '0x1', returnData: '0x', logs: [] }] }]
        },
        contacts: memoryContactBook(),
        pricesUsd: async (_, addresses) => addresses.map(() => 3000),
        swapRouters: `eip155:1:${a},eip155:31337:${b}`,
        smartAccountOn: async (_, owner) => ({ kind: 'hybrid', address: c, owner }),
        nameOf: async (address) => {
          if (address === b) throw new Error('the service is away')
          return 'ada.eth'
        },
      },
      { account, network },
    )
    return { asked, consult }
  }

  test('to try a call of the account, on the network of the request, whatever else the question says', async () => {
    const { asked, consult } = consultOn(mainnet)
    const params = { to: a, value: '0x1', data: '0x', from: b } as { to: string; value: string; data: string }
    expect(await consult('simulate', [params])).toEqual({ kind: 'ran', logs: [], returned: [null] })
    expect(asked).toMatchObject([
      ['eip155:1', 'eth_simulateV1', [{ blockStateCalls: [{ calls: [{ from: account }] }] }, 'latest']],
    ])
  })

  test('whom it knows, and to remember more', async () => {
    const { consult } = consultOn(mainnet)
    await consult('rememberAddresses', [a])
    await consult('rememberAddresses', [b])
    expect(await consult('knownAddresses', null)).toEqual([b, a])
  })

  test('which exchanges the operator knows, on the network of the request', async () => {
    expect(await consultOn(mainnet).consult('swapRouters', null)).toEqual([a])
    expect(await consultOn(localA).consult('swapRouters', null)).toEqual([b])
  })

  test('which smart account is the account’s own: none where it has the same address', async () => {
    expect(await consultOn(mainnet).consult('smartAccount', null)).toBe(c)
    const deps = {
      callNode: async () => null,
      contacts: memoryContactBook(),
      pricesUsd: async () => [],
      nameOf: async () => null,
      swapRouters: '',
      smartAccountOn: async () => ({ kind: 'eip7702', address: account, owner: account }) as const,
    }
    expect(await createConsult(deps, { account, network: mainnet })('smartAccount', null)).toBeNull()
  })

  test('for a price, on every network that the service knows', async () => {
    expect(await consultOn(mainnet).consult('nativePriceUsd', null)).toBe(3000)
    expect(await consultOn(localA).consult('nativePriceUsd', null)).toBe(3000)
  })

  test('for names, of which one that cannot be had leaves the others', async () => {
    expect(await consultOn(mainnet).consult('namesOf', [a, b])).toEqual(['ada.eth', null])
  })

  test.each(['simulate', 'constructor', '__proto__', ''])('%j by its own name only', (name) => {
    expect(isInsight(name)).toBe(name === 'simulate')
  })
})

describe('prices', () => {
  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const priceOf = (fungibles: readonly { address: string; price: number }[]) => {
    const asked: unknown[] = []
    const client = {
      call: async (...given: unknown[]) => {
        asked.push(given)
        return { fungibles }
      },
    } as unknown as Parameters<typeof readPrices>[0]
    return { asked, read: readPrices(client, 'demo') }
  }

  test('are asked for by what there is on a network, and told in that order', async () => {
    const addresses = [`eip155:1:${coin}`, `eip155:1:${a}`]
    const { asked, read } = priceOf([
      { address: addresses[1] ?? '', price: 2 },
      { address: addresses[0] ?? '', price: 3000 },
    ])
    expect(await read('eip155:1', [coin, a])).toEqual([3000, 2])
    expect(asked).toEqual([['fungiblePrice', { projectId: 'demo', currency: 'usd', addresses }]])
  })

  test('are nothing where nobody knows them, or somebody tells of another token', async () => {
    const { read } = priceOf([{ address: `solana:x:${usdc.toLowerCase()}`, price: 1 }])
    expect(await read('solana:x', [usdc, a])).toEqual([null, null])
  })

  const consultOn = (network: ServedNetwork) => {
    const asked: unknown[] = []
    const pricesUsd = async (...given: [string, readonly string[]]) => {
      asked.push(given)
      return given[1].map(() => 7)
    }
    const callNode = async () => null
    return {
      asked,
      consult: createConsult(
        {
          callNode,
          contacts: memoryContactBook(),
          pricesUsd,
          smartAccountOn: async () => null,
          nameOf: async () => null,
          swapRouters: '',
        },
        { account, network },
      ),
    }
  }

  test('of tokens are asked for on the network of the request; Solana has no coin beside them', async () => {
    const { asked, consult } = consultOn(solana)
    expect(await consult('tokenPricesUsd', [usdc])).toEqual([7])
    expect(await consult('nativePriceUsd', null)).toBeNull()
    expect(asked).toEqual([[solana.caipNetworkId, [usdc]]])
    const other = consultOn(mainnet)
    expect(await other.consult('tokenPricesUsd', [a, b])).toEqual([7, 7])
    expect(other.asked).toEqual([[mainnet.caipNetworkId, [a, b]]])
  })
})

test.each([
  ['ada.eth', 'ada.eth'],
  ['ada.dapp-names.eth', 'ada.dapp-names.eth'],
  ['аda.eth', null],
  ['ADA.eth', null],
  ['ada', null],
  [`${'a'.repeat(40)}.eth`, null],
  [null, null],
])('the name %j is shown as %j', async (name, shown) => {
  const client = { call: async () => ({ name, avatar: null }) } as unknown as Parameters<typeof readName>[0]
  expect(await readName(client, 'demo')(a)).toBe(shown)
})

describe('what crosses to a window', () => {
  const stranger = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
  test.each([
    [[a], true],
    [[stranger], true],
    [['javascript:alert(1)'], false],
    [[`${stranger}\n`], false],
    [['0OIl'.repeat(10)], false],
    [Array(65).fill(a), false],
  ])('%j as addresses is taken: %s', (list, isTaken) => {
    expect(insights.rememberAddresses.params.safeParse(list).success).toBe(isTaken)
  })
  test.each([
    [[null, 0, 1.5], true],
    [[-1], false],
    [[Number.NaN], false],
    [[Number.POSITIVE_INFINITY], false],
    [['1'], false],
  ])('%j as prices is taken: %s', (list, isTaken) => {
    expect(insights.tokenPricesUsd.result.safeParse(list).success).toBe(isTaken)
  })
})
