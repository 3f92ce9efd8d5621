import { formatBase58, parseBase58, parseSolanaTransaction, shortAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import axe from 'axe-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type OpenScenarioOptions, openScenario } from './openScenario.fixture.ts'
import { armed, press } from './press.fixture.ts'
import type { Scenario } from './scenarios.fixture.ts'
import {
  friend,
  lookedUp,
  selfNamed,
  sendSol,
  solanaAccount,
  solanaScenarios,
  transactionOf,
} from './solanaScenarios.fixture.ts'

type Name = keyof typeof solanaScenarios

const open = (name: Name, options?: OpenScenarioOptions) => openScenario(solanaScenarios[name] as Scenario, options)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = () => page.getByRole('heading', { level: 1 })
const says = (words: string) => expect.poll(() => document.body.textContent).toContain(words)
const text = (): string => document.body.textContent ?? ''

beforeEach(async () => {
  await page.viewport(370, 600)
  document.documentElement.dir = 'ltr'
  document.documentElement.lang = 'en'
  document.title = 'Wallet'
})

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const violations = async (): Promise<string[]> => {
  const { violations: found } = await axe.run(document.body, { runOnly: tags })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
const overflows = (): boolean =>
  document.documentElement.scrollWidth > document.documentElement.clientWidth ||
  [...document.querySelectorAll('.wallet-content')].some((content) => content.scrollWidth > content.clientWidth)

describe.each(Object.keys(solanaScenarios) as Name[])('%s', (name) => {
  test.each([
    ['light', 370, 600, 'ltr'],
    ['dark', 430, 600, 'rtl'],
    // 360 x 600 at 200 %.
    ['light', 180, 300, 'ltr'],
  ] as const)('is accessible and fits: %s, %i x %i, %s', async (mode, width, height, dir) => {
    await page.viewport(width, height)
    document.documentElement.dir = dir
    using screen = open(name, { mode })
    await expect.element(heading()).toBeVisible()
    const neverEnds = name === 'Solana still loading'
    await expect.poll(() => document.querySelector('[part~=skeleton]') === null || neverEnds).toBe(true)
    await expect.poll(violations, { timeout: 10_000 }).toEqual([])
    expect(overflows()).toBe(false)
    expect(screen.signed).toEqual([])
  })
})

describe('what is shown is what is signed', () => {
  test('a message, byte for byte', async () => {
    using screen = open('Solana message')
    await says('Welcome to Arcswap!')
    await press('Sign')
    expect(await screen.result).toEqual({ signature: formatBase58(new Uint8Array(64).fill(7)) })
    const [content] = screen.signed
    if (content?.kind !== 'solanaMessage') throw new Error('No message was signed')
    expect(formatBase58(new Uint8Array(content.content))).toBe(solanaScenarios['Solana message'].params.message)
    expect(content.address).toBe(solanaAccount)
  })

  test('a transaction: sent with our signature in our place, as the page wanted it sent', async () => {
    const scenario = solanaScenarios['SOL transfer']
    const { transaction } = scenario.params
    const options = { skipPreflight: true, maxRetries: 2, minContextSlot: 7, preflightCommitment: 'processed' } as const
    using screen = openScenario({ ...scenario, params: { transaction, options } })
    const signature = formatBase58(new Uint8Array(64).fill(7))
    screen.chain.sendTransaction = signature
    await says('Send 1.5 SOL to oeYf6K…kq96')
    expect(text()).toContain('1.5 SOL')
    await press('Confirm')
    expect(await screen.result).toEqual({ signature })
    const [content] = screen.signed
    if (content?.kind !== 'solanaTransaction') throw new Error('No transaction was signed')
    expect(formatBase58(new Uint8Array(content.content))).toBe(transaction)
    const [sent] = screen.asked.filter(({ method }) => method === 'sendTransaction')
    const [wire, config] = (sent?.params ?? []) as [string, object]
    expect(config).toEqual({ ...options, encoding: 'base64' })
    const bytes = Uint8Array.from(atob(wire), (character) => character.charCodeAt(0))
    const unsigned = parseSolanaTransaction(parseBase58(transaction, 'transaction'))
    expect(parseSolanaTransaction(bytes)).toEqual({ ...unsigned, signatures: [new Uint8Array(64).fill(7)] })
    const [tried] = screen.asked.filter(({ method }) => method === 'simulateTransaction')
    expect(tried?.params).toMatchObject([expect.any(String), { minContextSlot: 7, sigVerify: false }])
  })

  test('one of several signers: the others’ places stay as they were, and the page sends it', async () => {
    using screen = open('signed for the page')
    await says('Paid by someone else')
    expect(text()).toContain('Submitted byThe site')
    await press('Sign')
    const { transaction } = (await screen.result) as { transaction: string }
    const { signers, signatures } = parseSolanaTransaction(parseBase58(transaction, 'transaction'))
    expect(signers).toEqual([friend, solanaAccount])
    expect(signatures).toEqual([new Uint8Array(64), new Uint8Array(64).fill(7)])
    expect(screen.asked.some(({ method }) => method === 'sendTransaction')).toBe(false)
  })

  test('several, in their order, with what they change together', async () => {
    using screen = open('several transactions')
    await says('Sign 3 transactions')
    await says('1.5 SOL')
    expect(text()).toContain('12.5')
    expect(text()).toContain('Up to 0.000015 SOL')
    await press('Sign all')
    const { transactions } = (await screen.result) as { transactions: string[] }
    const given = solanaScenarios['several transactions'].params.transactions
    expect(screen.signed).toHaveLength(3)
    expect(transactions.map((each) => parseSolanaTransaction(parseBase58(each, 'transaction')).message)).toEqual(
      given.map((each) => parseSolanaTransaction(parseBase58(each, 'transaction')).message),
    )
  })
})

describe('in words', () => {
  test.each<[Name, string[]]>([
    ['SOL transfer', ['Priority fee, included0.00002 SOL', 'Up to 0.000025 SOL', 'ProgramSystem']],
    [
      'SPL transfer',
      ['Create a token account', 'Send 12.5 tokens', 'NoteLunch', 'Deposit for new accounts0.00203928 SOL'],
    ],
    [
      'token with a fee',
      [
        'Send 5 LKEY',
        'Kept by the token0.05 LKEY',
        'keeps part of each transfer',
        'Calls a program on transfer',
        'Permanent delegate',
      ],
    ],
    ['token that calls itself SOL', [`Send 5 tokens (${shortAddress(selfNamed)})`]],
    ['token that calls itself USDC', [`Send 5 USDC (${shortAddress(selfNamed)})`]],
    ['Solana swap', ['Use Jupiter', '−100', '+421', 'LKEY']],
    ['note alone', ['No balance changes except the network fee']],
    ['unknown program', ['We don’t know this program', 'don’t move, except for the network fee']],
    ['stake handed over', ['Transfer a stake account', 'You’d transfer a right']],
    ['stake taken', ['Withdraw 4 SOL from a stake account', 'The account’s funds go to someone else']],
    ['stake that is not read', ['Use Stake', 'We can’t tell what this does']],
    ['delegate', ['Let someone spend 25 tokens', 'No expiry']],
    ['delegate without limit', ['Let someone spend all of a token', 'No limit']],
    ['token account given away', ['Transfer ownership of a token account', 'You would lose these tokens']],
    ['account given away', ['Give your account to a program', 'You would lose this account']],
    ['more than the program says', ['You would lose these tokens', '−1 tokens', '−900 tokens', '−20']],
    ['closed for somebody else', ['The account’s funds go to someone else']],
    ['durable nonce', ['This doesn’t expire']],
    ['receiver in a table', ['The recipient comes from a lookup table', 'Send 1 SOL to oeYf6K…kq96']],
    ['signed for the page', ['Others sign this too']],
    ['one needs the other', ['Some changes are missing', 'One transaction couldn’t be simulated']],
    ['Solana cannot be tried', ['Preview not available']],
    ['many instructions', ['More instructions (4)', 'Confirm 9 actions']],
  ])('%s', async (name, words) => {
    using _ = open(name)
    for (const word of words) await says(word)
  })

  test.each<Name>([
    'account given away',
    'token account given away',
    'delegate without limit',
    'closed for somebody else',
    'stake handed over',
    'stake taken',
  ])('%s is red', async (name) => {
    using _ = open(name)
    await expect.element(heading()).toHaveAttribute('data-tone', 'danger')
  })

  test.each<Name>(['unknown program', 'stake handed over', 'stake taken', 'stake that is not read'])(
    '%s: it is not said that nothing moves',
    async (name) => {
      using _ = open(name)
      await says('Estimated from a simulation')
      expect(text()).toContain('This account’s SOL and tokens don’t move')
      expect(text()).not.toContain('No balance changes except')
    },
  )

  test('a token never has the name of the coin', async () => {
    using _ = open('token that calls itself SOL')
    await says('Send 5 tokens')
    await says('Estimated from a simulation')
    for (const words of ['Send 5 SOL', 'Send SOL']) expect(text()).not.toContain(words)
  })

  test('what a page writes into a note is text, without what turns it around', async () => {
    using _ = open('Solana hostile memo')
    await says('Add a note that can’t be read')
    expect(document.querySelector('img[src="x"]')).toBeNull()
    expect(text()).not.toContain('B'.repeat(300))
  })
})

describe('who gets it', () => {
  test('is a stranger the first time, and known once it was sent', async () => {
    using screen = open('first SOL transfer')
    screen.chain.sendTransaction = formatBase58(new Uint8Array(64).fill(7))
    await says('First time with oeYf6K…kq96')
    await expect.element(heading()).not.toHaveAttribute('data-tone', 'danger')
    await press('Confirm')
    await screen.result
    expect(await screen.contacts.list(solanaAccount)).toEqual([friend])
    screen.ask()
    await says('Estimated from a simulation')
    expect(text()).not.toContain('First time with')
  })

  test.each([
    ['solana_signTransaction', { transaction: transactionOf([sendSol]) }, 'Sign'],
    ['solana_signAllTransactions', { transactions: [transactionOf([sendSol]), transactionOf([sendSol])] }, 'Sign all'],
  ] as const)('is known once it was signed for the page: %s', async (method, params, accept) => {
    using screen = openScenario({ ...solanaScenarios['first SOL transfer'], method, params } as Scenario)
    await says('First time with')
    await press(accept)
    await screen.result
    expect(await screen.contacts.list(solanaAccount)).toEqual([friend])
  })

  test('stays a stranger when it was only looked at', async () => {
    using screen = open('first SOL transfer')
    await says('First time with')
    await userEvent.click(button('Reject'))
    await expect(screen.result).rejects.toMatchObject({ name: 'USER_REJECTED' })
    expect(await screen.contacts.list(solanaAccount)).toEqual([])
  })

  test('is red when it looks like somebody known, with what differs marked', async () => {
    using _ = open('SOL to a lookalike')
    await says('This looks like an address you know, but it’s a different one')
    await expect.element(heading()).toHaveAttribute('data-tone', 'danger')
    const marks = [...document.querySelectorAll('mark')].map((mark) => mark.textContent)
    expect(marks.join('')).toContain('8')
    expect(marks.join('')).not.toContain('oeYf')
  })
})

describe('what it is worth', () => {
  test('stands under SOL and its fee', async () => {
    using _ = open('first SOL transfer')
    await says('−1.5')
    for (const words of ['$225.00', 'Up to $0.01']) expect(text()).toContain(words)
  })

  test('stands under tokens, beside their mint', async () => {
    using _ = open('SPL transfer with prices')
    await says('$12.63')
  })

  test.each<Name>(['SPL transfer without a price', 'SPL transfer'])(
    'is not said where nobody knows: %s',
    async (name) => {
      using _ = open(name)
      await says('Estimated from a simulation')
      expect(text()).not.toContain('$')
    },
  )

  test('is text beside whatever a token calls itself', async () => {
    using _ = open('token with a script for a name')
    await says('$210.50')
    expect(document.querySelector('img[src="x"]')).toBeNull()
  })
})

describe('what cannot be agreed to', () => {
  test.each<[Name, string, string]>([
    ['Solana expired', 'The transaction expired', 'TRANSACTION_EXPIRED'],
    ['Solana would fail', 'there are not enough tokens (Token)', 'EXECUTION_REVERTED'],
    ['Solana program says why', 'Slippage tolerance exceeded', 'EXECUTION_REVERTED'],
    ['Solana without funds', 'Not enough funds', 'INSUFFICIENT_FUNDS'],
    ['Solana without rent', 'an account would have too little for its rent', 'EXECUTION_REVERTED'],
    ['table that is not there', 'The wallet can’t read this transaction', 'LOOKUP_TABLE_INVALID'],
    ['table that is too short', 'The wallet can’t read this transaction', 'LOOKUP_TABLE_INVALID'],
  ])('%s: it is said why, and nothing is signed or sent', async (name, words, error) => {
    using screen = open(name)
    await says(words)
    for (const label of ['Confirm', 'Sign']) expect(button(label).query()).toBeNull()
    await userEvent.click(button('Close'))
    await expect(screen.result).rejects.toMatchObject({ name: error })
    expect(screen.signed).toEqual([])
    expect(screen.asked.some(({ method }) => method === 'sendTransaction')).toBe(false)
  })

  test('a sign-in whose statement brings a field along is warned of, and signed as it stands if the user wants it', async () => {
    const { params } = solanaScenarios['Solana sign in']
    const given = new TextDecoder().decode(parseBase58(params.message, 'message'))
    const injected = given.replace('terms of service.', 'terms.\nURI: https://bank.example')
    const message = formatBase58(new TextEncoder().encode(injected))
    using screen = openScenario({ ...solanaScenarios['Solana sign in'], params: { ...params, message } } as Scenario)
    await says('Sign in to app.arcswap.example')
    await says('URI: https://bank.example')
    for (const words of ['The message names another address', 'This isn’t the standard format'])
      expect(text()).toContain(words)
    await press('Sign in')
    await screen.result
    expect(screen.signed).toEqual([
      { kind: 'solanaMessage', address: solanaAccount, content: new TextEncoder().encode(injected).buffer },
    ])
  })

  test('a sign-in for another page is refused in red', async () => {
    using screen = open('Solana sign in elsewhere')
    await says('Blocked: sign-in for another site')
    await userEvent.click(button('Close'))
    await expect(screen.result).rejects.toMatchObject({ name: 'INVALID_PARAMS', details: { field: 'domain' } })
  })
})

describe('what goes wrong', () => {
  test('a network that does not answer is asked again', async () => {
    using screen = open('Solana down')
    await says('Can’t reach the network')
    Object.assign(screen.chain, solanaScenarios['SOL transfer'].chain, {
      sendTransaction: formatBase58(new Uint8Array(64).fill(7)),
    })
    await userEvent.click(button('Try again'))
    await press('Confirm')
    await screen.result
  })

  test('whoever has too little can look again once there is more', async () => {
    using screen = open('Solana without funds')
    await says('You have 0.000002 SOL')
    Object.assign(screen.chain, solanaScenarios['SOL transfer'].chain)
    await userEvent.click(button('Check again'))
    await armed('Confirm')
  })

  test('what may be out is sent again, never signed again', async () => {
    using screen = open('SOL transfer')
    screen.chain.sendTransaction = new AppError('CHAIN_UNREACHABLE')
    await press('Confirm')
    await says('The network didn’t respond')
    screen.chain.sendTransaction = () => {
      throw Object.assign(new Error('known'), { data: { err: 'AlreadyProcessed' } })
    }
    await press('Send again')
    expect(await screen.result).toEqual({ signature: formatBase58(new Uint8Array(64).fill(7)) })
    expect(screen.signed).toHaveLength(1)
  })

  test.each([
    ['has expired', { data: { err: 'BlockhashNotFound' } }],
    ['would fail', { data: { err: { InstructionError: [0, { Custom: 1 }] } } }],
  ])('once an answer was lost, a node that says that it %s does not make it unsigned', async (_, refusal) => {
    using screen = open('SOL transfer')
    screen.chain.sendTransaction = new AppError('CHAIN_UNREACHABLE')
    await press('Confirm')
    await says('The network didn’t respond')
    screen.chain.sendTransaction = () => {
      throw Object.assign(new Error('behind'), refusal)
    }
    const sent = () => screen.asked.filter(({ method }) => method === 'sendTransaction').length
    await press('Send again')
    await expect.poll(sent).toBe(2)
    await armed('Send again')
    expect(text()).toContain('The transaction is signed and may be on its way')
    expect(text()).not.toContain('Nothing was signed')
    await userEvent.click(button('Close'))
    await expect(screen.result).rejects.toMatchObject({ name: 'CHAIN_UNREACHABLE' })
    expect(screen.signed).toHaveLength(1)
  })

  test('what the network refuses when it is sent is looked at anew', async () => {
    using screen = open('SOL transfer')
    Object.assign(screen.chain, {
      sendTransaction: () => {
        throw Object.assign(new Error('expired'), { data: { err: 'BlockhashNotFound' } })
      },
    })
    const armedConfirm = await armed('Confirm')
    Object.assign(screen.chain, { simulateTransaction: { value: { err: 'BlockhashNotFound', logs: [] } } })
    await userEvent.click(armedConfirm)
    await says('The transaction expired')
    await userEvent.click(button('Close'))
    await expect(screen.result).rejects.toMatchObject({ name: 'TRANSACTION_EXPIRED' })
  })

  test('a vault that cannot sign leaves it to be tried again', async () => {
    using screen = openScenario({
      ...(solanaScenarios['signed for the page'] as Scenario),
      signFailure: new AppError('SERVICE_UNREACHABLE'),
    } as Scenario)
    await press('Sign')
    await says('Can’t reach the wallet service')
    screen.signFailure.current = undefined
    await press('Try again')
    await screen.result
  })
})

test('a receiver from a table is watched like one that is named', async () => {
  using screen = openScenario({
    ...solanaScenarios['receiver in a table'],
    params: { transaction: lookedUp() },
  } as Scenario)
  await says('−1 SOL')
  const [tried] = screen.asked.filter(({ method }) => method === 'simulateTransaction')
  expect(tried?.params).toMatchObject([expect.any(String), { accounts: { addresses: [solanaAccount, friend] } }])
})

test('a transfer that is asked for beside another waits for its turn', async () => {
  using screen = open('Solana message')
  const next = { ...solanaScenarios['SOL transfer'], params: { transaction: transactionOf([sendSol]) } } as Scenario
  const second = screen.ask(next)
  await says('Welcome to Arcswap!')
  await userEvent.click(button('Reject'))
  await expect(screen.result).rejects.toMatchObject({ name: 'USER_REJECTED' })
  await says('Sign a transaction')
  second.drop()
  await expect(second.result).rejects.toMatchObject({ name: 'ABORTED' })
})
