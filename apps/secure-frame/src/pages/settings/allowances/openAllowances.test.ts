import type { EndpointResponse } from '@latchkey/api-client'
import { hybridAccount, toChecksumAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { asPage } from '../../../boundary/Page.ts'
import { asCaller } from '../../../session/Caller.ts'
import { openAllowances } from './openAllowances.ts'

const chainA = 'eip155:31337'
const chainB = 'eip155:1337'
const owner = toChecksumAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
const smart = hybridAccount(owner).address
const at = (number: number): `0x${string}` => `0x${number.toString(16).padStart(40, '0')}`
const [token, router] = [at(0xaa), at(0xbb)]
const page = asPage('https://wallet.example', 'wallet', 5)
const caller = asCaller(page, { userId: 'u', sessionId: 's', address: owner }, null)
const word = (amount: bigint): string => `0x${amount.toString(16).padStart(64, '0')}`

type Body = EndpointResponse<'accountAllowances'>
const set = (spender: string, more: Partial<Body['allowances'][number]> = {}) => ({
  ...{ chainId: chainA, token, spender, setAt: '2026-11-01T00:00:00.000Z' },
  ...more,
})

/**
 * A service that knows these approvals, and tokens that allow `amountOf` by spender: an amount, or a node's answer instead. `onAsk` runs
 * when the user confirms.
 */
const setUp = (
  known: Record<string, Partial<Body>>,
  amountOf: (spender: string) => bigint | string | AppError,
  onAsk: () => void = () => undefined,
  isOperator: (spender: string) => bigint | AppError = () => new AppError('EXECUTION_REVERTED'),
) => {
  const asked: unknown[] = []
  const preferred: string[] = []
  let nowMs = 0
  const read = async (_: string, [{ data }]: [{ data: string }]) => {
    // symbol() and decimals(): a token with little metadata.
    const [question, spender] = [data.slice(0, 10), `0x${data.slice(-40)}`]
    if (question !== '0xdd62ed3e' && question !== '0xe985e9c5') throw new AppError('EXECUTION_REVERTED')
    const answer = question === '0xdd62ed3e' ? amountOf(spender) : isOperator(spender)
    if (answer instanceof AppError) throw answer
    return typeof answer === 'bigint' ? word(answer) : answer
  }
  const call = async (_: string, { address }: { address: string }) => ({
    ...{ allowances: [], incomplete: [], notIndexed: [] },
    ...known[address],
  })
  const allowances = openAllowances({
    page,
    client: { call } as never,
    chain: () => read as never,
    session: {
      preferAccount: async (_, type) => void preferred.push(type),
      requireCallerOnChain: async () =>
        asCaller(
          page,
          { userId: 'u', sessionId: 's', address: preferred.at(-1) === 'smartAccount' ? smart : owner },
          null,
        ),
    },
    ask: (async (method: string, params: unknown) => {
      asked.push([method, params])
      onAsk()
      return '0x'
    }) as never,
    smartAccounts: { networks: [chainA], on: async () => ({ kind: 'hybrid', address: smart, owner }) },
    now: () => nowMs,
    wait: async (ms) => {
      nowMs += ms
    },
  })
  return { ...allowances, asked, preferred }
}

test('shows what tokens say now, of both accounts; what is used up, ended or no token is left out', async () => {
  const { allowances } = setUp(
    {
      [owner]: { allowances: [set(router), set(at(1)), set(at(2)), set(at(3)), set(at(4))], notIndexed: [chainB] },
      [smart]: { allowances: [set(router)], incomplete: [chainA] },
    },
    (spender) =>
      ({ [router]: 5n, [at(1)]: 0n, [at(2)]: '0x', [at(3)]: new AppError('EXECUTION_REVERTED') })[spender] ??
      new AppError('CHAIN_UNREACHABLE'),
  )
  const { shown, more, notIndexed, incomplete } = await allowances(caller)
  expect(
    shown.map(({ account, isSmartAccount, spender, amount }) => [account, isSmartAccount, spender, amount]),
  ).toEqual([
    [owner, false, toChecksumAddress(router), 5n],
    // No answer: it may still be there.
    [owner, false, toChecksumAddress(at(4)), null],
    [smart, true, toChecksumAddress(router), 5n],
  ])
  expect(more).toBeNull()
  expect([notIndexed, incomplete]).toEqual([['Local chain B'], ['Local chain A']])
})

test('reads thousands of them page by page', async () => {
  const many = Array.from({ length: 120 }, (_, index) => set(at(index + 1)))
  const { allowances } = setUp({ [owner]: { allowances: many } }, () => 1n)
  const first = await allowances(caller)
  const second = await first.more?.()
  const third = await second?.more?.()
  expect([first.shown.length, second?.shown.length, third?.shown.length]).toEqual([50, 50, 20])
  expect(third?.more).toBeNull()
})

test('networks that the wallet does not know are left out', async () => {
  const { allowances } = setUp({ [owner]: { allowances: [set(router, { chainId: 'eip155:987654321' })] } }, () => 1n)
  expect((await allowances(caller)).shown).toEqual([])
})

test.each([
  [owner, 'eoa'],
  [smart, 'smartAccount'],
] as const)('ends one by an approval of nothing from %s, and waits until the token says so', async (account, type) => {
  let amount = 5n
  const { allowances, endAllowance, asked, preferred } = setUp(
    { [account]: { allowances: [set(router)] } },
    () => amount,
    () => {
      amount = 0n
    },
  )
  const [allowance] = (await allowances(caller)).shown
  if (allowance === undefined) throw new Error('nothing is shown')
  expect(await endAllowance(allowance)).toBe('ended')
  const data = `0x095ea7b3${router.slice(2).padStart(64, '0')}${'0'.repeat(64)}`
  expect(asked).toEqual([['eth_sendTransaction', [{ from: account, to: toChecksumAddress(token), data }]]])
  expect(preferred).toEqual([type])
  // An allowance that has ended by now shows no approval.
  expect(await endAllowance(allowance)).toBe('ended')
  expect(asked).toHaveLength(1)
})

test('says that it was sent where the network does not confirm it in time, and nothing where the user refuses', async () => {
  const { allowances, endAllowance } = setUp({ [owner]: { allowances: [set(router)] } }, () => 5n)
  const [allowance] = (await allowances(caller)).shown
  if (allowance === undefined) throw new Error('nothing is shown')
  expect(await endAllowance(allowance)).toBe('sent')
  const refusing = setUp(
    {},
    () => 5n,
    () => {
      throw new AppError('USER_REJECTED')
    },
  )
  await expect(refusing.endAllowance(allowance)).rejects.toThrowError(new AppError('USER_REJECTED'))
})

test('an account that is not the user’s any more signs nothing', async () => {
  const { allowances, endAllowance, asked } = setUp({ [owner]: { allowances: [set(router)] } }, () => 5n)
  const [allowance] = (await allowances(caller)).shown
  if (allowance === undefined) throw new Error('nothing is shown')
  const foreign = { ...allowance, account: toChecksumAddress(at(9)) }
  await expect(endAllowance(foreign)).rejects.toThrowError(new AppError('UNAUTHORIZED'))
  expect(asked).toEqual([])
})

/** A collection: it has no allowances. */
const none = () => new AppError('EXECUTION_REVERTED')

test('shows the operators of NFT collections, beside an allowance where a contract is both', async () => {
  const { allowances } = setUp(
    { [owner]: { allowances: [set(router), set(at(1)), set(at(2)), set(at(3))] } },
    (spender) => (spender === at(1) ? 5n : none()),
    () => undefined,
    (spender) => ({ [router]: 1n, [at(1)]: 1n, [at(2)]: 0n })[spender] ?? new AppError('CHAIN_UNREACHABLE'),
  )
  expect((await allowances(caller)).shown.map(({ spender, amount }) => [spender, amount])).toEqual([
    [toChecksumAddress(router), 'collection'],
    [toChecksumAddress(at(1)), 5n],
    [toChecksumAddress(at(1)), 'collection'],
    // No answer: it may still be an operator.
    [toChecksumAddress(at(3)), null],
  ])
})

test('ends an operator by setApprovalForAll with false, and waits until the collection says so', async () => {
  let isOperator = 1n
  const { allowances, endAllowance, asked } = setUp(
    { [smart]: { allowances: [set(router)] } },
    none,
    () => {
      isOperator = 0n
    },
    () => isOperator,
  )
  const [operator] = (await allowances(caller)).shown
  if (operator === undefined) throw new Error('nothing is shown')
  expect(await endAllowance(operator)).toBe('ended')
  const data = `0xa22cb465${router.slice(2).padStart(64, '0')}${'0'.repeat(64)}`
  expect(asked).toEqual([['eth_sendTransaction', [{ from: smart, to: toChecksumAddress(token), data }]]])
})

test('never guesses what kind a contract is that can’t be asked: approve would grant an item of a collection', async () => {
  let isReachable = false
  const offline = () => new AppError('CHAIN_UNREACHABLE')
  const { allowances, endAllowance, asked } = setUp(
    { [owner]: { allowances: [set(router)] } },
    () => (isReachable ? none() : offline()),
    () => undefined,
    () => (isReachable ? 1n : offline()),
  )
  const [unknown] = (await allowances(caller)).shown
  if (unknown === undefined) throw new Error('nothing is shown')
  expect(unknown.amount).toBeNull()
  await expect(endAllowance(unknown)).rejects.toThrowError(new AppError('CHAIN_UNREACHABLE'))
  expect(asked).toEqual([])
  isReachable = true
  expect(await endAllowance(unknown)).toBe('sent')
  expect(asked).toMatchObject([['eth_sendTransaction', [{ data: expect.stringMatching(/^0xa22cb465/) }]]])
})
