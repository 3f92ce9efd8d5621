import { AppError } from '@latchkey/protocol'
import { catalogue, codeOf, type ErrorName } from '@latchkey/protocol/errors'
import {
  createPublicClient,
  createWalletClient,
  custom,
  parseEther,
  SwitchChainError,
  UserRejectedRequestError,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry, localhost, mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { createTestModal, testHash } from '../modal.fixture.ts'
import { restoreAtom } from '../state/restoring.ts'
import { toProviderError } from './toProviderError.ts'

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const blockHash = `0x${'cd'.repeat(32)}`

/** A wallet with one real key, on a chain that includes each transaction in the second block after it was sent. */
const createWalletAndChain = () => {
  let block = 16
  let sentIn: number | null = null
  const sent: unknown[] = []
  const transaction = () => ({
    hash: testHash,
    from: signer.address,
    to,
    nonce: '0x0',
    gas: '0x5208',
    value: '0x1',
    input: '0x',
    blockHash,
    blockNumber: '0x12',
    transactionIndex: '0x0',
    type: '0x2',
    chainId: '0x7a69',
    v: '0x0',
    r: blockHash,
    s: blockHash,
  })
  const isMined = () => sentIn !== null && block >= sentIn + 2
  const answers: Record<string, (params: readonly string[]) => unknown> = {
    eth_blockNumber: () => `0x${(block++).toString(16)}`,
    eth_getBlockByNumber: () => ({ number: '0x11', hash: blockHash, timestamp: '0x1', transactions: [] }),
    eth_estimateGas: () => '0x5208',
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_getTransactionByHash: () => (sentIn === null ? null : transaction()),
    eth_getTransactionReceipt: () =>
      isMined()
        ? {
            transactionHash: testHash,
            transactionIndex: '0x0',
            blockHash,
            blockNumber: '0x12',
            from: signer.address,
            to,
            cumulativeGasUsed: '0x5208',
            gasUsed: '0x5208',
            effectiveGasPrice: '0x1',
            logs: [],
            logsBloom: '0x',
            status: '0x1',
            type: '0x2',
            contractAddress: null,
          }
        : null,
    personal_sign: ([message]) => signer.signMessage({ message: { raw: message as `0x${string}` } }),
    eth_signTypedData_v4: ([, json]) => signer.signTypedData(JSON.parse(String(json))),
    eth_sendTransaction: ([request]) => {
      sent.push(request)
      sentIn = block
      return testHash
    },
  }
  return { answers, sent }
}

const setup = async () => {
  const { answers, sent } = createWalletAndChain()
  const modal = createTestModal({
    remembered: true,
    handlers: {
      GET_USER: async (payload) => ({ address: signer.address, chainId: Number(String(payload?.chainId).slice(7)) }),
      RPC_REQUEST: async ({ method, params }) => {
        const answer = answers[method]
        if (answer === undefined) throw new Error(method)
        return answer((params ?? []) as readonly string[])
      },
    },
  })
  await modal.store.set(restoreAtom)
  const provider = { request: modal.request as (args: unknown) => Promise<never>, on: modal.hub.provider.on }
  const wallet = createWalletClient({ chain: foundry, transport: custom(provider) })
  const reader = createPublicClient({ chain: foundry, transport: custom(provider), pollingInterval: 10 })
  return { modal, wallet, reader, answers, sent }
}

test('viem signs a message that verifies', async () => {
  const { wallet } = await setup()
  const [account] = await wallet.requestAddresses()
  if (account === undefined) throw new Error('no account')
  const signature = await wallet.signMessage({ account, message: 'Hello, wörld' })
  await expect(verifyMessage({ address: account, message: 'Hello, wörld', signature })).resolves.toBe(true)
})

test('viem signs typed data that verifies', async () => {
  const { wallet } = await setup()
  const data = {
    domain: { name: 'Test', chainId: 31337 },
    types: { Note: [{ name: 'text', type: 'string' }] },
    primaryType: 'Note',
    message: { text: 'hi' },
  } as const
  const signature = await wallet.signTypedData({ account: signer.address, ...data })
  await expect(verifyTypedData({ address: signer.address, signature, ...data })).resolves.toBe(true)
})

test('viem sends a transaction and waits for its receipt', async () => {
  const { wallet, reader, sent } = await setup()
  const hash = await wallet.sendTransaction({ account: signer.address, to, value: parseEther('0.1') })
  expect(hash).toBe(testHash)
  expect(sent).toMatchObject([{ from: signer.address, to, value: '0x16345785d8a0000' }])
  const receipt = await reader.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  expect(receipt.blockNumber).toBe(18n)
})

test('viem switches the chain, and knows a chain that is not the site’s', async () => {
  const { wallet } = await setup()
  await wallet.switchChain({ id: localhost.id })
  await expect(wallet.getChainId()).resolves.toBe(1337)
  await expect(wallet.switchChain({ id: 10 })).rejects.toBeInstanceOf(SwitchChainError)
  await wallet.addChain({ chain: mainnet })
})

test('viem knows a rejection', async () => {
  const { wallet, answers } = await setup()
  answers.personal_sign = () => {
    throw new AppError('USER_REJECTED')
  }
  const error = await wallet.signMessage({ account: signer.address, message: 'x' }).catch((thrown) => thrown)
  expect(error.walk((cause: unknown) => cause instanceof UserRejectedRequestError)).toBeInstanceOf(
    UserRejectedRequestError,
  )
})

test('only a rejection is one to viem', async () => {
  const names = Object.keys(catalogue) as ErrorName[]
  const isRejection = async (name: ErrorName): Promise<boolean> => {
    const request = () => Promise.reject(toProviderError(new AppError(name)))
    const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
    const thrown = await client.request({ method: 'eth_chainId' }).catch((error: unknown) => error)
    return thrown instanceof UserRejectedRequestError
  }
  const rejections = await Promise.all(names.map(isRejection))
  expect(names.filter((_, index) => rejections[index])).toEqual(names.filter((name) => codeOf(name) === 4001))
})
