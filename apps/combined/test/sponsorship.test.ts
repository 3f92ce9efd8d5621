import {
  type AccountCall,
  type EvmAddress,
  encodeCalls,
  hybridAccount,
  parseEvmAddress,
  parseUserOperation,
  smartAccountContracts,
  toChecksumAddress,
  userOperationHash,
} from '@latchkey/chains'
import {
  bytesToHex,
  encodeAbiParameters,
  encodeFunctionData,
  hexToNumber,
  numberToHex,
  pad,
  parseAbi,
  parseAbiParameters,
  recoverMessageAddress,
  slice,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestNodes, type NodeAnswer, type NodeCall, result } from '../../api/src/chain/testNode.fixture.ts'
import { type LandedOperation, operationEvent } from '../../api/src/sponsorship/operationEvent.fixture.ts'
import { sponsorshipDigest } from '../../api/src/sponsorship/paymasterData.ts'
import { createHarness, demo, type Harness, logIn } from './harness.ts'

const hybridChain = 'eip155:31337'
const lendingChain = 'eip155:1337'
const paymaster = toChecksumAddress(`0x${'9a'.repeat(20)}`)
const usdc = toChecksumAddress(`0x${'c0'.repeat(20)}`)
const nft = toChecksumAddress(`0x${'c1'.repeat(20)}`)
const other = toChecksumAddress(`0x${'c2'.repeat(20)}`)
const key = new Uint8Array(32).fill(0x42)
const gwei = 1_000_000_000n
/** Of the operation below: gas of 100,000, and of our contract 60,000 and one for each byte of calls. */
const gasOf = (callData: string) => 160_000n + BigInt((callData.length - 2) / 2)

const sponsorship = {
  networks: [hybridChain, lendingChain],
  contracts: [usdc, nft.toLowerCase()],
  perPersonPerDayWei: (10n ** 16n).toString(),
  perDayWei: (10n ** 17n).toString(),
}
const smartAccounts = [hybridChain, lendingChain]

const callOf = (to: EvmAddress, value = 0n): AccountCall => ({ to, value, data: '0xa9059cbb' })
const plainCall = encodeCalls([callOf(usdc)])
/** The most that the user pays for `plainCall` at 3 gwei. */
const costWei = 3n * gwei * gasOf(plainCall)

/** The proxy that the framework's factory deploys (`hybridAccount`), and its implementation slot. */
const proxyCode = slice(hybridAccount(other).factoryData, 4 + 3 * 32 + 0x34d, 4 + 3 * 32 + 0x3f0)
const ownImplementation = pad(smartAccountContracts.hybridImplementation)
const lentCode = `0xef0100${smartAccountContracts.statelessImplementation.slice(2)}`
/** A bundler's estimate of an operation. */
const estimateOf = ({ preVerificationGas = 50_000, callGasLimit = 40_000 }) => ({
  preVerificationGas: numberToHex(preVerificationGas),
  callGasLimit: numberToHex(callGasLimit),
  verificationGasLimit: numberToHex(30_000),
})

/** The newest block of a node that is on time, or of one that is not. */
const blockAt = (now: Date) => ({
  number: '0x20',
  hash: `0x${'b2'.repeat(32)}`,
  parentHash: `0x${'b1'.repeat(32)}`,
  timestamp: numberToHex(now.getTime() / 1000),
  baseFeePerGas: numberToHex(gwei),
})

type Answer = (call: NodeCall) => NodeAnswer | undefined
/** Deviations from the default answers of both chains and their bundlers. */
let special: Answer | undefined
let asked: NodeCall[]
let harness: Harness
beforeAll(async () => {
  const nodes = createTestNodes((call) => {
    const chainId = call.url.includes('lending') ? '0x539' : '0x7a69'
    const usual: Record<string, unknown> = {
      eth_chainId: chainId,
      eth_supportedEntryPoints: [smartAccountContracts.entryPoint],
      eth_blockNumber: '0x10',
      eth_getBlockByNumber: blockAt(harness.clock.now()),
      eth_getLogs: [],
      eth_maxPriorityFeePerGas: numberToHex(gwei),
      eth_getUserOperationReceipt: null,
      eth_estimateUserOperationGas: estimateOf({}),
      eth_getCode: call.url.includes('lending') ? lentCode : proxyCode,
      eth_getStorageAt: ownImplementation,
      eth_getTransactionCount: '0x7',
      eth_call: numberToHex(0n, { size: 32 }),
    }
    return special?.(call) ?? result(usual[call.method])
  })
  asked = nodes.asked
  harness = await createHarness({
    smartAccounts: {
      [hybridChain]: { kind: 'hybrid', bundler: 'http://bundler.hybrid.test', paymaster },
      [lendingChain]: { kind: 'eip7702', bundler: 'http://bundler.lending.test', paymaster },
    },
    paymasterKey: key,
    nodes: { [hybridChain]: ['http://node.hybrid.test'], [lendingChain]: ['http://node.lending.test'] },
    fetch: nodes.fetch,
  })
})
afterAll(() => harness[Symbol.asyncDispose]())

const personOf = async (projectId: string, email: string) => {
  const device = await harness.device()
  const { accessToken, wallet } = await logIn(harness, device, email)
  const owner = parseEvmAddress(wallet.addresses.eip155[0])
  const account = hybridAccount(owner)
  const operation = {
    sender: account.address as string,
    nonce: '0x0',
    callData: plainCall as string,
    callGasLimit: numberToHex(50_000),
    verificationGasLimit: numberToHex(30_000),
    preVerificationGas: numberToHex(20_000),
    maxFeePerGas: numberToHex(3n * gwei),
    maxPriorityFeePerGas: numberToHex(gwei),
  }
  type Asked = {
    projectId?: string
    chainId?: string
    stage?: 'stub' | 'final'
    change?: object
    service?: { url: string }
  }
  const ask = ({ change = {}, ...rest }: Asked = {}) =>
    device.client.call(
      'sponsorOperation',
      { projectId, chainId: hybridChain, stage: 'final', operation: { ...operation, ...change }, ...rest },
      { accessToken },
    )
  /** `ok`, or the reason for the rejection. */
  const outcome = (asked: Asked = {}) =>
    ask(asked).then(
      () => 'ok',
      ({ name, details }) => (name === 'SPONSOR_REFUSED' ? details.reason : name),
    )
  return { ask, outcome, owner, account, operation, device, accessToken }
}
type Person = Awaited<ReturnType<typeof personOf>>

let tests = 0
/** A user, and a project without any operations yet. */
const start = async (answer?: Answer) => {
  special = answer
  const id = `project-${++tests}`
  const write = (policy: object = {}) =>
    harness.writeProjects([
      demo,
      { ...demo, id, smartAccounts, sponsorship: { ...sponsorship, ...policy } },
      { ...demo, id: 'unpaid', smartAccounts: [hybridChain] },
    ])
  write()
  asked.splice(0)
  return {
    write,
    limit: (person: bigint, all = 10n ** 18n) => write({ perPersonPerDayWei: `${person}`, perDayWei: `${all}` }),
    ada: await personOf(id, `ada-${tests}@example.com`),
    /** The same user, after a new sign-in. */
    adaAgain: () => personOf(id, `ada-${tests}@example.com`),
    bob: () => personOf(id, `bob-${tests}@example.com`),
  }
}

describe('what is paid for', () => {
  test('is an operation as it will be signed, for ten minutes, by a signature that our contract knows', async () => {
    const { ada } = await start()
    const answer = await ada.ask()
    expect(answer).toMatchObject({ paymaster, sponsor: 'Demo', isFinal: true, paymasterPostOpGasLimit: '0x0' })
    const { operation } = ada
    const signed = {
      sender: ada.account.address,
      nonce: 0n,
      callData: plainCall,
      callGasLimit: 50_000n,
      verificationGasLimit: 30_000n,
      preVerificationGas: 20_000n,
      maxFeePerGas: BigInt(operation.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(operation.maxPriorityFeePerGas),
      paymaster,
      paymasterVerificationGasLimit: BigInt(answer.paymasterVerificationGasLimit),
      paymasterPostOpGasLimit: 0n,
    }
    const data = answer.paymasterData as `0x${string}`
    const validUntil = hexToNumber(slice(data, 0, 6))
    expect(validUntil).toBe(harness.clock.now().getTime() / 1000 + 600)
    expect(hexToNumber(slice(data, 6, 12))).toBe(0)
    const message = { raw: sponsorshipDigest(signed, { chainId: 31337, validAfter: 0, validUntil }) }
    expect(await recoverMessageAddress({ message, signature: slice(data, 12) })).toBe(
      privateKeyToAddress(bytesToHex(key)),
    )
  })

  test('is shown before, by data that promise nothing and are as long', async () => {
    const { ada } = await start()
    const unknown = { callGasLimit: '0x0', verificationGasLimit: '0x0', preVerificationGas: '0x0' }
    const stub = await ada.ask({ stage: 'stub', change: unknown })
    expect(stub).toMatchObject({ paymaster, sponsor: 'Demo', isFinal: false })
    const final = await ada.ask()
    expect(stub.paymasterData).toHaveLength(final.paymasterData.length)
    expect(stub.paymasterVerificationGasLimit).toBe(final.paymasterVerificationGasLimit)
    expect(stub.paymasterData).not.toBe(final.paymasterData)
    expect(asked.some(({ method }) => method === 'eth_sendUserOperation')).toBe(false)
  })

  test('are calls of its contracts, also with coins, in batches, and of the other kind of account', async () => {
    const { ada } = await start()
    const calls = [callOf(usdc), callOf(nft, 5n)]
    expect(await ada.outcome({ change: { callData: encodeCalls(calls) } })).toBe('ok')
    expect(await ada.outcome({ chainId: lendingChain, change: { sender: ada.owner } })).toBe('ok')
    const { factory, factoryData } = ada.account
    expect(await ada.outcome({ change: { factory, factoryData, nonce: '0x1' } })).toBe('ok')
    const nothing = { callData: '0x', callGasLimit: '0x0', nonce: '0x2' }
    expect(await ada.outcome({ change: { ...nothing, factory, factoryData } })).toBe('ok')
  })

  test('is an operation without calls only where it sets the account up', async () => {
    let code: string | undefined
    const { ada } = await start(({ method }) =>
      method === 'eth_getCode' && code !== undefined ? result(code) : undefined,
    )
    const nothing = { callData: '0x', callGasLimit: '0x0' }
    const noCalls = encodeAbiParameters(parseAbiParameters('(address, uint256, bytes)[]'), [[]])
    const batchMode = `0x01${'00'.repeat(31)}` as const
    const abi = parseAbi(['function execute(bytes32, bytes)'])
    const emptyBatch = { callData: encodeFunctionData({ abi, args: [batchMode, noCalls] }) }
    for (const change of [nothing, emptyBatch])
      for (const stage of ['stub', 'final'] as const)
        expect(await ada.outcome({ change, stage })).toBe('it does nothing')
    const lending = { chainId: lendingChain, change: { ...nothing, sender: ada.owner } }
    expect(await ada.outcome(lending)).toBe('it does nothing')
    code = '0x'
    expect(await ada.outcome(lending)).toBe('ok')
  })

  describe('is gas that whoever bundles is paid whether or not it is used,', () => {
    const bytes = 'it takes far more gas than its bytes need'
    const calls = 'it takes far more gas than its calls need'
    const unknown = 'the gas it needs is unknown'
    const gas = (preVerificationGas: number, callGasLimit = 50_000) => ({
      change: {
        preVerificationGas: numberToHex(preVerificationGas),
        callGasLimit: numberToHex(callGasLimit),
      },
    })
    const estimating = (estimate: NodeAnswer) =>
      start(({ method }) => (method === 'eth_estimateUserOperationGas' ? estimate : undefined))
    const estimates = () => asked.filter(({ method }) => method === 'eth_estimateUserOperationGas')

    test('as bytes cost it anywhere, for which nobody is asked', async () => {
      const { ada } = await estimating(new TypeError('refused'))
      expect(await ada.outcome(gas(100_000))).toBe('ok')
      expect(estimates()).toEqual([])
    })

    test('up to twice as much as our bundler says where it is more', async () => {
      const { ada } = await estimating(result(estimateOf({ preVerificationGas: 600_000, callGasLimit: 900_000 })))
      expect(await ada.outcome(gas(1_200_000))).toBe('ok')
      expect(await ada.outcome(gas(1_200_001))).toBe(bytes)
      expect(await ada.outcome(gas(50_000, 1_800_000))).toBe('ok')
      expect(await ada.outcome(gas(50_000, 1_800_001))).toBe(calls)
      expect(await ada.outcome(gas(14_000_000))).toBe(bytes)
      const [{ params } = { params: [] }] = estimates()
      expect(params).toEqual([
        expect.objectContaining({ sender: ada.account.address, callData: plainCall, paymaster }),
        smartAccountContracts.entryPoint,
      ])
      expect(params[0]).not.toHaveProperty('eip7702Auth')
    })

    test('not above what bytes cost where the bundler says that they cost no more, or says nothing', async () => {
      const { ada } = await start()
      expect(await ada.outcome(gas(200_000))).toBe(bytes)
      expect(await ada.outcome(gas(50_000, 10_000_000))).toBe(calls)
      for (const answer of [
        new TypeError('refused'),
        { body: { id: 1, error: { code: -32521, message: 'reverts' } } },
      ]) {
        const { ada: other } = await estimating(answer)
        expect(await other.outcome(gas(200_000))).toBe(unknown)
        expect(await other.outcome(gas(50_000, 10_000_000))).toBe(unknown)
      }
    })

    test('with the authorization that the account has still to sign', async () => {
      const { ada } = await start(({ method }) => (method === 'eth_getCode' ? result('0x') : undefined))
      const { change } = gas(250_000)
      expect(await ada.outcome({ chainId: lendingChain, change: { ...change, sender: ada.owner } })).toBe(bytes)
      const [{ params } = { params: [] }] = estimates()
      expect(params[0]).toMatchObject({
        eip7702Auth: { chainId: '0x539', address: smartAccountContracts.statelessImplementation, nonce: '0x7' },
      })
    })
  })

  const delegateMode = `0xff${'00'.repeat(31)}` as const
  const tolerantMode = `0x0101${'00'.repeat(30)}` as const
  const execute = (mode: `0x${string}`) =>
    encodeFunctionData({ abi: parseAbi(['function execute(bytes32, bytes)']), args: [mode, usdc] })
  const cover = 'it calls a contract that is not covered'
  test.each<[string, object, string]>([
    ['another contract', { callData: encodeCalls([callOf(other)]) }, cover],
    ['another contract inside a batch', { callData: encodeCalls([callOf(usdc), callOf(other), callOf(nft)]) }, cover],
    ['coins for somebody', { callData: encodeCalls([{ to: other, value: 1n, data: '0x' }]) }, cover],
    ['a delegate call', { callData: execute(delegateMode) }, 'it is not made of plain calls'],
    ['a batch that may be left half done', { callData: execute(tolerantMode) }, 'it is not made of plain calls'],
    ['a function of the account that we do not know', { callData: '0xdeadbeef' }, 'it is not made of plain calls'],
    ['calls with something behind them', { callData: `${plainCall}00` }, 'it is not made of plain calls'],
    [
      'a fee far above the network’s',
      { maxFeePerGas: numberToHex(10n * gwei) },
      'it offers far more than the network asks',
    ],
    [
      'a tip far above the network’s',
      { maxFeePerGas: numberToHex(5n * gwei), maxPriorityFeePerGas: numberToHex(5n * gwei) },
      'it offers far more than the network asks',
    ],
    ['a tip above the fee', { maxPriorityFeePerGas: numberToHex(4n * gwei) }, 'its fees contradict each other'],
    ['more gas than a block', { callGasLimit: '0x1000000' }, 'it takes more gas than a transaction can'],
    ['as much gas before the calls', { preVerificationGas: '0x1000000' }, 'it takes more gas than a transaction can'],
    [
      'more gas than to check it',
      { verificationGasLimit: numberToHex(600_001) },
      'it takes far more gas than its check needs',
    ],
    ['an operation without gas', { callGasLimit: '0x0' }, 'its gas is not estimated yet'],
  ])('is not %s', async (_, change, reason) => {
    const { ada } = await start()
    expect(await ada.outcome({ change })).toBe(reason)
    expect(await ada.outcome()).toBe('ok')
  })

  const { delegationManager, entryPoint, simpleFactory, enforcers } = smartAccountContracts
  const ends = '0x49934047'
  test('is nothing that decides over the account itself, whatever is covered, but the end of a permission', async () => {
    const { ada, write } = await start()
    const { account } = ada
    const framework = [delegationManager, entryPoint, simpleFactory, enforcers.limitedCalls, account.address]
    for (const contracts of [undefined, [...framework, usdc]]) {
      write({ contracts })
      for (const to of framework)
        for (const calls of [[callOf(to)], [callOf(usdc), callOf(to)]])
          expect([to, await ada.outcome({ change: { callData: encodeCalls(calls) } })]).toEqual([
            to,
            'it decides over the account itself',
          ])
      // `redeemDelegations` and `enableDelegation` of the manager, and `disableDelegation` at another contract.
      for (const call of [
        { ...callOf(delegationManager), data: '0xcef6d209' as const },
        { ...callOf(delegationManager), data: '0x3ed01015' as const },
        { ...callOf(entryPoint), data: ends as `0x${string}` },
      ])
        expect(await ada.outcome({ change: { callData: encodeCalls([call]) } })).toBe(
          'it decides over the account itself',
        )
      const end = { ...callOf(delegationManager), data: `${ends}${'00'.repeat(32)}` as const }
      expect(await ada.outcome({ change: { callData: encodeCalls([end]) } })).toBe('ok')
    }
    write()
    const end = { ...callOf(delegationManager), data: ends as `0x${string}` }
    expect(await ada.outcome({ change: { callData: encodeCalls([end]) } })).toBe(cover)
  })

  test('is nothing where the project has no policy, no contract pays, or no smart accounts are', async () => {
    const { ada, write } = await start()
    expect(await ada.outcome({ projectId: 'unpaid' })).toBe('NOT_ENABLED')
    expect(await ada.outcome({ projectId: 'unpaid', chainId: lendingChain })).toBe('CHAIN_NOT_SUPPORTED')
    expect(await ada.outcome({ projectId: 'nobody' })).toBe('PROJECT_UNKNOWN')
    for (const chainId of ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])
      expect(await ada.outcome({ chainId })).toBe('CHAIN_NOT_SUPPORTED')
    write({ networks: [lendingChain] })
    expect(await ada.outcome()).toBe('NOT_ENABLED')
    expect(await ada.outcome({ stage: 'stub' })).toBe('NOT_ENABLED')
  })

  test('is nothing while nobody can say what the network asks', async () => {
    const { ada } = await start(({ method }) =>
      method === 'eth_getBlockByNumber' ? new TypeError('refused') : undefined,
    )
    expect(await ada.outcome()).toBe('CHAIN_UNREACHABLE')
  })
})

describe('who is paid for', () => {
  const otherCode = 'its account runs other code than it was made with'
  const foreign = `0x${'77'.repeat(20)}`
  const answering = (answers: Record<string, unknown>) =>
    start(({ method }) =>
      Object.hasOwn(answers, method)
        ? answers[method] instanceof Error
          ? (answers[method] as Error)
          : result(answers[method])
        : undefined,
    )

  test.each<[string, Record<string, unknown>, string]>([
    ['of their own', { eth_getCode: '0x60205ff3' }, otherCode],
    ['that is ours and more', { eth_getCode: `${proxyCode}00` }, otherCode],
    ['that it lends', { eth_getCode: lentCode }, otherCode],
    ['to which they have moved the account', { eth_getStorageAt: pad(foreign as `0x${string}`) }, otherCode],
    ['of nobody', { eth_getStorageAt: numberToHex(0, { size: 32 }) }, otherCode],
    ['like ours, but for a bit', { eth_getStorageAt: ownImplementation.replace('0x00', '0x80') }, otherCode],
    ['that is not there', { eth_getCode: '0x' }, 'its account does not exist yet'],
    ['that nobody tells us', { eth_getCode: new TypeError('refused') }, 'CHAIN_UNREACHABLE'],
    ['that nobody tells us all of', { eth_getStorageAt: new TypeError('refused') }, 'CHAIN_UNREACHABLE'],
    ['that a node tells as nonsense', { eth_getCode: null }, 'CHAIN_UNREACHABLE'],
    ['of which a node tells nonsense', { eth_getStorageAt: '0x' }, 'CHAIN_UNREACHABLE'],
  ])('is nobody whose account runs code %s', async (_, answers, outcome) => {
    const { ada } = await answering(answers)
    expect([await ada.outcome({ stage: 'stub' }), await ada.outcome()]).toEqual([outcome, outcome])
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['to others', { eth_getCode: `0xef0100${foreign.slice(2)}` }, otherCode],
    ['to the code of the other kind', { eth_getCode: proxyCode }, otherCode],
    ['to ours and something behind it', { eth_getCode: `${lentCode}00` }, otherCode],
    ['to whom nobody tells us', { eth_getCode: new TypeError('refused') }, 'CHAIN_UNREACHABLE'],
    ['as a node tells no count', { eth_getCode: '0x', eth_getTransactionCount: '7' }, 'CHAIN_UNREACHABLE'],
  ])('is nobody whose address is lent %s', async (_, answers, outcome) => {
    const { ada } = await answering(answers)
    const lent = { chainId: lendingChain, change: { sender: ada.owner } }
    expect([await ada.outcome({ ...lent, stage: 'stub' }), await ada.outcome(lent)]).toEqual([outcome, outcome])
  })

  test('is the user who asks, by an account of theirs', async () => {
    const { ada, bob: others } = await start()
    const bob = await others()
    for (const sender of [bob.account.address, bob.owner, ada.owner, other, paymaster])
      expect([sender, await ada.outcome({ change: { sender } })]).toEqual([sender, 'UNAUTHORIZED'])
    for (const sender of [ada.account.address, bob.owner])
      expect(await ada.outcome({ chainId: lendingChain, change: { sender } })).toBe('UNAUTHORIZED')
    expect(await ada.outcome({ stage: 'stub', change: { sender: bob.account.address } })).toBe('UNAUTHORIZED')
    expect(await ada.outcome({ change: { sender: ada.account.address.toLowerCase() } })).toBe('ok')
  })

  test('is nobody whose account something else would deploy', async () => {
    const { ada, bob: others } = await start()
    const bob = await others()
    const { factory, factoryData } = ada.account
    for (const change of [
      { factory: other, factoryData },
      { factory, factoryData: bob.account.factoryData },
      { factory, factoryData: '0x' },
    ])
      expect(await ada.outcome({ change })).toBe('UNAUTHORIZED')
    const lent = { chainId: lendingChain, change: { sender: ada.owner, factory, factoryData } }
    expect(await ada.outcome(lent)).toBe('UNAUTHORIZED')
  })

  test('is nobody whose session is over', async () => {
    const { ada } = await start()
    await ada.device.client.call('endAllSessions', {}, { accessToken: ada.accessToken })
    expect(await ada.outcome()).toBe('SESSION_EXPIRED')
  })
})

describe('what is paid in a day', () => {
  const forYou = 'it is more than is left for you today'
  const forAll = 'it is more than is left for everybody today'
  const nonce = (number: number) => ({ change: { nonce: numberToHex(number) } })

  test('by one user is bounded, on each network and each day apart', async () => {
    const { ada, limit, bob: others, adaAgain } = await start()
    limit(2n * costWei)
    expect([await ada.outcome(nonce(0)), await ada.outcome(nonce(1))]).toEqual(['ok', 'ok'])
    expect([await ada.outcome(nonce(2)), await ada.outcome({ ...nonce(2), stage: 'stub' })]).toEqual([forYou, forYou])
    const bob = await others()
    expect(await bob.outcome()).toBe('ok')
    expect(await ada.outcome({ chainId: lendingChain, change: { sender: ada.owner } })).toBe('ok')
    harness.clock.advance(12 * 3600)
    const later = await adaAgain()
    expect(await later.outcome(nonce(2))).toBe('ok')
  })

  test('by everybody is bounded', async () => {
    const { ada, limit, bob: others } = await start()
    limit(10n ** 18n, 2n * costWei)
    const bob = await others()
    expect([await ada.outcome(nonce(0)), await bob.outcome(nonce(0))]).toEqual(['ok', 'ok'])
    expect([await ada.outcome(nonce(1)), await bob.outcome(nonce(1))]).toEqual([forAll, forAll])
  })

  test('counts what is asked for again but once, by the most that it can cost', async () => {
    const { ada, limit } = await start()
    limit(2n * costWei)
    for (let asked = 0; asked < 3; asked++) {
      expect(await ada.outcome()).toBe('ok')
      harness.clock.advance(1)
    }
    expect(await ada.outcome({ change: { maxFeePerGas: numberToHex(6n * gwei) } })).toBe('ok')
    // The more expensive one may still be mined: requesting a cheaper one frees nothing.
    expect([await ada.outcome(), await ada.outcome(nonce(1))]).toEqual(['ok', forYou])
  })

  test('is not overspent by many at once', async () => {
    const { ada, limit } = await start()
    limit(3n * costWei)
    const all = await Promise.all(Array.from({ length: 10 }, (_, index) => ada.outcome(nonce(index))))
    expect(all.filter((each) => each === 'ok')).toHaveLength(3)
    expect(all.filter((each) => each === forYou)).toHaveLength(7)
  })

  /** A chain that has operations once they have landed, and a bundler that names a transaction for every query. */
  const chainOf = () => {
    const landed = new Map<string, LandedOperation>()
    const answer = ({ method, params: [hash] }: NodeCall): NodeAnswer | undefined => {
      if (method === 'eth_getUserOperationReceipt')
        return result({
          userOpHash: hash,
          sender: other,
          nonce: '0x0',
          actualGasCost: '0x0',
          actualGasUsed: '0x0',
          success: true,
          logs: [],
          receipt: { transactionHash: hash },
        })
      if (method !== 'eth_getTransactionReceipt') return undefined
      const operation = landed.get(hash as string)
      if (operation === undefined) return result(null)
      const log = operationEvent(operation)
      const { transactionHash, blockHash } = log
      return result({ transactionHash, blockHash, blockNumber: '0x10', status: '0x1', logs: [log] })
    }
    type Asked = Parameters<Person['ask']>[0]
    /** Requests an operation, and has it land at this cost. */
    const land = async ({ operation, ask }: Person, costWei: bigint, asked: Asked = {}): Promise<LandedOperation> => {
      const paid = parseUserOperation({ ...operation, ...asked.change, ...(await ask(asked)), signature: '0x' })
      const operationHash = userOperationHash(paid, 31337)
      const it = { operationHash, sender: paid.sender, nonce: paid.nonce, costWei }
      landed.set(operationHash, it)
      return it
    }
    return { answer, land }
  }
  test('is what operations have cost, once that is known', async () => {
    const chain = chainOf()
    const { ada, limit } = await start(chain.answer)
    limit(costWei + costWei / 2n)
    for (let index = 0; index < 3; index++) await chain.land(ada, costWei / 4n, nonce(index))
    // The budget is enough for one whole operation and two quarters.
    expect(await ada.outcome(nonce(3))).toBe(forYou)
    expect(asked.filter(({ method }) => method === 'eth_getUserOperationReceipt')).toHaveLength(3)
  })

  test('is never more for an event that claims more', async () => {
    const chain = chainOf()
    const { ada, limit } = await start(chain.answer)
    limit(2n * costWei)
    for (let index = 0; index < 2; index++) await chain.land(ada, 10n ** 18n, nonce(index))
    expect(await ada.outcome(nonce(2))).toBe(forYou)
  })

  test('is not what a bundler says, which has everybody’s operations mined for nothing', async () => {
    const { ada, limit } = await start(chainOf().answer)
    limit(2n * costWei)
    expect([await ada.outcome(nonce(0)), await ada.outcome(nonce(0)), await ada.outcome(nonce(1))]).toEqual([
      'ok',
      'ok',
      'ok',
    ])
    expect(await ada.outcome(nonce(2))).toBe(forYou)
    harness.clock.advance(6)
    expect(await ada.outcome(nonce(2))).toBe(forYou)
    expect(asked.filter(({ method }) => method === 'eth_getUserOperationReceipt').length).toBeGreaterThan(1)
  })

  test('is nothing for what was not mined in time and nobody can mine any more', async () => {
    const { ada, limit, adaAgain } = await start()
    limit(costWei)
    expect(await ada.outcome(nonce(0))).toBe('ok')
    harness.clock.advance(500)
    expect(await ada.outcome(nonce(1))).toBe(forYou)
    harness.clock.advance(100)
    // By our clock it has expired, which may be ahead of the chain's.
    const again = await adaAgain()
    expect(await again.outcome(nonce(1))).toBe(forYou)
    harness.clock.advance(60)
    expect(await again.outcome(nonce(1))).toBe('ok')
  })

  /** Returns the answers about an expired first operation, when a second is requested. */
  const afterwards = async (answer: Answer) => {
    const { ada, limit, adaAgain } = await start(answer)
    limit(costWei)
    expect(await ada.outcome(nonce(0))).toBe('ok')
    harness.clock.advance(700)
    return (await adaAgain()).outcome(nonce(1))
  }
  /** Some operation with the first one's nonce was mined. */
  const used = (call: NodeCall): NodeAnswer | undefined =>
    call.method === 'eth_call' ? result(numberToHex(1n, { size: 32 })) : undefined

  test('is nothing for what another operation of its nonce has taken the place of', async () => {
    expect(await afterwards(used)).toBe('ok')
  })

  test('is what an operation has cost also when the bundler has forgotten it', async () => {
    const chain = chainOf()
    const { ada, limit, adaAgain } = await start((call) => {
      if (call.method === 'eth_getUserOperationReceipt') return result(null)
      return call.method === 'eth_getLogs' ? result([operationEvent(landed)]) : used(call)
    })
    limit(costWei)
    const landed = await chain.land(ada, costWei / 2n, nonce(0))
    harness.clock.advance(700)
    const again = await adaAgain()
    expect(await again.outcome(nonce(1))).toBe(forYou)
    limit(costWei + costWei / 2n)
    expect(await again.outcome(nonce(1))).toBe('ok')
  })

  test('stays what was promised while nobody tells what has happened', async () => {
    const isAway: Answer = (call) => (call.method === 'eth_getLogs' ? new TypeError('refused') : used(call))
    expect(await afterwards(isAway)).toBe(forYou)
  })

  test('stays what was promised while the node is behind, to which nothing has used the nonce', async () => {
    const behind = blockAt(harness.clock.now())
    const isBehind: Answer = ({ method }) => (method === 'eth_getBlockByNumber' ? result(behind) : undefined)
    expect(await afterwards(isBehind)).toBe(forYou)
  })

  test('is nothing that is promised while nobody tells the newest block', async () => {
    const { ada } = await start(({ method }) => (method === 'eth_blockNumber' ? new TypeError('refused') : undefined))
    expect(await ada.outcome()).toBe('CHAIN_UNREACHABLE')
  })
})

test('nothing of the key or of a user is in the log', async () => {
  const { ada } = await start()
  await ada.outcome()
  await ada.outcome({ change: { sender: other } })
  const text = JSON.stringify(harness.log).toLowerCase()
  for (const secret of ['42424242', ada.account.address.slice(2), ada.owner.slice(2)])
    expect(text).not.toContain(secret.toLowerCase())
})

test('origins tell where the people of a project have smart accounts, the wallet’s own pages wherever anybody has', async () => {
  const { ada } = await start()
  const of = async (projectId: string) => (await ada.device.client.call('origins', { projectId })).smartAccounts
  const both = [
    { chainId: 31337, kind: 'hybrid' },
    { chainId: 1337, kind: 'eip7702' },
  ]
  expect(await of(`project-${tests}`)).toEqual(both)
  expect(await of('unpaid')).toEqual(both.slice(0, 1))
  expect((await of('wallet'))?.map(({ chainId }) => chainId).sort()).toEqual([1337, 31337])
  harness.writeProjects([demo, { ...demo, id: 'elsewhere', smartAccounts: ['eip155:10', hybridChain, hybridChain] }])
  expect([await of('demo'), await of('elsewhere')]).toEqual([[], both.slice(0, 1)])
})
