import { type EvmAddress, encodeCalls, hybridAccount, localA, smartAccountContracts } from '@latchkey/chains'
import type { RpcParams } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { approveCall, hybrid, lent, payCall, transferCall } from '../callsScenarios.fixture.ts'
import { account, router, somebody, token } from '../scenarios.fixture.ts'
import { maxCallBytes } from './readCalls.ts'
import { readOperation } from './readOperation.ts'
import { readSendCalls } from './readSendCalls.ts'

const requester = (address: string, smartAccount: typeof hybrid | null) => ({
  caller: { origin: 'https://dapp.example', projectId: 'demo', address, smartAccount },
  network: localA,
})
const smart = requester(hybrid.address, hybrid)
const plain = requester(account, null)
type SendCalls = RpcParams<'wallet_sendCalls'>[0]
const read = (change: Partial<SendCalls>, of = smart) =>
  readSendCalls([{ version: '2.0.0', calls: [payCall(somebody, 1n)], ...change } as SendCalls], of)
/** Contracts that control the account, as a page would have them called. */
const coreCalls = [
  ['redeem no delegation at all, which is the account’s own word', 'delegationManager', '0xcef6d209'],
  ['un-revoke a permission', 'delegationManager', '0xd3f43a2b'],
  ['take its deposit', 'entryPoint', '0x205c2878'],
  ['deploy', 'simpleFactory', '0x9c4ae2d0'],
  ['call the code of accounts', 'hybridImplementation', '0x3659cfe6'],
  ['call the code of lent addresses', 'statelessImplementation', '0x5c1c6dcd'],
] as const
const thrown = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('wallet_sendCalls', () => {
  test('is read in its final shape', () => {
    const calls = [transferCall(somebody, 5n), { to: somebody.toLowerCase(), value: '0x01' }]
    expect(read({ id: 'mine', chainId: '0x7a69', from: hybrid.address as `0x${string}`, calls })).toEqual({
      calls: [
        { to: token, value: 0n, data: transferCall(somebody, 5n).data },
        { to: somebody, value: 1n, data: '0x' },
      ],
      id: 'mine',
      isLegacy: false,
      service: null,
    })
  })

  test.each([
    [undefined, true],
    ['1.0', true],
    ['1', true],
    ['2.0.0', false],
  ])('of version %j is answered in the older shape: %j', (version, isLegacy) => {
    expect(readSendCalls([{ ...(version && { version }), calls: [payCall(somebody, 1n)] }], smart)).toMatchObject({
      isLegacy,
      id: null,
    })
  })

  test.each<[string, Partial<SendCalls>, string, object?]>([
    ['another network', { chainId: '0x1' }, 'CHAIN_ID_MISMATCH'],
    ['a network that nobody here knows', { chainId: '0x270f' }, 'CALLS_CHAIN_UNSUPPORTED'],
    ['a number beyond all networks', { chainId: '0xffffffffffffffff' }, 'CHAIN_ID_INVALID'],
    ['another account', { from: account as `0x${string}` }, 'UNAUTHORIZED'],
    ['no receiver', { calls: [{ data: '0x12' }] }, 'ADDRESS_INVALID'],
    ['a receiver that is none', { calls: [{ to: '0x123' }] }, 'ADDRESS_INVALID'],
    ['a receiver with a wrong checksum', { calls: [{ to: somebody.replace('C5', 'c5') }] }, 'ADDRESS_INVALID'],
    [
      'half a byte',
      { calls: [payCall(somebody, 1n), { to: somebody, data: '0x0' }] },
      'INVALID_PARAMS',
      { field: 'calls[1].data' },
    ],
    ['text as data', { calls: [{ to: somebody, data: 'hello' }] }, 'INVALID_PARAMS', { field: 'calls[0].data' }],
    ['a decimal amount', { calls: [{ to: somebody, value: '1000' }] }, 'INVALID_PARAMS', { field: 'calls[0].value' }],
    ['an amount beyond 256 bits', { calls: [{ to: somebody, value: `0x1${'0'.repeat(64)}` }] }, 'INVALID_PARAMS'],
    [
      'more data than a bundler takes',
      { calls: [{ to: somebody, data: `0x${'00'.repeat(maxCallBytes + 1)}` }] },
      'TOO_LARGE',
    ],
    [
      'a call of the account to itself',
      { calls: [{ to: hybrid.address, data: '0x3659cfe6' }] },
      'INVALID_PARAMS',
      { field: 'calls[0].to' },
    ],
    ['an unknown capability', { capabilities: { teleport: {} } }, 'CAPABILITY_UNSUPPORTED', { capability: 'teleport' }],
    ['an unknown one by an odd name', { capabilities: { constructor: true } }, 'CAPABILITY_UNSUPPORTED'],
    ['one that is not optional', { capabilities: { teleport: { optional: 'true' } } }, 'CAPABILITY_UNSUPPORTED'],
    [
      'one of a single call',
      { calls: [{ to: somebody, capabilities: { paymasterService: { url: 'https://a.example' } } }] },
      'CAPABILITY_UNSUPPORTED',
    ],
    ['a paymaster without address', { capabilities: { paymasterService: {} } }, 'INVALID_PARAMS'],
    ['a paymaster at no address', { capabilities: { paymasterService: { url: 'nowhere' } } }, 'INVALID_PARAMS'],
    [
      'a context that is none',
      { capabilities: { paymasterService: { url: 'https://a.example', context: [1] } } },
      'INVALID_PARAMS',
    ],
  ])('with %s is refused', (_, change, name, details = {}) => {
    expect(thrown(() => read(change))).toMatchObject({ name, details })
  })

  test.each(coreCalls)('does not have any account %s', (_, contract, data) => {
    const calls = [{ to: smartAccountContracts[contract], data }]
    const refused = { name: 'INVALID_PARAMS', details: { field: 'calls[0].to' } }
    expect(thrown(() => read({ calls }))).toMatchObject(refused)
    expect(thrown(() => read({ calls }, plain))).toMatchObject(refused)
  })

  test('may call what only holds permissions to their limits, and pay coins anywhere', () => {
    const { enforcers, entryPoint } = smartAccountContracts
    const calls = [
      { to: enforcers.limitedCalls, data: '0x12345678' },
      payCall(entryPoint, 1n),
      payCall(hybrid.address, 1n),
    ]
    expect(read({ calls }).calls).toHaveLength(3)
  })

  test('leaves out what it can do without', () => {
    const capabilities = { teleport: { optional: true } }
    const calls = [{ to: somebody, capabilities }]
    expect(read({ capabilities, calls }).calls).toHaveLength(1)
  })

  test('names who is to pay', () => {
    const service = { url: 'https://pay.example/rpc', context: { policy: '7' } }
    expect(read({ capabilities: { paymasterService: service } }).service).toEqual(service)
  })

  test('of a plain account is one call; several are refused by what the page demands', () => {
    const several = [payCall(somebody, 1n), payCall(router, 1n)]
    expect(read({}, plain).calls).toHaveLength(1)
    expect(thrown(() => read({ calls: several }, plain))).toMatchObject({ name: 'ATOMICITY_UNSUPPORTED' })
    expect(thrown(() => read({ calls: several, atomicRequired: false }, plain))).toMatchObject({
      name: 'CALLS_TOO_MANY',
    })
    const capabilities = { paymasterService: { url: 'https://a.example' } }
    expect(thrown(() => read({ capabilities }, plain))).toMatchObject({ name: 'CAPABILITY_UNSUPPORTED' })
    const optional = { paymasterService: { url: 'https://a.example', optional: true } }
    expect(read({ capabilities: optional }, plain).service).toBeNull()
  })
})

describe('eth_sendUserOperation', () => {
  const calls = [{ to: somebody as EvmAddress, value: 1n, data: '0x' as const }]
  const callData = encodeCalls(calls)
  const complete = {
    nonce: '0x5',
    callGasLimit: '0x1',
    verificationGasLimit: '0x2',
    preVerificationGas: '0x3',
    maxFeePerGas: '0x5',
    maxPriorityFeePerGas: '0x4',
  }
  const paymaster = {
    paymaster: somebody,
    paymasterVerificationGasLimit: '0x9',
    paymasterPostOpGasLimit: '0x8',
    paymasterData: '0x12',
  }
  const own = hybridAccount(account as EvmAddress)
  const operation = (change: object, account = hybrid, entryPoint?: string) =>
    readOperation(
      [
        { sender: account.address, callData, ...change },
        ...(entryPoint === undefined ? [] : [entryPoint]),
      ] as RpcParams<'eth_sendUserOperation'>,
      account,
    )

  test('is read into its calls, and leaves the rest to the wallet', () => {
    expect(operation({}, hybrid, smartAccountContracts.entryPoint)).toEqual({ calls, callData, given: {} })
    expect(operation({ signature: `0x${'12'.repeat(65)}`, nonce: '0x7' }).given).toEqual({ nonce: 7n })
    expect(operation({ factory: own.factory, factoryData: own.factoryData }).calls).toEqual(calls)
  })

  test('keeps what a page has filled, and who it has found to pay', () => {
    expect(operation({ ...complete, ...paymaster }).given).toEqual({
      nonce: 5n,
      callGasLimit: 1n,
      verificationGasLimit: 2n,
      preVerificationGas: 3n,
      maxFeePerGas: 5n,
      maxPriorityFeePerGas: 4n,
      paymaster: {
        paymaster: somebody,
        paymasterData: '0x12',
        paymasterVerificationGasLimit: 9n,
        paymasterPostOpGasLimit: 8n,
      },
    })
  })

  const self = encodeCalls([{ to: hybrid.address as EvmAddress, value: 0n, data: '0x3659cfe6' }])
  test.each<[string, object, string, object?]>([
    ['another sender', { sender: account }, 'UNAUTHORIZED'],
    ['data that are no calls', { callData: '0x12345678' }, 'INVALID_PARAMS', { field: 'callData' }],
    ['a call of the account to itself', { callData: self }, 'INVALID_PARAMS'],
    ['somebody who pays for what is not filled', { ...paymaster }, 'INVALID_PARAMS', { field: 'paymaster' }],
    [
      'nobody who pays, which is the account',
      { ...complete, ...paymaster, paymaster: `0x${'00'.repeat(20)}` },
      'INVALID_PARAMS',
      { field: 'paymaster' },
    ],
    ['another factory', { factory: somebody, factoryData: own.factoryData }, 'INVALID_PARAMS', { field: 'factory' }],
    [
      'another account of the factory',
      { factory: own.factory, factoryData: '0x12' },
      'INVALID_PARAMS',
      { field: 'factoryData' },
    ],
    ['a tip above the fee', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'TIP_ABOVE_FEE_CAP'],
    [
      'code to run',
      { eip7702Auth: { chainId: '0x1', address: somebody, nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x1' } },
      'INVALID_PARAMS',
      { field: 'eip7702Auth' },
    ],
  ])('with %s is refused', (_, change, name, details = {}) => {
    expect(thrown(() => operation(change))).toMatchObject({ name, details })
  })

  test.each(coreCalls)('does not have the account %s', (_, contract, data) => {
    const hidden = encodeCalls([{ to: smartAccountContracts[contract], value: 0n, data }])
    const refused = { name: 'INVALID_PARAMS', details: { field: 'calls[0].to' } }
    expect(thrown(() => operation({ callData: hidden }))).toMatchObject(refused)
  })

  test('for another EntryPoint, or with a factory for one’s own address, is refused', () => {
    expect(thrown(() => operation({}, hybrid, somebody))).toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
    expect(thrown(() => operation({ factory: own.factory, factoryData: own.factoryData }, lent))).toMatchObject({
      details: { field: 'factory' },
    })
  })

  test('may approve and use in one, as any batch', () => {
    const batch = [approveCall(router, 5n), { to: router, data: '0x12345678' }]
    const both = batch.map(({ to, data }) => ({ to: to as EvmAddress, value: 0n, data: data as `0x${string}` }))
    expect(operation({ callData: encodeCalls(both) }).calls).toEqual(both)
  })
})
