import {
  type EvmAddress,
  encodeCalls,
  hybridAccount,
  localA,
  localB,
  parseTypedData,
  smartAccountContracts,
  userOperationHash,
} from '@latchkey/chains'
import { AppError, type SafeMethod } from '@latchkey/protocol'
import type { Signable } from '@latchkey/vault-protocol'
import { describe, expect, test } from 'vitest'
import { createChainReader } from '../../chain/createChainReader.ts'
import type { SmartAccount } from '../../smartAccount/SmartAccount.ts'
import type { ServiceName, Services } from '../../smartAccount/services.ts'
import {
  happened,
  hybrid,
  lent,
  operationReceipt,
  payCall,
  smartChain,
  sponsorAnswer,
  transactionHash,
  transferCall,
} from '../callsScenarios.fixture.ts'
import { account as owner, richChain, somebody } from '../scenarios.fixture.ts'
import { isWithoutSponsor } from './askSponsor.ts'
import { createOperationSubmission } from './createOperationSubmission.ts'
import { type FilledOperation, fillOperation, maxFeeOf } from './fillOperation.ts'
import type { OperationPlan } from './OperationPlan.ts'
import { readCalls } from './readCalls.ts'

const ether = 10n ** 18n
const gwei = 10n ** 9n
const refusal = new AppError('SPONSOR_REFUSED', { details: { reason: 'it is not covered' } })

/** A scripted chain, bundler, sponsor and vault, for one account. */
const world = (account: SmartAccount, chain: Partial<Record<SafeMethod, unknown>> = {}) => {
  const network = account.kind === 'hybrid' ? localA : localB
  const asked: { method: string; params: unknown }[] = []
  const all: Partial<Record<SafeMethod, unknown>> = { ...richChain, ...smartChain, ...chain }
  const answer = (given: unknown, params: unknown) => {
    const said = typeof given === 'function' ? given(params) : given
    if (said instanceof AppError) throw said
    return said
  }
  const read = createChainReader(async (_, method, params) => {
    asked.push({ method, params })
    return answer(all[method as SafeMethod], params)
  }, network.caipNetworkId)
  const served: { name: ServiceName; params: Record<string, unknown> }[] = []
  const answers: Partial<Record<ServiceName, unknown>> = { sponsor: new AppError('NOT_ENABLED') }
  const services: Services = async (name, params) => {
    served.push({ name, params: params as Record<string, unknown> })
    return answer(answers[name], params) as never
  }
  const signed: Signable[] = []
  const sign = async (content: Signable) => {
    signed.push(content)
    return new Uint8Array(65).fill(content.kind === 'authorization' ? 28 : 7)
  }
  const deps = { account, network, read, services, sign }
  const sent = () => served.filter(({ name }) => name === 'send').map(({ params }) => params.operation)
  return { ...deps, all, answers, asked, served, signed, sent }
}
const plan = (calls: Parameters<typeof readCalls>[0], more: Partial<OperationPlan> = {}): OperationPlan => ({
  calls: readCalls(calls, hybrid.address),
  ...more,
})
const transfer = plan([transferCall(somebody, 1n)])
const elsewhere = (receipt: ReturnType<typeof operationReceipt>) => ({
  ...receipt,
  logs: receipt.logs.map((log) => ({ ...log, address: somebody })),
})
const notDeployed = { eth_getCode: '0x' }
const hexWord = (value: bigint): string => value.toString(16).padStart(64, '0')
/** `Error("paused")`, as a contract returns it. */
const errorPaused = `0x08c379a0${hexWord(32n)}${hexWord(6n)}${'706175736564'.padEnd(64, '0')}`
/** The EntryPoint's log of what an operation's calls returned. */
const revertLog = (of: string, returned: string, length = BigInt(returned.length / 2 - 1)) => ({
  address: smartAccountContracts.entryPoint,
  topics: ['0x1c4fada7374c0a9ee8841fc38afe82932dc0f8e69012e927f061a8bae611a201', of, `0x${hexWord(0n)}`],
  data: `0x${hexWord(5n)}${hexWord(64n)}${hexWord(length)}${returned.slice(2).padEnd(256, '0')}`,
})

describe('an operation is filled', () => {
  test('with the account’s next nonce, fees of the network and gas of the bundler', async () => {
    const { asked, ...deps } = world(hybrid, { eth_getBlockByNumber: { baseFeePerGas: '0x2540be400' } })
    const { operation, setUp, payer, maxFeeWei, balanceWei } = await fillOperation(transfer, deps)
    expect(operation).toMatchObject({
      sender: hybrid.address,
      nonce: 5n,
      callData: encodeCalls(transfer.calls),
      callGasLimit: 72_000n,
      verificationGasLimit: 130_000n,
      preVerificationGas: 50_000n,
      maxFeePerGas: 21n * gwei,
      maxPriorityFeePerGas: gwei,
    })
    expect(operation).not.toHaveProperty('factory')
    expect({ setUp, payer: payer.kind, maxFeeWei, balanceWei }).toEqual({
      setUp: null,
      payer: 'self',
      maxFeeWei: 252_000n * 21n * gwei,
      balanceWei: 3n * ether,
    })
    const estimate = asked.find(({ method }) => method === 'eth_estimateUserOperationGas')
    expect(estimate?.params).toMatchObject([{ nonce: '0x5' }, smartAccountContracts.entryPoint])
  })

  test('with the factory while its contract is not there', async () => {
    const { operation, setUp } = await fillOperation(transfer, world(hybrid, notDeployed))
    const { factory, factoryData } = hybridAccount(owner as EvmAddress)
    expect(setUp).toEqual({ kind: 'deploy' })
    expect(operation).toMatchObject({ factory, factoryData })
  })

  test('with an authorization to sign while the address runs no code, estimated with one that is not signed', async () => {
    const { asked, ...deps } = world(lent, notDeployed)
    const { operation, setUp } = await fillOperation(transfer, deps)
    const authorization = { chainId: localB.id, address: smartAccountContracts.statelessImplementation, nonce: 5 }
    expect(setUp).toEqual({ kind: 'lend', authorization, instead: null })
    expect(operation).not.toHaveProperty('authorization')
    const estimate = asked.find(({ method }) => method === 'eth_estimateUserOperationGas')
    expect(estimate?.params).toMatchObject([
      { eip7702Auth: { nonce: '0x5', address: authorization.address } },
      smartAccountContracts.entryPoint,
    ])
  })

  test('without one once the address runs our code, and with a word on whose code it ran before', async () => {
    const own = smartAccountContracts.statelessImplementation.slice(2).toLowerCase()
    expect((await fillOperation(transfer, world(lent, { eth_getCode: `0xef0100${own}` }))).setUp).toBeNull()
    const other = await fillOperation(transfer, world(lent, { eth_getCode: `0xef0100${'9c'.repeat(20)}` }))
    expect(other.setUp).toMatchObject({ kind: 'lend', instead: expect.stringMatching(/^0x9c9c/i) })
  })

  test('by the price of a network that has one only', async () => {
    const { operation } = await fillOperation(transfer, world(hybrid, { eth_getBlockByNumber: {} }))
    expect([operation.maxFeePerGas, operation.maxPriorityFeePerGas]).toEqual([12n * gwei, 12n * gwei])
  })

  test('as the page wants where it has said so itself', async () => {
    const given = {
      nonce: (7n << 64n) + 3n,
      callGasLimit: 1n,
      verificationGasLimit: 2n,
      preVerificationGas: 3n,
      maxFeePerGas: 5n,
      maxPriorityFeePerGas: 4n,
    }
    const next = `0x${given.nonce.toString(16).padStart(64, '0')}`
    const { asked, ...deps } = world(hybrid, { eth_call: next })
    const { operation, nonceKey } = await fillOperation({ ...transfer, given }, deps)
    expect(operation).toMatchObject(given)
    expect(nonceKey).toBe(7n)
    expect(asked.map(({ method }) => method)).not.toContain('eth_estimateUserOperationGas')
  })

  test.each([
    [4n, 'NONCE_TOO_LOW'],
    [6n, 'NONCE_TOO_HIGH'],
    [2n ** 64n, 'NONCE_TOO_LOW'],
  ])('by no nonce of a page but the account’s next: %i', async (nonce, name) => {
    const next = (5n + ((nonce >> 64n) << 64n)).toString(16).padStart(64, '0')
    const filling = fillOperation({ ...transfer, given: { nonce } }, world(hybrid, { eth_call: `0x${next}` }))
    await expect(filling).rejects.toMatchObject({ name })
  })

  test('with what its calls take along, and what must be there before any could bring something', async () => {
    const calls = [payCall(somebody, 2n), { ...transferCall(somebody, 1n), value: '0x3' }, payCall(somebody, 4n)]
    const { valueWei, valueFirstWei } = await fillOperation(plan(calls), world(hybrid))
    expect([valueWei, valueFirstWei]).toEqual([9n, 5n])
    expect(await fillOperation(plan([payCall(somebody, 2n)]), world(hybrid))).toMatchObject({ valueFirstWei: 2n })
  })

  test('with less to pay where the account has something left with the EntryPoint', async () => {
    const deposit = (given: readonly unknown[]) =>
      (given[0] as { data: string }).data.startsWith('0x70a08231')
        ? `0x${1_000n.toString(16).padStart(64, '0')}`
        : `0x${'5'.padStart(64, '0')}`
    const { feeDueWei, maxFeeWei } = await fillOperation(transfer, world(hybrid, { eth_call: deposit }))
    expect(feeDueWei).toBe(maxFeeWei - 1_000n)
  })

  test.each(['CHAIN_UNREACHABLE', 'BUNDLER_UNREACHABLE', 'OPERATION_REFUSED', 'EXECUTION_REVERTED'] as const)(
    'or says %s',
    async (name) => {
      const deps = world(hybrid, { eth_estimateUserOperationGas: new AppError(name) })
      await expect(fillOperation(transfer, deps)).rejects.toMatchObject({ name })
    },
  )

  test('also for an account that cannot pay: how much it lacks is known by asking at no price', async () => {
    const refused = new AppError('OPERATION_REFUSED', { details: { reason: 'the balance cannot pay the fee (AA21)' } })
    const estimate = ([operation]: readonly unknown[]) =>
      (operation as { maxFeePerGas: string }).maxFeePerGas === '0x0' ? smartChain.eth_estimateUserOperationGas : refused
    const deps = world(hybrid, { eth_estimateUserOperationGas: estimate, eth_getBalance: '0x1' })
    const { operation, balanceWei, feeDueWei } = await fillOperation(transfer, deps)
    expect(operation.maxFeePerGas).toBeGreaterThan(0n)
    expect([balanceWei, feeDueWei]).toEqual([1n, maxFeeOf(operation)])
  })

  test.each([{}, { callGasLimit: '1' }, { callGasLimit: '0x1', verificationGasLimit: null }])(
    'by no estimate that is none (%j)',
    async (estimate) => {
      const deps = world(hybrid, { eth_estimateUserOperationGas: estimate })
      await expect(fillOperation(transfer, deps)).rejects.toMatchObject({ name: 'BUNDLER_UNREACHABLE' })
    },
  )
})

describe('who pays', () => {
  test('is the sponsor who says so before the gas is known', async () => {
    const { answers, served, ...deps } = world(hybrid)
    answers.sponsor = sponsorAnswer()
    const { payer, operation, feeDueWei, maxFeeWei } = await fillOperation(transfer, deps)
    expect(payer).toEqual({ kind: 'sponsor', name: 'Arcswap', isOfPage: false, isFinal: false })
    expect(feeDueWei).toBe(0n)
    expect(maxFeeWei).toBe(maxFeeOf(operation))
    expect(served).toMatchObject([{ params: { stage: 'stub', operation: { callGasLimit: '0x0' } } }])
  })

  test('is the page’s own service where it names one', async () => {
    const { answers, served, ...deps } = world(hybrid)
    answers.sponsor = sponsorAnswer()
    const service = { url: 'https://pay.example', context: { policy: '7' } }
    const { payer } = await fillOperation({ ...transfer, service }, deps)
    expect(payer).toMatchObject({ isOfPage: true })
    expect(served).toMatchObject([{ params: { service } }])
  })

  test.each(['SPONSOR_REFUSED', 'NOT_ENABLED', 'SERVICE_UNAVAILABLE', 'TIMEOUT'] as const)(
    'is the account itself after %s',
    async (name) => {
      const { answers, ...deps } = world(hybrid)
      answers.sponsor = new AppError(name)
      const { payer, operation } = await fillOperation(transfer, deps)
      expect(payer).toMatchObject({ kind: 'self', because: { name } })
      expect(operation).not.toHaveProperty('paymaster')
    },
  )

  test('is the account itself where a service names nobody, by whom the EntryPoint would have it pay', async () => {
    const { answers, ...deps } = world(hybrid)
    answers.sponsor = sponsorAnswer({ paymaster: `0x${'00'.repeat(20)}` })
    const { payer, operation, feeDueWei, maxFeeWei } = await fillOperation(transfer, deps)
    expect(payer).toMatchObject({ kind: 'self', because: { name: 'SPONSOR_REFUSED' } })
    expect(operation).not.toHaveProperty('paymaster')
    expect(feeDueWei).toBe(maxFeeWei)
  })

  test('is not asked about where nobody else shall pay, or where the page has arranged it', async () => {
    const { served, ...deps } = world(hybrid)
    expect((await fillOperation(transfer, deps, 'self')).payer).toEqual({ kind: 'self', because: null })
    const paymaster = {
      paymaster: somebody as EvmAddress,
      paymasterData: '0x12' as const,
      paymasterVerificationGasLimit: 9n,
      paymasterPostOpGasLimit: 0n,
    }
    const filled = await fillOperation({ ...transfer, given: { paymaster } }, deps)
    expect(filled).toMatchObject({ payer: { kind: 'page', paymaster: somebody }, operation: paymaster, feeDueWei: 0n })
    expect(served).toEqual([])
  })

  test('of a session that has ended, is nobody', async () => {
    const { answers, ...deps } = world(hybrid)
    answers.sponsor = new AppError('SESSION_EXPIRED')
    await expect(fillOperation(transfer, deps)).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
  })
})

describe('an operation is sent', () => {
  type Options = { account?: SmartAccount; chain?: Partial<Record<SafeMethod, unknown>>; sponsor?: unknown }
  const submissionOf = async (until: 'taken' | 'happened', { account = hybrid, chain, sponsor }: Options = {}) => {
    const given = world(account, chain)
    if (sponsor !== undefined) given.answers.sponsor = sponsor
    const filled: FilledOperation = await fillOperation(transfer, given)
    const hash = userOperationHash(filled.operation, given.network.id)
    given.answers.send = { hash }
    const waits: number[] = []
    const locks: string[] = []
    const told: string[] = []
    const submission = createOperationSubmission(filled, {
      ...given,
      plan: transfer,
      until,
      lock: (name, work) => {
        locks.push(name)
        return work()
      },
      onSigned: async (of) => void told.push(of),
      onRefused: async () => void told.push('refused'),
      wait: async (ms) => void waits.push(ms),
    })
    return { ...given, filled, hash, waits, locks, told, submission }
  }

  test('as it was shown, signed by its owner in the account’s own domain', async () => {
    const { submission, signed, sent, hash, told, filled, locks } = await submissionOf('taken')
    expect(await submission.submit()).toEqual({ hash, transactionHash: null })
    const [content] = signed
    if (content?.kind !== 'typedData') throw new Error('Nothing was signed')
    const { primaryType, domain, message } = parseTypedData(content.typedData)
    expect([content.address, primaryType]).toEqual([owner, 'PackedUserOperation'])
    expect(domain).toMatchObject({ verifyingContract: hybrid.address, chainId: BigInt(localA.id) })
    expect(message).toMatchObject({ sender: hybrid.address, callData: filled.operation.callData })
    expect(sent()).toMatchObject([{ sender: hybrid.address, signature: `0x${'07'.repeat(65)}` }])
    expect(told).toEqual([hash])
    expect(locks).toEqual([`latchkey-send-31337-${hybrid.address.toLowerCase()}`])
  })

  test('with the authorization that its account needs, signed first', async () => {
    const { submission, signed, sent } = await submissionOf('taken', { account: lent, chain: notDeployed })
    await submission.submit()
    expect(signed.map(({ kind }) => kind)).toEqual(['authorization', 'typedData'])
    expect(signed[0]).toEqual({ kind: 'authorization', address: owner, chainId: localB.id, nonce: 5 })
    expect(sent()).toMatchObject([{ eip7702Auth: { yParity: '0x01', r: `0x${'1c'.repeat(32)}` } }])
  })

  test('with the sponsor’s last word, which is asked for when it is confirmed', async () => {
    const last = `0x${'cd'.repeat(77)}`
    const sponsor = (params: unknown) =>
      sponsorAnswer((params as { stage: string }).stage === 'final' ? { paymasterData: last } : {})
    const { submission, answers, sent, served, filled, network } = await submissionOf('taken', { sponsor })
    const operation = { ...filled.operation, paymasterData: last as `0x${string}` }
    answers.send = { hash: userOperationHash(operation, network.id) }
    expect(served.filter(({ name }) => name === 'sponsor')).toHaveLength(1)
    await submission.submit()
    expect(sent()).toMatchObject([{ paymasterData: last }])
    expect(served.at(1)).toMatchObject({ params: { stage: 'final', operation: { callGasLimit: '0x11940' } } })
  })

  test('without asking again where the first answer was the last', async () => {
    const { submission, served } = await submissionOf('taken', { sponsor: sponsorAnswer({ isFinal: true }) })
    await submission.submit()
    expect(served.map(({ name }) => name)).toEqual(['sponsor', 'send'])
  })

  test('not at all where whoever was to pay reaches no node, which is no matter of sending', async () => {
    const sponsor = (params: unknown) =>
      (params as { stage: string }).stage === 'stub' ? sponsorAnswer() : new AppError('CHAIN_UNREACHABLE')
    const { submission, signed, sent } = await submissionOf('taken', { sponsor })
    expect(isWithoutSponsor(await submission.submit().catch((thrown: unknown) => thrown))).toBe(true)
    expect([signed, sent(), submission.standing()]).toEqual([[], [], 'here'])
  })

  test('not at all where the sponsor has changed their mind', async () => {
    const sponsor = (params: unknown) => ((params as { stage: string }).stage === 'stub' ? sponsorAnswer() : refusal)
    const { submission, signed, sent } = await submissionOf('taken', { sponsor })
    await expect(submission.submit()).rejects.toMatchObject({ name: 'SPONSOR_REFUSED' })
    expect([signed, sent(), submission.standing()]).toEqual([[], [], 'here'])
  })

  test.each([
    ['somebody else’s', { paymaster: `0x${'5b'.repeat(20)}` }],
    ['nobody’s, who has the account pay', { paymaster: `0x${'00'.repeat(20)}` }],
    ['for more gas to check it', { paymasterVerificationGasLimit: '0x7531' }],
    ['for more gas afterwards', { paymasterPostOpGasLimit: '0x1' }],
  ])('not at all where the last word is %s', async (_, change) => {
    const sponsor = (params: unknown) => sponsorAnswer((params as { stage: string }).stage === 'final' ? change : {})
    const { submission, signed, sent } = await submissionOf('taken', { sponsor })
    await expect(submission.submit()).rejects.toMatchObject({ name: 'SPONSOR_REFUSED' })
    expect([signed, sent(), submission.standing()]).toEqual([[], [], 'here'])
  })

  test.each([
    ['another operation', hybrid, 'eth_call', `0x${'6'.padStart(64, '0')}`],
    ['another transaction of the same address', lent, 'eth_getTransactionCount', '0x6'],
  ] as const)('not at all where %s went first', async (_, account, method, now) => {
    const { submission, all, signed } = await submissionOf('taken', { account, chain: notDeployed })
    all[method] = now
    await expect(submission.submit()).rejects.toMatchObject({ name: 'NONCE_TOO_LOW' })
    expect(signed).toEqual([])
  })

  test('not at all under an id that is taken', async () => {
    const given = await submissionOf('taken')
    const submission = createOperationSubmission(given.filled, {
      ...given,
      plan: transfer,
      until: 'taken',
      lock: (_, work) => work(),
      onSigned: () => Promise.reject(new AppError('CALLS_ID_TAKEN')),
      wait: async () => undefined,
    })
    await expect(submission.submit()).rejects.toMatchObject({ name: 'CALLS_ID_TAKEN' })
    expect([given.sent(), submission.standing()]).toEqual([[], 'here'])
  })

  test.each(['BUNDLER_UNREACHABLE', 'SERVICE_UNREACHABLE', 'TIMEOUT', 'INTERNAL'] as const)(
    'after %s as the very same, signed once',
    async (name) => {
      const { submission, answers, signed, sent, hash } = await submissionOf('taken')
      answers.send = new AppError(name)
      await expect(submission.submit()).rejects.toMatchObject({ name })
      expect(submission.standing()).toBe('out')
      answers.send = { hash }
      await submission.submit()
      expect(signed).toHaveLength(1)
      expect(sent()[1]).toEqual(sent()[0])
    },
  )

  test('once, though its answer was lost and it stands in its own way now', async () => {
    const { submission, answers, all, hash } = await submissionOf('taken')
    answers.send = new AppError('BUNDLER_UNREACHABLE')
    await expect(submission.submit()).rejects.toThrow()
    answers.send = new AppError('OPERATION_REFUSED', { details: { reason: 'another came first (AA25)' } })
    all.eth_getUserOperationByHash = { userOperation: {} }
    expect(await submission.submit()).toMatchObject({ hash })
  })

  test('never anew after a lost answer, whatever is said against it then', async () => {
    const { submission, answers, signed, told, all } = await submissionOf('taken')
    all.eth_getUserOperationReceipt = null
    answers.send = new AppError('BUNDLER_UNREACHABLE')
    await expect(submission.submit()).rejects.toThrow()
    answers.send = new AppError('OPERATION_REFUSED')
    await expect(submission.submit()).rejects.toMatchObject({ name: 'BUNDLER_UNREACHABLE' })
    expect([submission.standing(), signed.length, told.includes('refused')]).toEqual(['out', 1, false])
  })

  test('to no bundler that speaks of another one', async () => {
    const { submission, answers } = await submissionOf('taken')
    answers.send = { hash: `0x${'44'.repeat(32)}` }
    await expect(submission.submit()).rejects.toMatchObject({ name: 'BUNDLER_UNREACHABLE' })
    expect(submission.standing()).toBe('out')
  })

  test('once, though it is said to be refused: the bundler has it', async () => {
    const { submission, answers, all, hash, told } = await submissionOf('taken')
    answers.send = new AppError('OPERATION_REFUSED', { details: { reason: 'no' } })
    all.eth_getUserOperationByHash = { userOperation: {} }
    expect(await submission.submit()).toMatchObject({ hash })
    expect([submission.standing(), told]).toEqual(['out', [hash]])
  })

  test('as the very same after a refusal of which nobody can tell whether it holds', async () => {
    const { submission, answers, all, signed, told, hash } = await submissionOf('taken')
    answers.send = new AppError('OPERATION_REFUSED', { details: { reason: 'no' } })
    all.eth_getUserOperationByHash = new AppError('BUNDLER_UNREACHABLE')
    await expect(submission.submit()).rejects.toMatchObject({ name: 'BUNDLER_UNREACHABLE' })
    expect([submission.standing(), told]).toEqual(['out', [hash]])
    answers.send = { hash }
    expect(await submission.submit()).toMatchObject({ hash })
    expect(signed).toHaveLength(1)
  })

  test.each(['OPERATION_REFUSED', 'LIMIT_EXCEEDED', 'SESSION_EXPIRED'] as const)(
    'in vain after %s: it is not out, and its id is free again',
    async (name) => {
      const { submission, answers, told, hash } = await submissionOf('taken', {
        chain: { eth_getUserOperationReceipt: null },
      })
      answers.send = new AppError(name)
      await expect(submission.submit()).rejects.toMatchObject({ name })
      expect([submission.standing(), told]).toEqual(['here', [hash, 'refused']])
    },
  )

  test('and holds up the next of its account until it has happened, though nobody waits for it', async () => {
    const given = await submissionOf('taken', { chain: { eth_getUserOperationReceipt: null } })
    const released = Promise.withResolvers<void>()
    let isHeld = true
    const submission = createOperationSubmission(given.filled, {
      ...given,
      plan: transfer,
      until: 'taken',
      lock: async (_, work) => {
        const result = await work()
        isHeld = false
        released.resolve()
        return result
      },
      wait: async (ms) => void given.waits.push(ms),
    })
    expect(await submission.submit()).toEqual({ hash: given.hash, transactionHash: null })
    expect(isHeld).toBe(true)
    await released.promise
    const heldMs = given.waits.reduce((sum, ms) => sum + ms)
    expect(heldMs).toBeGreaterThanOrEqual(15_000)
    expect(heldMs).toBeLessThan(20_000)
  })

  test('and waited for until it has happened', async () => {
    let asked = 0
    const { eth_getUserOperationReceipt: receipt, ...node } = happened() as Record<string, (params: unknown) => unknown>
    const { submission, waits } = await submissionOf('happened', {
      chain: { ...node, eth_getUserOperationReceipt: (params: unknown) => (++asked < 4 ? null : receipt?.(params)) },
    })
    expect(await submission.submit()).toMatchObject({ transactionHash })
    expect(waits).toEqual([50, 100, 150])
  })

  test.each([
    [
      'what the contract said',
      `0x08c379a0${'20'.padStart(64, '0')}${'6'.padStart(64, '0')}${'706175736564'.padEnd(64, '0')}`,
      'paused',
    ],
    ['the bundler’s words', 'paused', 'paused'],
    ['nothing', undefined, 'no reason given'],
  ])('and failed there, with %s', async (_, said, reason) => {
    const { submission } = await submissionOf('happened', { chain: happened(false, said) })
    await expect(submission.submit()).rejects.toMatchObject({
      name: 'OPERATION_REVERTED',
      details: { reason, transactionHash },
    })
    expect(submission.standing()).toBe('reverted')
  })

  test.each<[string, (of: string) => object[], string]>([
    ['what its receipt says, whatever the bundler does', (of) => [revertLog(of, errorPaused)], 'paused'],
    ['an error without words', (of) => [revertLog(of, '0xe450d38c')], 'there are not enough tokens'],
    ['words of another operation', () => [revertLog(`0x${'44'.repeat(32)}`, errorPaused)], 'told by the bundler'],
    [
      'words of another contract',
      (of) => [{ ...revertLog(of, errorPaused), address: somebody }],
      'told by the bundler',
    ],
    ['fewer bytes than announced', (of) => [revertLog(of, errorPaused, 2n ** 200n)], 'told by the bundler'],
    ['no bytes', (of) => [revertLog(of, '0x')], 'told by the bundler'],
    ['nothing that can be read', (of) => [{ ...revertLog(of, '0x'), data: '0x' }], 'told by the bundler'],
  ])('and failed there, for %s', async (_, logs, reason) => {
    let of = ''
    const { submission } = await submissionOf('happened', {
      chain: {
        eth_getUserOperationReceipt: ([hash]: readonly string[]) => {
          of = hash ?? ''
          return { success: false, reason: 'told by the bundler', receipt: { transactionHash } }
        },
        eth_getTransactionReceipt: () => {
          const receipt = operationReceipt(of, false)
          return { ...receipt, logs: [...logs(of), ...receipt.logs] }
        },
      },
    })
    await expect(submission.submit()).rejects.toMatchObject({ name: 'OPERATION_REVERTED', details: { reason } })
  })

  test('once, however long it takes and however often is looked', async () => {
    const { submission, sent, all, waits } = await submissionOf('happened', {
      chain: { eth_getUserOperationReceipt: null },
    })
    await expect(submission.submit()).rejects.toMatchObject({ name: 'TIMEOUT' })
    expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThanOrEqual(60_000)
    expect(submission.standing()).toBe('out')
    Object.assign(all, happened())
    expect(await submission.submit()).toMatchObject({ transactionHash })
    expect(sent()).toHaveLength(1)
  })
  test.each([
    ['a transaction that nobody has', () => null],
    ['a transaction of another operation', () => operationReceipt(`0x${'44'.repeat(32)}`, true)],
    ['an event of somebody else’s contract', (of: string) => elsewhere(operationReceipt(of, true))],
  ])('and has not happened by a bundler’s word alone: it names %s', async (_, node) => {
    let of = ''
    const { submission } = await submissionOf('happened', {
      chain: {
        eth_getUserOperationReceipt: ([hash]: readonly string[]) => {
          of = hash ?? ''
          return { success: true, receipt: { transactionHash } }
        },
        eth_getTransactionReceipt: () => node(of),
      },
    })
    await expect(submission.submit()).rejects.toMatchObject({ name: 'TIMEOUT' })
    expect(submission.standing()).toBe('out')
  })

  test('and failed there, though the bundler says that it did not', async () => {
    let of = ''
    const { submission } = await submissionOf('happened', {
      chain: {
        eth_getUserOperationReceipt: ([hash]: readonly string[]) => {
          of = hash ?? ''
          return { success: true, receipt: { transactionHash } }
        },
        eth_getTransactionReceipt: () => operationReceipt(of, false),
      },
    })
    await expect(submission.submit()).rejects.toMatchObject({ name: 'OPERATION_REVERTED' })
    expect(submission.standing()).toBe('reverted')
  })
})
