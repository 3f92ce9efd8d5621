import { aurora, type EvmNetwork, mainnet, parseEvmTransaction, parseUnsignedTransaction } from '@latchkey/chains'
import { AppError, type SafeMethod } from '@latchkey/protocol'
import type { Signable } from '@latchkey/vault-protocol'
import { keccak256 } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { createChainReader } from '../../chain/createChainReader.ts'
import { account, richChain, somebody, token } from '../scenarios.fixture.ts'
import { createSubmission } from './createSubmission.ts'
import { describeTransaction } from './describeTransaction.ts'
import { fillTransaction } from './fillTransaction.ts'

type Answers = Partial<Record<SafeMethod, unknown>>

const chainWith = (answers: Answers) => {
  const asked: string[] = []
  const all: Answers = { ...richChain, ...answers }
  const read = createChainReader(async (_, method, params) => {
    asked.push(method)
    const answer = all[method as SafeMethod]
    const given = typeof answer === 'function' ? answer(params) : answer
    if (given instanceof AppError) throw given
    return given
  }, 'eip155:1')
  return { read, asked, all }
}
const gwei = 1_000_000_000n
const transfer = parseEvmTransaction({ from: account, to: somebody, value: '0x1' })

describe('fillTransaction', () => {
  test('fills nonce, gas and fees from the chain', async () => {
    const { read } = chainWith({ eth_getBlockByNumber: { baseFeePerGas: '0x2540be400' } })
    expect(await fillTransaction(transfer, mainnet, read)).toEqual({
      unsigned: {
        type: 2,
        chainId: 1,
        nonce: 5,
        gas: 21_000n,
        to: somebody,
        value: 1n,
        data: '0x',
        maxFeePerGas: 21n * gwei,
        maxPriorityFeePerGas: gwei,
        accessList: [],
      },
      maxFeeWei: 21_000n * 21n * gwei,
      totalWei: 21_000n * 21n * gwei + 1n,
      balanceWei: 3n * 10n ** 18n,
    })
  })

  test('pays by gas price where the network does', async () => {
    const { read } = chainWith({})
    const { unsigned } = await fillTransaction(transfer, aurora as EvmNetwork, read)
    expect(unsigned).toMatchObject({ type: 0, chainId: 1313161554, gasPrice: 12n * gwei })
  })

  test('pays by gas price where the node knows no base fee', async () => {
    const { read } = chainWith({ eth_getBlockByNumber: { number: '0x1' } })
    expect((await fillTransaction(transfer, mainnet, read)).unsigned).toMatchObject({ type: 0, gasPrice: 12n * gwei })
  })

  test('keeps what the page has set', async () => {
    const set = {
      from: account,
      to: somebody,
      nonce: '0x9',
      gas: '0x7530',
      maxFeePerGas: '0x5',
      maxPriorityFeePerGas: '0x1',
    }
    const { read, asked } = chainWith({})
    const { unsigned } = await fillTransaction(parseEvmTransaction(set), mainnet, read)
    expect(unsigned).toMatchObject({ nonce: 9, gas: 30_000n, maxFeePerGas: 5n, maxPriorityFeePerGas: 1n })
    expect(asked).not.toContain('eth_getTransactionCount')
    expect(asked).not.toContain('eth_estimateGas')
  })

  test('leaves a contract a fifth more gas than it took in the estimate', async () => {
    const call = parseEvmTransaction({ from: account, to: token, data: '0x12345678' })
    const { read } = chainWith({ eth_estimateGas: '0xea60' })
    expect((await fillTransaction(call, mainnet, read)).unsigned.gas).toBe(72_000n)
  })

  test.each(['CHAIN_UNREACHABLE', 'EXECUTION_REVERTED', 'INSUFFICIENT_FUNDS'] as const)('says %s', async (name) => {
    const { read } = chainWith({ eth_estimateGas: new AppError(name) })
    await expect(fillTransaction(transfer, mainnet, read)).rejects.toMatchObject({ name })
  })
})

describe('describeTransaction', () => {
  const word = (value: string) => value.slice(2).toLowerCase().padStart(64, '0')
  test.each([
    [{ to: somebody, value: '0x1' }, 'transfer'],
    [{ data: '0x6000' }, 'create'],
    [{ to: token, data: '0x12345678' }, 'call'],
    [{ to: token, data: `0xa9059cbb${word(somebody)}${word('0x1')}` }, 'token'],
    [{ to: token, data: `0x095ea7b3${word(somebody)}${word(`0x${'f'.repeat(64)}`)}00` }, 'token'],
  ])('%j is a %s', (fields, kind) => {
    expect(describeTransaction(parseEvmTransaction({ from: account, ...fields })).meaning.kind).toBe(kind)
  })
})

describe('createSubmission', () => {
  const submissionWith = async (answers: Answers = {}, isNonceFixed = false) => {
    const chain = chainWith(answers)
    const { unsigned } = await fillTransaction(transfer, mainnet, chain.read)
    const signed: Signable[] = []
    const waits: number[] = []
    const submission = createSubmission(unsigned, {
      from: account,
      isNonceFixed,
      read: chain.read,
      lock: (_, work) => work(),
      sign: async (content) => {
        signed.push(content)
        return content.kind === 'transaction' ? new Uint8Array(content.unsigned) : new Uint8Array()
      },
      wait: async (ms) => void waits.push(ms),
    })
    return { ...chain, unsigned, signed, waits, submission }
  }

  test('signs exactly what was filled, and answers with the hash of what was sent', async () => {
    const { submission, unsigned, signed } = await submissionWith()
    const hash = await submission.submit()
    const [content] = signed
    if (content?.kind !== 'transaction') throw new Error('No transaction was signed')
    expect(parseUnsignedTransaction(new Uint8Array(content.unsigned))).toEqual(unsigned)
    expect(content.address).toBe(account)
    expect(hash).toBe(keccak256(new Uint8Array(content.unsigned)))
  })

  test('answers only once a node knows the hash', async () => {
    let known = 0
    const { submission, waits } = await submissionWith({
      eth_getTransactionByHash: () => (++known < 4 ? null : { blockNumber: null }),
    })
    await submission.submit()
    expect(waits).toEqual([50, 100, 200])
  })

  test('asks on when the question gets lost, and trusts the node that took it in the end', async () => {
    const lost = new AppError('CHAIN_UNREACHABLE')
    const { submission, waits } = await submissionWith({ eth_getTransactionByHash: lost })
    expect(await submission.submit()).toMatch(/^0x/)
    expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThanOrEqual(30_000)
  })

  test('does not sign when another transaction of the account went first', async () => {
    const { submission, all, signed } = await submissionWith()
    all.eth_getTransactionCount = '0x6'
    await expect(submission.submit()).rejects.toMatchObject({ name: 'NONCE_TOO_LOW' })
    expect(signed).toEqual([])
    expect(submission.mayBeOut()).toBe(false)
  })

  test('uses a nonce that the page has set as it is', async () => {
    const { submission, all, signed } = await submissionWith({}, true)
    all.eth_getTransactionCount = '0x6'
    await submission.submit()
    expect(signed).toHaveLength(1)
  })

  test.each(['CHAIN_UNREACHABLE', 'SERVICE_UNREACHABLE'] as const)(
    'after %s the same transaction is sent again, signed once',
    async (name) => {
      const { submission, all, signed } = await submissionWith({ eth_sendRawTransaction: new AppError(name) })
      await expect(submission.submit()).rejects.toMatchObject({ name })
      expect(submission.mayBeOut()).toBe(true)
      all.eth_sendRawTransaction = new AppError('TRANSACTION_KNOWN')
      expect(await submission.submit()).toMatch(/^0x/)
      expect(signed).toHaveLength(1)
    },
  )

  test('a transaction that arrived although its answer was lost is no failure', async () => {
    const { submission, all } = await submissionWith({ eth_sendRawTransaction: new AppError('CHAIN_UNREACHABLE') })
    await expect(submission.submit()).rejects.toThrow()
    all.eth_sendRawTransaction = new AppError('NONCE_TOO_LOW')
    expect(await submission.submit()).toMatch(/^0x/)
  })

  test.each(['NONCE_TOO_LOW', 'FEE_CAP_TOO_LOW', 'INSUFFICIENT_FUNDS', 'TRANSACTION_REJECTED'] as const)(
    'what the node refuses with %s is not out',
    async (name) => {
      const { submission } = await submissionWith({
        eth_sendRawTransaction: new AppError(name),
        eth_getTransactionByHash: null,
      })
      await expect(submission.submit()).rejects.toMatchObject({ name })
      expect(submission.mayBeOut()).toBe(false)
    },
  )
})
