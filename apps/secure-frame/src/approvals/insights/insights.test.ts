import { localA, mainnet } from '@latchkey/chains'
import { describe, expect, test } from 'vitest'
import { maxContacts, withContacts } from './contactBook.ts'
import { createConsult } from './createConsult.ts'
import { isInsight } from './insights.ts'
import { memoryContactBook } from './memoryContactBook.fixture.ts'
import { readNativePrice } from './readNativePrice.ts'

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
        nativePriceUsd: async () => 3000,
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

  test('for a price, which coins of a test network do not have', async () => {
    expect(await consultOn(mainnet).consult('nativePriceUsd', null)).toBe(3000)
    expect(await consultOn(localA).consult('nativePriceUsd', null)).toBeNull()
  })

  test.each(['simulate', 'constructor', '__proto__', ''])('%j by its own name only', (name) => {
    expect(isInsight(name)).toBe(name === 'simulate')
  })
})

describe('the price of a coin', () => {
  const priceOf = (fungibles: readonly { price: number }[]) => {
    const asked: unknown[] = []
    const client = {
      call: async (...given: unknown[]) => {
        asked.push(given)
        return { fungibles }
      },
    } as unknown as Parameters<typeof readNativePrice>[0]
    return { asked, read: readNativePrice(client, 'demo') }
  }

  test('is asked for by the address that stands for coins', async () => {
    const { asked, read } = priceOf([{ price: 3000 }])
    expect(await read('eip155:1')).toBe(3000)
    const addresses = ['eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE']
    expect(asked).toEqual([['fungiblePrice', { projectId: 'demo', currency: 'usd', addresses }]])
  })

  test('is nothing where nobody knows it', async () => {
    expect(await priceOf([]).read('eip155:1')).toBeNull()
  })
})
