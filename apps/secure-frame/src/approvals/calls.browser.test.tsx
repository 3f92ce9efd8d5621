import { decodeCalls, parseTypedData } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  approveCall,
  type CallsScenarioName,
  callsScenarios,
  happened,
  hybrid,
  smartChain,
  sponsorAnswer,
  transactionHash,
  transferCall,
} from './callsScenarios.fixture.ts'
import { openScenario } from './openScenario.fixture.ts'
import { press } from './press.fixture.ts'
import { account, router, type Scenario, somebody, token } from './scenarios.fixture.ts'

const open = (name: CallsScenarioName, more: Partial<Scenario> = {}) =>
  openScenario({ ...callsScenarios[name], ...more } as Scenario)
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
const sends = ({ served }: ReturnType<typeof open>) =>
  served.filter(({ name }) => name === 'send').map(({ params }) => (params as { operation: object }).operation)

/** A simulation in which the page's contract first logs that a thousand of its own items left the account. */
const withJunk = ([given]: readonly unknown[]) => {
  const word = (value: string | number) =>
    (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')
  const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
  const junk = Array.from({ length: 1000 }, (_, at) => ({
    address: router,
    topics: [single, `0x${word(router)}`, `0x${word(hybrid.address)}`, `0x${word(somebody)}`],
    data: `0x${word(at)}${word(1)}`,
  }))
  const [{ calls }] = (smartChain.eth_simulateV1 as (params: readonly unknown[]) => [{ calls: { logs: object[] }[] }])([
    given,
  ])
  return [{ calls: calls.map((call, at) => (at === 0 ? { ...call, logs: [...junk, ...call.logs] } : call)) }]
}

beforeEach(async () => {
  await page.viewport(370, 600)
})

describe('a batch', () => {
  test('is one thing where the rest only allows it: what changes in all, each call, and who pays', async () => {
    using screen = open('batch: allow and swap')
    const shown = await text()
    for (const words of [
      'Swap 1,500 USDC for at least 0.41 ETH',
      'Balance changes −1,500 USDC contract 0x5FbD…0aa3 +0.42 ETH',
      'All or nothing, in this order',
      'Allow 0x7a25…488D to spend up to 1,500 USDC',
      'Free: paid by Arcswap You pay nothing.',
    ]) {
      expect(shown).toContain(words)
    }
    expect(shown).not.toContain('may spend')
    expect(isRed()).toBe(false)
    await press('Confirm')
    expect(await screen.result).toEqual({ id: 'calls' })
  })

  test('is signed as it is shown, by the owner, and sent once', async () => {
    using screen = open('batch: allow and swap')
    await press('Confirm')
    await screen.result
    const [content] = screen.signed
    if (content?.kind !== 'typedData') throw new Error('Nothing was signed')
    expect(content.address).toBe(account)
    const { message } = parseTypedData(content.typedData)
    expect(decodeCalls(message.callData as `0x${string}`)?.map(({ to }) => to)).toEqual(
      callsScenarios['batch: allow and swap'].params[0].calls.map(({ to }) => to),
    )
    expect(sends(screen)).toHaveLength(1)
    expect(screen.served.map(({ name }) => name)).toEqual(['sponsor', 'sponsor', 'rememberCalls', 'send'])
    expect(await screen.contacts.list(account)).toContain(router)
  })

  test('of ten is a line each, opened by a press', async () => {
    using _ = open('batch of ten')
    const shown = await text()
    expect(shown).toContain('Confirm 10 actions')
    expect(shown).toContain('We can’t tell what this does')
    expect(document.querySelectorAll('.wallet-calls > li')).toHaveLength(10)
    expect(shown).toContain('3 Send 12.5 USDC to 0x7099…79C8')
    await userEvent.click(document.querySelectorAll('.wallet-calls summary')[2] as HTMLElement)
    await expect.element(page.getByText('−12.5 USDC')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(370)
  })

  test('of 256 is told by its first ten, and the rest is a press away', async () => {
    using _ = open('batch of 256')
    expect(await text()).toContain('Confirm 256 actions')
    await userEvent.click(page.getByText('246 more'))
    expect(document.querySelectorAll('.wallet-calls > li')).toHaveLength(256)
  })

  test('whose trial a page has made impossible is listed whole: nothing hides behind the first ten', async () => {
    const noise = { address: router, topics: [], data: '0x' }
    const eth_simulateV1 = ([given]: readonly unknown[]) => {
      const [{ calls }] = (given as { blockStateCalls: [{ calls: object[] }] }).blockStateCalls
      const logs = Array.from({ length: 1025 }, () => noise)
      return [{ calls: calls.map(() => ({ status: '0x1', returnData: '0x', logs })) }]
    }
    using _ = open('batch that ends in a drain', { chain: { ...smartChain, eth_simulateV1 } })
    const shown = await text()
    expect(shown).toContain('Preview Not available')
    expect(shown).toContain('12 Send 2,000,000 USDC to 0x7099…79C8')
    expect(document.querySelectorAll('.wallet-calls > li')).toHaveLength(12)
  })

  test('shows the loss of what it names first, whatever else contracts log', async () => {
    using _ = open('batch that ends in a drain', { chain: { ...smartChain, eth_simulateV1: withJunk } })
    expect(await text()).toContain('Balance changes −2,000,000 USDC contract 0x5FbD…0aa3')
  })

  test('says how many units leave of a token that it was not asked about, and that it was not', async () => {
    const decoys = Array.from({ length: 12 }, (_, at) => `0x${'d0'.repeat(19)}${(at + 16).toString(16)}`)
    const calls = [...decoys, token].map((to) => ({ ...transferCall(somebody, 12_500_000n), to }))
    using _ = open('batch of ten', { params: [{ version: '2.0.0', chainId: '0x7a69', calls }] } as Partial<Scenario>)
    await userEvent.click(page.getByText('3 more'))
    const shown = await text()
    expect(shown).toContain('Some addresses weren’t checked')
    expect(shown).toContain('13 Send tokens to 0x7099…79C8 12500000 units Warning')
  })

  test.each([
    ['receivers push no spender out of what is asked about', transferCall, 'The spender is a wallet address'],
    ['spenders than are asked about are not known, and that is said', approveCall, 'Some addresses weren’t checked'],
  ])('with ever more %s', async (_, call, words) => {
    const many = Array.from({ length: 24 }, (_, at) => call(`0x${'d0'.repeat(19)}${(at + 16).toString(16)}`, 1n))
    const calls = [...many, approveCall(somebody, 5n)]
    const eth_getCode = ([address]: readonly unknown[]) => (address === somebody ? '0x' : '0x6080')
    using _opened = open('batch of ten', {
      params: [{ version: '2.0.0', chainId: '0x7a69', calls }],
      chain: { ...smartChain, eth_getCode },
    } as Partial<Scenario>)
    expect(await text()).toContain(words)
  })

  test('with a right without limit is red, and says which call it is', async () => {
    using _ = open('batch with an approval without limit')
    expect(await text()).toContain('No limit')
    expect(isRed()).toBe(true)
    expect(document.querySelector('.wallet-calls > li')?.textContent).toContain('Danger')
  })

  test('that fails when it is tried says which call, and that nothing happens without it', async () => {
    using _ = open('batch that fails when tried')
    const shown = await text()
    expect(shown).toContain('Action 2 of 3 was rejected: too little came out. All actions fail together.')
    expect(document.querySelectorAll('.wallet-calls > li')[1]?.textContent).toContain('Fails')
  })

  test('is answered in the shape of older clients where the page speaks it', async () => {
    const [{ calls }] = callsScenarios['sponsor out of budget'].params
    using screen = open('sponsor out of budget', {
      params: [{ version: '1.0', calls, id: 'mine' }],
    } as Partial<Scenario>)
    await press('Confirm')
    expect(await screen.result).toBe('mine')
    expect(screen.served.find(({ name }) => name === 'rememberCalls')?.params).toMatchObject({
      id: 'mine',
      isLegacy: true,
      atomic: true,
    })
  })

  test('under an id that is taken is not sent', async () => {
    using screen = open('sponsor out of budget', { services: { rememberCalls: new AppError('CALLS_ID_TAKEN') } })
    await press('Confirm')
    await expect.element(page.getByText('The site sent an invalid batch')).toBeVisible()
    expect(sends(screen)).toEqual([])
    await press('Close')
    await expect(screen.result).rejects.toMatchObject({ name: 'CALLS_ID_TAKEN' })
  })
})

describe('an account', () => {
  test('is set up by its first operation, and that is said', async () => {
    using screen = open('first operation')
    expect(await text()).toContain('This also sets up your smart account')
    await press('Confirm')
    await screen.result
    expect(sends(screen)).toMatchObject([{ factory: expect.stringMatching(/^0x/) }])
  })

  test('that is one’s own address signs once more for that', async () => {
    using screen = open('first operation of one’s own address')
    expect(await text()).toContain('Your address and funds stay as they are.')
    await press('Confirm')
    await screen.result
    expect(screen.signed.map(({ kind }) => kind)).toEqual(['authorization', 'typedData'])
  })

  test('that runs the code of another wallet is told that it will not any more', async () => {
    using _ = open('lent to another wallet’s code')
    expect(await text()).toContain('This also changes how your account works')
  })

  test('that is plain makes one call as a plain transaction, kept under an id', async () => {
    using screen = open('one call of a plain account')
    expect(await text()).toContain('Send 0.1 ETH to 0x7099…79C8 You send −0.1 ETH')
    await press('Confirm')
    expect(await screen.result).toEqual({ id: 'calls' })
    expect(screen.signed.map(({ kind }) => kind)).toEqual(['transaction'])
    expect(screen.served.map(({ name }) => name)).toEqual(['rememberCalls'])
  })

  test('without enough for it says how much there is and how much it takes', async () => {
    using screen = open('account without funds')
    const shown = await text()
    expect(shown).toMatch(/Not enough funds This account has 0\.05 ETH\. It needs up to 0\.10\d+ ETH\./)
    screen.chain.eth_getBalance = '0x29a2241af62c0000'
    await press('Check again')
    await press('Confirm')
    await screen.result
  })
})

describe('who pays', () => {
  test('is a service of the page by its own word', async () => {
    using _ = open('paid by a service of the page')
    const shown = await text()
    expect(shown).toContain('app.arcswap.example says it pays')
    expect(shown).toContain('Free gas for everybody, verified by your bank (name not verified)')
  })

  test('is the user where the sponsor has nothing left, and that is said first', async () => {
    using screen = open('sponsor out of budget')
    const shown = await text()
    expect(shown).toContain(
      'You pay the network fee The site’s sponsor reports: what Arcswap pays for in a day is spent',
    )
    expect(shown).toMatch(/Up to 0\.00\d+ ETH/)
    await press('Confirm')
    await screen.result
    expect(sends(screen)[0]).not.toHaveProperty('paymaster')
  })

  test.each([
    ['a batch', 'sponsor out of budget', '0x1c981', true],
    ['a batch, at twice what is usual', 'sponsor out of budget', '0x1c980', false],
    ['a token transfer', 'transaction of a smart account', '0xffffffffffffffff', true],
    ['the first operation', 'first operation', '0xffffffff', true],
  ] as const)('is told where the bundler asks far more than bytes cost: %s', async (_, name, gas, isTold) => {
    const chain = { ...callsScenarios[name].chain, eth_getBalance: `0x${(10n ** 30n).toString(16)}` }
    const eth_estimateUserOperationGas = {
      callGasLimit: '0xea60',
      verificationGasLimit: '0x186a0',
      preVerificationGas: gas,
    }
    const services = { sponsor: new AppError('NOT_ENABLED') }
    using _opened = open(name, { chain: { ...chain, eth_estimateUserOperationGas }, services } as Partial<Scenario>)
    expect(
      (await text()).includes('The fee is high The fee includes far more gas than a request of this size needs.'),
    ).toBe(isTold)
  })

  test('is not told of somebody else’s fee', async () => {
    const gas = { callGasLimit: '0xea60', verificationGasLimit: '0x186a0', preVerificationGas: '0xffffffff' }
    using _ = open('transaction of a smart account', { chain: { ...smartChain, eth_estimateUserOperationGas: gas } })
    const shown = await text()
    expect(shown).toContain('Free: paid by Arcswap')
    expect(shown).not.toContain('The fee is high')
  })

  test('is asked anew where the sponsor changes their mind at the last moment: nothing is sent before', async () => {
    using screen = open('sponsor lost')
    expect(await text()).toContain('Free: paid by Arcswap')
    await press('Confirm')
    await expect.element(page.getByText('You’d pay the network fee')).toBeVisible()
    expect(button('Confirm').query()?.getAttribute('aria-disabled')).not.toBeNull()
    expect([screen.signed, sends(screen)]).toEqual([[], []])
    expect(await text()).toMatch(/Network fee Up to/)
    await press('Confirm')
    await screen.result
    expect(sends(screen)).toHaveLength(1)
    expect(sends(screen)[0]).not.toHaveProperty('paymaster')
  })

  test('is who the page has found, where the operation came with it', async () => {
    using screen = open('operation of a page')
    const shown = await text()
    expect(shown).toContain('Confirm 2 actions')
    expect(shown).toContain('app.arcswap.example says it pays Contract: 0x9A9A…9a9a')
    await press('Confirm')
    expect(await screen.result).toMatch(/^0x[0-9a-f]{64}$/)
    expect(screen.served.map(({ name }) => name)).toEqual(['send'])
  })
})

describe('a transaction of a smart account', () => {
  test('is answered with the hash of the transaction that it is in', async () => {
    using screen = open('transaction of a smart account')
    expect(await text()).toContain('Send 12.5 USDC to 0x7099…79C8 You send −12.5 USDC')
    await press('Confirm')
    expect(await screen.result).toBe(transactionHash)
  })

  test('that failed on the network says so, and is no success for the page', async () => {
    using screen = open('transaction of a smart account', {
      chain: {
        ...smartChain,
        ...happened(false, 'paused'),
      },
    })
    await press('Confirm')
    await expect.element(page.getByText('The transaction failed on-chain')).toBeVisible()
    expect(await text()).toContain('You paid no fee. The contract rejected it: paused.')
    expect(button('Confirm').query()).toBeNull()
    await press('Close')
    await expect(screen.result).rejects.toMatchObject({ name: 'OPERATION_REVERTED', code: -32521 })
  })

  test.each([
    ['makes a contract', { to: undefined, data: '0x6080' }, 'INVALID_PARAMS'],
    ['is of the plain account', { from: account, to: somebody }, 'UNAUTHORIZED'],
    ['calls the account itself', { to: hybrid.address, data: '0x3659cfe6' }, 'INVALID_PARAMS'],
  ])('that %s is refused before anything is shown', async (_, fields, name) => {
    using screen = open('transaction of a smart account', {
      params: [{ from: hybrid.address, ...fields }],
    } as Partial<Scenario>)
    await expect(screen.result).rejects.toMatchObject({ name })
  })
})

describe('the bundler', () => {
  test('that is away is asked again', async () => {
    using screen = open('bundler down')
    expect(await text()).toContain('Smart accounts can’t send right now Nothing was sent.')
    Object.assign(screen.chain, smartChain)
    await press('Try again')
    await press('Confirm')
    await screen.result
  })

  test('that refuses is heard in words', async () => {
    using screen = open('batch that fails')
    expect(await text()).toContain(
      'The network rejected the transaction Nothing was sent. The network reports: a call in it would fail: transfers are paused',
    )
    await press('Close')
    await expect(screen.result).rejects.toMatchObject({ name: 'OPERATION_REFUSED' })
  })

  test('whose answer is lost gets the same again, signed once', async () => {
    using screen = open('sponsor out of budget')
    const { send } = screen.services
    screen.services.send = new AppError('BUNDLER_UNREACHABLE')
    await press('Confirm')
    await expect.element(page.getByText('The service didn’t respond')).toBeVisible()
    screen.services.send = send
    await press('Send again')
    await screen.result
    expect(screen.signed).toHaveLength(1)
    const [first, second] = sends(screen)
    expect(second).toEqual(first)
  })

  test('that refuses what was confirmed leaves nothing behind, and it is filled anew', async () => {
    const { chain } = callsScenarios['sponsor out of budget']
    using screen = open('sponsor out of budget', { chain: { ...chain, eth_getUserOperationReceipt: null } })
    const { send } = screen.services
    screen.services.send = new AppError('OPERATION_REFUSED', {
      details: { reason: 'another operation of the account came first (AA25)' },
    })
    await press('Confirm')
    await expect.element(page.getByText('The network rejected the transaction')).toBeVisible()
    expect(await text()).toContain(
      'Nothing was sent. The network reports: another operation of the account came first (AA25)',
    )
    expect(screen.served.map(({ name }) => name)).toContain('dropCalls')
    screen.services.send = send
    await press('Confirm')
    await screen.result
    expect(screen.signed).toHaveLength(2)
  })

  test('is not asked at all where another tab was first', async () => {
    using screen = open('transaction of a smart account')
    await text()
    screen.chain.eth_call = ([call]: readonly unknown[]) =>
      (call as { data: string }).data.startsWith('0x35567e1a')
        ? `0x${'6'.padStart(64, '0')}`
        : `0x${''.padStart(64, '0')}`
    await press('Confirm')
    await expect.element(page.getByText('Another transaction was sent first')).toBeVisible()
    expect([screen.signed, sends(screen)]).toEqual([[], []])
  })
})

test('nobody is charged by a page that only asks: the sponsor’s last word is for what was confirmed', async () => {
  using screen = open('sponsor lost', { services: { sponsor: sponsorAnswer() } })
  await text()
  await userEvent.click(button('Reject'))
  await expect(screen.result).rejects.toMatchObject({ name: 'USER_REJECTED' })
  expect(screen.served.map(({ params }) => (params as { stage?: string }).stage)).toEqual(['stub'])
})

describe('a swap that the page says the user has agreed to', () => {
  const { calls } = callsScenarios['batch: allow and swap'].params[0]
  const agreed = (minimum: bigint, swapRouters = `eip155:31337:${router}`) => {
    const swap = { give: token, giveAmount: '0x59682f00', get: 'native', minimum: `0x${minimum.toString(16)}` }
    const params = [{ version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls, capabilities: { swap } }]
    return { swapRouters, params } as unknown as Partial<Scenario>
  }
  const minimum = 410_000_000_000_000_000n

  test('is confirmed in one operation', async () => {
    using screen = open('batch: allow and swap', agreed(minimum))
    await press('Confirm')
    expect(await screen.result).toEqual({ id: 'calls' })
  })

  test('is stopped in words when the calls would bring less than was shown', async () => {
    using screen = open('batch: allow and swap', agreed(minimum + 1n))
    expect(await text()).toContain('This swap has a different minimum')
    expect(page.getByRole('button', { name: 'Confirm' }).elements()).toEqual([])
    await press('Close')
    await expect(screen.result).rejects.toMatchObject({ name: 'SWAP_MISMATCH' })
    expect(screen.signed).toEqual([])
  })

  test('is stopped at an exchange that the operator does not list for the network', async () => {
    using screen = open('batch: allow and swap', agreed(minimum, `eip155:1:${router}`))
    expect(await text()).toContain('Your wallet doesn’t recognize this exchange')
    expect(
      page
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).not.toContain('Check again')
    expect(screen.signed).toEqual([])
  })
})
