import { toChecksumAddress } from '@latchkey/chains'
import { type KyberSwapChange, kyberSwapCall } from '@latchkey/chains/testing/kyberSwapCall'
import { AppError } from '@latchkey/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScenario } from './openScenario.fixture.ts'
import { press } from './press.fixture.ts'
import {
  account,
  hex,
  router,
  type Scenario,
  type ScenarioName,
  scenarios,
  somebody,
  token,
} from './scenarios.fixture.ts'

const open = (name: ScenarioName, more: Partial<Scenario> = {}) =>
  openScenario({ ...scenarios[name], ...more } as Scenario)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = () => page.getByRole('heading', { level: 1 })
/** Returns all text on screen, once nothing is loading. */
const text = async () => {
  await expect.element(heading()).toBeVisible()
  await expect.poll(() => document.querySelector('[part~=skeleton]'), { timeout: 8_000 }).toBeNull()
  // biome-ignore lint/performance/useDomNodeTextContent: as it is laid out, with space between the parts
  return document.body.innerText.replaceAll(/\s+/g, ' ')
}
const isRed = () =>
  getComputedStyle(heading().element()).color !== getComputedStyle(document.querySelector('main') as Element).color

beforeEach(async () => {
  await page.viewport(360, 600)
})

describe('what happens', () => {
  test('is what leaves and what comes when it is tried, beside what the call says itself', async () => {
    using _ = open('swap')
    const shown = await text()
    for (const words of [
      'Swap 1,500 USDC for at least 0.41 ETH',
      'Balance changes −1,500 USDC $4,680,750.00 · contract 0x5FbD…0aa3 +0.42 ETH $1,310.61',
      'Estimated from a simulation',
      'You send 1,500 USDC',
      'You receive at least 0.41 ETH',
      'swapExactTokensForETH',
      'Up to $14.39',
    ]) {
      expect(shown).toContain(words)
    }
    expect(isRed()).toBe(false)
  })

  test('is told once where trying it shows no more than it says', async () => {
    using _ = open('transfer')
    const shown = await text()
    expect(shown).toContain('You send −0.1 ETH')
    expect(shown).not.toContain('Balance changes')
  })

  test('is told in red where trying it shows that somebody may take everything', async () => {
    using _ = open('more than said')
    const shown = await text()
    expect(shown).toContain('This does more than the request says')
    expect(shown).toContain('0x7a25…488D may spend Unlimited USDC')
    expect(isRed()).toBe(true)
  })

  test('is told of calls within a call', async () => {
    using _ = open('several calls')
    const shown = await text()
    expect(shown).toContain('Allow 0x7099…79C8 to spend unlimited USDC')
    expect(shown).toContain('Calls inside 2')
    await userEvent.click(page.getByText('All arguments'))
    await userEvent.click(page.getByText('2. Allow spending through Permit2'))
    await expect.element(page.getByText('approve(address,address,uint160,uint48)')).toBeVisible()
    expect(await text()).toContain((2n ** 160n - 1n).toString())
  })

  test('is not guessed where the arguments do not fit to the byte', async () => {
    const [{ from, to, data }] = scenarios.swap.params as unknown as [{ from: string; to: string; data: string }]
    using _ = open('swap', { params: [{ from, to, data: `${data}00` }] } as Partial<Scenario>)
    const shown = await text()
    expect(shown).toContain('We can’t tell what this does')
    expect(shown).toContain('0x18cbafe5')
    expect(shown).not.toContain('swapExactTokensForETH')
  })

  test('is an item by its number, where the contract is a collection', async () => {
    const word = (value: string) => value.padStart(64, '0')
    const data = `0x23b872dd${word(account.slice(2))}${word(somebody.slice(2))}${word('412')}`
    using _ = open('item', { params: [{ from: account, to: token, data }] } as Partial<Scenario>)
    const shown = await text()
    expect(shown).toContain('Send WOLVES #1042 to 0x7099…79C8')
    expect(shown).not.toContain('units')
  })

  test.each([
    ['turns the text around', '\u202eCDSU'],
    ['is hidden', 'US\u200bDC'],
    ['goes on and on', 'USDC'.repeat(99)],
    ['has lines', 'USDC\nETH'],
  ])('is never told with a token’s name that %s', async (_, symbol) => {
    const data = hex(symbol).slice(2)
    const length = (data.length / 2).toString(16).padStart(64, '0')
    const said = `0x${'20'.padStart(64, '0')}${length}${data.padEnd(Math.ceil(data.length / 64) * 64, '0')}`
    using __ = open('token transfer', {
      chain: {
        eth_call: ([call]: readonly unknown[]) =>
          (call as { data: string }).data === '0x95d89b41' ? said : `0x${'6'.padStart(64, '0')}`,
      },
    })
    expect(await text()).toContain('Send tokens to 0x7099…79C8 You send −12500000 units')
  })

  test('is shown as text when it looks like markup', async () => {
    const data = hex('<b>U</b>').slice(2)
    const said = `0x${'20'.padStart(64, '0')}${'8'.padStart(64, '0')}${data.padEnd(64, '0')}`
    using _ = open('token transfer', {
      chain: {
        eth_call: ([call]: readonly unknown[]) =>
          (call as { data: string }).data === '0x95d89b41' ? said : `0x${'6'.padStart(64, '0')}`,
      },
    })
    expect(await text()).toContain('−12.5 <b>U</b>')
    expect(document.querySelector('main b')).toBeNull()
  })
})

describe('trying it', () => {
  test('is told of when it fails, and stands in nobody’s way', async () => {
    using screen = open('reverts when tried')
    expect(await text()).toContain(
      'This will probably fail The contract rejected it: transfers are paused. You’d still pay the network fee.',
    )
    await press('Confirm')
    await screen.result
  })

  test('is told of when it is not possible, and stands in nobody’s way', async () => {
    using screen = open('cannot be tried')
    expect(await text()).toContain('Preview Not available')
    await press('Confirm')
    await screen.result
  })

  test('is not waited for without end', async () => {
    using screen = open('being tried')
    await press('Confirm')
    await screen.result
  })

  test('is done anew when the transaction is filled anew', async () => {
    using screen = open('transfer')
    await text()
    const tries = () => screen.asked.filter(({ method }) => method === 'eth_simulateV1').length
    expect(tries()).toBe(1)
    screen.chain.eth_getTransactionCount = '0x6'
    await press('Confirm')
    await expect.element(page.getByText('Another transaction was sent first')).toBeVisible()
    expect(tries()).toBe(2)
    await press('Confirm')
    await screen.result
  })
})

describe('what to know', () => {
  test('is who the account never dealt with, until it has', async () => {
    using screen = open('first transfer')
    expect(await text()).toContain('First time with 0x7099…79C8')
    await press('Confirm')
    await screen.result
    expect(await screen.contacts.list(account)).toEqual([somebody])
    screen.ask()
    expect(await text()).not.toContain('First time with')
  })

  test('stays with who was only looked at', async () => {
    using screen = open('first transfer')
    await text()
    await userEvent.click(button('Reject'))
    await expect(screen.result).rejects.toMatchObject({ name: 'USER_REJECTED' })
    expect(await screen.contacts.list(account)).toEqual([])
  })

  test('is nothing where it goes to the user’s own smart account, which is called that', async () => {
    for (const [name, words] of [
      ['move to the smart account', 'Move 9.5 ETH to your smart account'],
      ['move tokens to the smart account', 'Move 12.5 USDC to your smart account'],
    ] as const) {
      using screen = open(name)
      const shown = await text()
      expect(shown).toContain(words)
      expect(shown).not.toMatch(/First time with|Warning/)
      await press('Confirm')
      await screen.result
    }
  })

  test('is an address made to look like a known one, with what differs marked', async () => {
    using _ = open('lookalike')
    expect(await text()).toContain('This looks like an address you know, but it’s a different one')
    const marks = [...document.querySelectorAll('mark')].map((mark) => mark.textContent).join('')
    expect(marks).toContain('7970')
    expect(marks).not.toContain('79C8')
    expect(isRed()).toBe(true)
  })

  test('is every danger, the worst first, and the rest behind one line', async () => {
    const [{ from, to, data }] = scenarios['approval to a user'].params as unknown as [Record<string, string>]
    using _ = open('approval to a user', {
      params: [{ from, to, data, value: '0x29a2241af62c0000' }],
      chain: { ...scenarios['approval to a user'].chain, eth_getBalance: '0x30927f74c9de0000' },
    } as Partial<Scenario>)
    const shown = await text()
    expect(shown).toMatch(/No limit.*The spender is a wallet address/)
    const seen = () => [...document.querySelectorAll('[part~=notice]')].filter((each) => each.checkVisibility()).length
    expect(seen()).toBe(2)
    await userEvent.click(page.getByText('2 more notices'))
    expect(seen()).toBe(4)
  })

  test.each([
    ['whole collection', 'This covers the whole collection'],
    ['approval to a user', 'The spender is a wallet address, not a smart contract'],
    ['nothing there', 'There’s no contract at this address'],
  ] as const)('is in red for: %s', async (name, words) => {
    using _ = open(name)
    expect(await text()).toContain(words)
    expect(isRed()).toBe(true)
  })

  test('is not made up where neither network nor device say anything', async () => {
    using screen = open('transfer', {
      chain: { eth_getCode: new AppError('CHAIN_UNREACHABLE'), eth_simulateV1: new AppError('CHAIN_UNREACHABLE') },
    })
    expect(await text()).not.toContain('no contract')
    await press('Confirm')
    await screen.result
  })
})

test('a router is no stranger once it was used', async () => {
  using screen = open('swap', { known: [] })
  await press('Confirm')
  await screen.result
  expect(await screen.contacts.list(account)).toContain(router)
})

describe('a swap that the page says the user has agreed to', () => {
  const agreed = (change: object = {}) => {
    const swap = { give: token, giveAmount: '0x59682f00', get: 'native', minimum: '0x5b09cd3e5e90000', ...change }
    const params = [{ ...(scenarios.swap.params[0] as object), swap }]
    return { swapRouters: `eip155:1:${router}`, params } as unknown as Partial<Scenario>
  }

  test('is confirmed where everything agrees, and sent without what the page has said of it', async () => {
    using screen = open('swap', agreed())
    expect(await text()).toContain('Swap 1,500 USDC for at least 0.41 ETH')
    await press('Confirm')
    await screen.result
    expect(screen.signed).toHaveLength(1)
  })

  test('is stopped in words when it takes another amount', async () => {
    using screen = open('swap', agreed({ giveAmount: '0x59682f01' }))
    expect(await text()).toContain('This swap uses a different amount')
    // It would have the same result.
    expect(page.getByRole('button', { name: 'Check again' }).elements()).toEqual([])
    await press('Close')
    await expect(screen.result).rejects.toMatchObject({ name: 'SWAP_MISMATCH' })
    expect(screen.signed).toEqual([])
  })

  const aggregated = (change: KyberSwapChange = {}) => {
    const minimum = 410_000_000_000_000_000n
    const give = { asset: toChecksumAddress(token), amount: 1_500_000_000n }
    const terms = { give, get: { asset: 'native' as const, minimum } }
    const data = kyberSwapCall({ terms, account: toChecksumAddress(account), ...change })
    const { params, ...rest } = agreed()
    return { ...rest, params: [{ ...(params as [object])[0], data }] } as unknown as Partial<Scenario>
  }

  test('is confirmed where an aggregator has built it', async () => {
    using screen = open('swap', aggregated())
    expect(await text()).toContain('Swap 1,500 USDC for at least 0.41 ETH')
    await press('Confirm')
    await screen.result
    expect(screen.signed).toHaveLength(1)
  })

  test.each<[string, string, KyberSwapChange]>([
    ['pays someone else', 'This swap pays someone else', { dstReceiver: toChecksumAddress(somebody) }],
    ['takes a fee', 'This does more than the swap', { feeReceivers: [toChecksumAddress(somebody)], feeAmounts: [1n] }],
    ['may give less', 'This swap has a different minimum', { minReturnAmount: 1n }],
  ])('is stopped in words where what an aggregator has built %s', async (_, words, change) => {
    using screen = open('swap', aggregated(change))
    expect(await text()).toContain(words)
    await press('Close')
    await expect(screen.result).rejects.toMatchObject({ name: 'SWAP_MISMATCH' })
    expect(screen.signed).toEqual([])
  })

  test('is not confirmed until it can be simulated, and is checked again', async () => {
    using screen = open('swap', { ...agreed(), chain: { eth_simulateV1: new AppError('METHOD_NOT_ALLOWED') } })
    expect(await text()).toContain('We can’t check this swap right now')
    screen.chain.eth_simulateV1 = scenarios.swap.chain.eth_simulateV1
    await press('Check again')
    await press('Confirm')
    await screen.result
    expect(screen.signed).toHaveLength(1)
  })
})
