import { localA, parseUserOperation, smartAccountContracts, userOperationHash } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { asPage } from './boundary/Page.ts'
import { memoryCallsStore } from './calls/memoryCallsStore.fixture.ts'
import { createCallNode } from './chain/createCallNode.ts'
import { createServices } from './createServices.ts'
import { asCaller } from './session/Caller.ts'
import type { SmartAccount } from './smartAccount/SmartAccount.ts'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hybrid: SmartAccount = { kind: 'hybrid', address, owner }
const hash = `0x${'11'.repeat(32)}`
const other = `0x${'22'.repeat(32)}`
const operation = {
  sender: address,
  nonce: '0x0',
  callData: '0x',
  callGasLimit: '0x1',
  verificationGasLimit: '0x1',
  preVerificationGas: '0x1',
  maxFeePerGas: '0x1',
  maxPriorityFeePerGas: '0x1',
  signature: '0x00',
}

/** The services for the user's account on a page, smart or plain. */
const open = ({
  smartAccount = hybrid as SmartAccount | null,
  origin = 'https://dapp.example',
  calls = memoryCallsStore(),
} = {}) => {
  const asked: unknown[] = []
  const held: { name: string; work: () => Promise<unknown> }[] = []
  const waits: number[] = []
  const bundler: { current: { result?: unknown; error?: unknown } } = { current: { result: hash } }
  const caller = asCaller(
    asPage(origin, 'demo', 5),
    { userId: 'user', sessionId: 'session', address: owner },
    smartAccount,
  )
  const serve = createServices(
    {
      calls,
      now: () => 1_000,
      lock: (name, work) => {
        held.push({ name, work })
        return new Promise(() => undefined)
      },
      wait: async (ms) => void waits.push(ms),
      callNode: createCallNode(async (...question) => {
        asked.push(question)
        return bundler.current
      }),
      session: {
        call: async (by, name, request) => {
          asked.push([by.address, name, request])
          throw new AppError('SPONSOR_REFUSED', { details: { reason: 'nobody sponsors here' } })
        },
      },
    },
    { caller, network: localA },
  )
  return { serve, asked, bundler, calls, held, waits }
}

describe('sending', () => {
  test('hands the operation to the bundler of the network', async () => {
    const { serve, asked } = open()
    expect(await serve('send', { operation })).toEqual({ hash })
    expect(asked).toEqual([['eip155:31337', 'eth_sendUserOperation', [operation, smartAccountContracts.entryPoint]]])
  })

  test('keeps the next of the account waiting until it has happened, whoever has sent it', async () => {
    const { serve, bundler, asked, held, waits } = open()
    await serve('send', { operation })
    expect(held).toMatchObject([{ name: `latchkey-send-31337-${address.toLowerCase()}` }])
    bundler.current = { result: null }
    asked.length = 0
    // Not forever: an operation that the bundler drops never happens.
    expect(await held[0]?.work()).toBeNull()
    expect(asked[0]).toEqual(['eip155:31337', 'eth_getUserOperationReceipt', [hash]])
    const waitedMs = waits.reduce((sum, ms) => sum + ms)
    expect(waitedMs).toBeGreaterThanOrEqual(15_000)
    expect(waitedMs).toBeLessThan(20_000)
  })

  test('keeps nobody waiting for what was refused', async () => {
    const { serve, bundler, held } = open()
    bundler.current = { error: { code: -32500, message: 'AA25 invalid account nonce' } }
    await expect(serve('send', { operation })).rejects.toMatchObject({ name: 'OPERATION_REFUSED' })
    expect(held).toEqual([])
  })

  test('tells in words why it is refused', async () => {
    const { serve, bundler } = open()
    bundler.current = { error: { code: -32500, message: 'AA21 didn’t pay prefund' } }
    await expect(serve('send', { operation })).rejects.toMatchObject({
      name: 'OPERATION_REFUSED',
      details: { reason: expect.stringContaining('AA21') },
    })
  })

  test.each([-32500, -32501, -32502, -32503, -32504, -32505, -32506, -32507, -32508, -32521, -32602])(
    'is refused for sure by the code %i, whatever is said besides',
    async (code) => {
      const { serve, bundler } = open()
      bundler.current = { error: { code, message: 'no' } }
      await expect(serve('send', { operation })).rejects.toMatchObject({ name: 'OPERATION_REFUSED' })
    },
  )

  test.each([
    ['an error of its own', { code: -32603, message: 'Internal error' }],
    ['an error of its database', { code: -32000, message: 'connection lost' }],
    ['too many questions', { code: 429, message: 'Too many requests' }],
    ['no code', { message: 'hm' }],
    ['nothing', null],
  ])('leaves open whether it is taken after %s', async (_, error) => {
    const { serve, bundler } = open()
    bundler.current = { error }
    await expect(serve('send', { operation })).rejects.toMatchObject({ name: 'BUNDLER_UNREACHABLE' })
  })

  test.each([
    { code: -32000, message: 'already known' },
    { code: -32602, message: 'AA25 invalid account nonce: User operation already present in mempool' },
  ])('is done where the bundler has it already: $message', async (error) => {
    const { serve, bundler } = open()
    bundler.current = { error }
    expect(await serve('send', { operation })).toEqual({
      hash: userOperationHash(parseUserOperation(operation), localA.id),
    })
  })

  test('leaves open what became of it when the answer is none', async () => {
    const { serve, bundler } = open()
    for (const result of [null, '0x11', { hash }]) {
      bundler.current = { result }
      await expect(serve('send', { operation })).rejects.toMatchObject({ name: 'BUNDLER_UNREACHABLE' })
    }
  })

  test.each([
    ['somebody else’s', { ...operation, sender: owner }, hybrid],
    ['one of a plain account', { ...operation, sender: owner }, null],
  ])('%s is refused, and not sponsored', async (_, foreign, smartAccount) => {
    const { serve, asked } = open({ smartAccount })
    await expect(serve('send', { operation: foreign })).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    await expect(serve('sponsor', { stage: 'stub', operation: foreign })).rejects.toMatchObject({
      name: 'UNAUTHORIZED',
    })
    expect(asked).toEqual([])
  })
})

describe('sponsoring', () => {
  test('is asked for in the user’s name, for the page’s project and the network', async () => {
    const { serve, asked } = open()
    const service = { url: 'https://paymaster.example' }
    const requestContext = serve('sponsor', { stage: 'final', operation, service })
    await expect(requestContext).rejects.toMatchObject({ name: 'SPONSOR_REFUSED' })
    expect(asked).toEqual([
      [address, 'sponsorOperation', { projectId: 'demo', chainId: 'eip155:31337', stage: 'final', operation, service }],
    ])
  })
})

describe('remembering calls', () => {
  const calls = { id: 'mine', hash, isLegacy: false, atomic: true }
  const ofPage = { origin: 'https://dapp.example', projectId: 'demo', userId: 'user' }

  test('keeps them for the page and the user, and from which block on they can be on the chain', async () => {
    const { serve, calls: store, bundler } = open()
    bundler.current = { result: '0x10' }
    expect(await serve('rememberCalls', calls)).toEqual({ id: 'mine' })
    expect(await store.find(ofPage, 'mine')).toEqual({
      ...calls,
      chainId: 'eip155:31337',
      kind: 'operation',
      keptAtMs: 1_000,
      sinceBlock: 16n,
      isDropped: false,
    })
    for (const stranger of [
      { ...ofPage, origin: 'https://other.example' },
      { ...ofPage, projectId: 'other' },
      { ...ofPage, userId: 'other' },
    ])
      expect(await store.find(stranger, 'mine')).toBeNull()
  })

  test('asks nothing of a node that does not answer', async () => {
    const { serve, calls: store, bundler } = open()
    bundler.current = { error: { code: -32603, message: 'no' } }
    await serve('rememberCalls', calls)
    expect((await store.find(ofPage, 'mine'))?.sinceBlock).toBeUndefined()
  })

  test('of a plain account keeps a transaction', async () => {
    const { serve, calls: store } = open({ smartAccount: null })
    await serve('rememberCalls', { ...calls, atomic: false })
    expect(await store.find(ofPage, 'mine')).toMatchObject({ kind: 'transaction', atomic: false })
  })

  test('names them by what nobody can guess where the page does not, and the same ones the same', async () => {
    const { serve } = open()
    const { id } = await serve('rememberCalls', { ...calls, id: null })
    expect(id).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await serve('rememberCalls', { ...calls, id: null })).toEqual({ id })
    expect(await serve('rememberCalls', { ...calls, id: null, hash: other })).not.toEqual({ id })
  })

  test('under a taken id is refused, unless they are the same, or were refused', async () => {
    const { serve } = open()
    await serve('rememberCalls', calls)
    expect(await serve('rememberCalls', calls)).toEqual({ id: 'mine' })
    const others = { ...calls, hash: other }
    await expect(serve('rememberCalls', others)).rejects.toMatchObject({ name: 'CALLS_ID_TAKEN' })
    await serve('dropCalls', { id: 'mine' })
    expect(await serve('rememberCalls', others)).toEqual({ id: 'mine' })
  })

  test('of one page leaves the id to others', async () => {
    const { serve, calls: store } = open()
    await serve('rememberCalls', calls)
    const elsewhere = open({ origin: 'https://other.example', calls: store })
    expect(await elsewhere.serve('rememberCalls', { ...calls, hash: other })).toEqual({ id: 'mine' })
    expect(await store.find(ofPage, 'mine')).toMatchObject({ hash })
  })

  test('keeps so many, and the latest', async () => {
    const { serve, calls: store } = open()
    for (let index = 0; index < 70; index++) {
      await serve('rememberCalls', { ...calls, id: `${index}`, hash: `0x${String(index).padStart(64, '0')}` })
    }
    expect(await store.find(ofPage, '5')).toBeNull()
    expect(await store.find(ofPage, '6')).not.toBeNull()
  })
})
