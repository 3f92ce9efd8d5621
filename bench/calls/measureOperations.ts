import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccountCall,
  dummySignature,
  encodeCalls,
  type Hex,
  hybridAccount,
  parseTypedData,
  smartAccountContracts,
  toChecksumAddress,
  typedDataDigest,
  type UserOperation,
  userOperationHash,
  userOperationToJson,
  userOperationTypedData,
} from '@latchkey/chains'
import { localTokens } from '@latchkey/local'
import { bytesToHex, hexToBigInt, numberToHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { askNode } from '../chain-data/askNode.ts'
import { median } from '../statistics/median.ts'

const chainId = 31337
const rounds = 10
const tip = 1_000_000_000n
const { entryPoint } = smartAccountContracts

/** The result of one way of sending, from handing over the signed data to the receipt. */
type Sent = { ms: number; gas: bigint }

/** New allowances of a token: the calls that dapps batch most, all equally expensive. */
const approvals = (count: number): AccountCall[] =>
  Array.from({ length: count }, () => ({
    to: toChecksumAddress(localTokens.usdc.address),
    value: 0n,
    data: `0x095ea7b3${privateKeyToAccount(generatePrivateKey()).address.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`,
  }))

/**
 * A smart account and a standard one on the same chain, in turns: new accounts with some ether send one call, another one, and ten. The
 * standard account sends ten transactions, all at once, and waits for the last.
 */
export async function measureOperations({
  chainA,
  bundlerA,
}: {
  chainA: string
  bundlerA: string
}): Promise<string[][]> {
  const took: Record<'plain' | 'plainTen' | 'first' | 'later' | 'ten', Sent[]> = {
    ...{ plain: [], plainTen: [], first: [], later: [], ten: [] },
  }
  for (let round = 0; round <= rounds; round++) {
    const owner = privateKeyToAccount(generatePrivateKey())
    const smart = hybridAccount(toChecksumAddress(owner.address)).address
    for (const address of [owner.address, smart])
      await askNode(chainA, 'anvil_setBalance', [address, numberToHex(10n ** 19n)])
    const sent = {
      plain: await sendPlain(chainA, owner, approvals(1)),
      first: await sendSmart(chainA, bundlerA, owner, approvals(1)),
      later: await sendSmart(chainA, bundlerA, owner, approvals(1)),
      plainTen: await sendPlain(chainA, owner, approvals(10)),
      ten: await sendSmart(chainA, bundlerA, owner, approvals(10)),
    }
    // The first round finds servers cold and does not count.
    if (round > 0) for (const [name, each] of Object.entries(sent)) took[name as keyof typeof took].push(each)
  }
  const row = (title: string, sent: readonly Sent[], peer: readonly Sent[]): string[] => {
    const gas = (of: readonly Sent[]) => median(of.map((each) => Number(each.gas)))
    const perGas = (gas(sent) / gas(peer)).toFixed(2)
    return [title, `${median(sent.map(({ ms }) => ms)).toFixed(0)} ms`, gas(sent).toLocaleString('en'), perGas]
  }
  return [
    [`sent to receipt, ${rounds} each`, 'median', 'gas', 'to the plain account’s'],
    row('plain account, one call', took.plain, took.plain),
    row('smart account, its first call (it is deployed)', took.first, took.plain),
    row('smart account, a later call', took.later, took.plain),
    row('plain account, ten transactions', took.plainTen, took.plainTen),
    row('smart account, ten calls in one operation', took.ten, took.plainTen),
  ]
}

const fees = async (nodeUrl: string) => {
  const block = (await askNode(nodeUrl, 'eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas: Hex }
  return { maxFeePerGas: 2n * hexToBigInt(block.baseFeePerGas) + tip, maxPriorityFeePerGas: tip }
}

async function sendPlain(nodeUrl: string, account: PrivateKeyAccount, calls: readonly AccountCall[]): Promise<Sent> {
  const price = await fees(nodeUrl)
  const first = Number(await askNode(nodeUrl, 'eth_getTransactionCount', [account.address, 'latest']))
  const signed = await Promise.all(
    calls.map((call, at) =>
      account.signTransaction({ ...call, ...price, type: 'eip1559', chainId, nonce: first + at, gas: 100_000n }),
    ),
  )
  const startedMs = performance.now()
  const hashes: unknown[] = []
  for (const each of signed) hashes.push(await askNode(nodeUrl, 'eth_sendRawTransaction', [each]))
  const receipts = await Promise.all(hashes.map((hash) => receiptOf(nodeUrl, 'eth_getTransactionReceipt', hash)))
  if (receipts.some(({ status }) => status !== '0x1')) throw new Error('A transaction failed')
  const gas = receipts.reduce((sum, { gasUsed }) => sum + hexToBigInt(gasUsed as Hex), 0n)
  return { ms: performance.now() - startedMs, gas }
}

async function sendSmart(
  nodeUrl: string,
  bundlerUrl: string,
  owner: PrivateKeyAccount,
  calls: readonly AccountCall[],
): Promise<Sent> {
  const { address, factory, factoryData } = hybridAccount(toChecksumAddress(owner.address))
  const isThere = (await askNode(nodeUrl, 'eth_getCode', [address, 'latest'])) !== '0x'
  const data = `0x35567e1a${address.slice(2).padStart(64, '0')}${'0'.repeat(64)}`
  const unfilled: UserOperation = {
    sender: address,
    nonce: hexToBigInt((await askNode(nodeUrl, 'eth_call', [{ to: entryPoint, data }, 'latest'])) as Hex),
    ...(isThere ? {} : { factory, factoryData }),
    callData: encodeCalls(calls),
    ...{ callGasLimit: 0n, verificationGasLimit: 0n, preVerificationGas: 0n },
    ...(await fees(nodeUrl)),
    signature: dummySignature,
  }
  const estimate = (await askNode(bundlerUrl, 'eth_estimateUserOperationGas', [
    userOperationToJson(unfilled),
    entryPoint,
  ])) as Record<'callGasLimit' | 'verificationGasLimit' | 'preVerificationGas', Hex>
  const operation: UserOperation = {
    ...unfilled,
    callGasLimit: hexToBigInt(estimate.callGasLimit),
    verificationGasLimit: hexToBigInt(estimate.verificationGasLimit),
    preVerificationGas: hexToBigInt(estimate.preVerificationGas),
  }
  const digest = typedDataDigest(parseTypedData(userOperationTypedData(operation, { kind: 'hybrid', chainId })))
  const signature = await owner.sign({ hash: bytesToHex(digest) })
  const hash = userOperationHash(operation, chainId)

  const startedMs = performance.now()
  const json = userOperationToJson({ ...operation, signature })
  const answered = await askNode(bundlerUrl, 'eth_sendUserOperation', [json, entryPoint])
  if (answered !== hash) throw new Error('The bundler knows the operation by another hash')
  const { success, actualGasUsed } = await receiptOf(bundlerUrl, 'eth_getUserOperationReceipt', hash)
  if (success !== true) throw new Error('An operation failed')
  return { ms: performance.now() - startedMs, gas: hexToBigInt(actualGasUsed as Hex) }
}

async function receiptOf(url: string, method: string, hash: unknown): Promise<Record<string, unknown>> {
  for (let tries = 0; tries < 3_000; tries++) {
    const receipt = await askNode(url, method, [hash])
    if (receipt !== null) return receipt as Record<string, unknown>
    await sleep(10)
  }
  throw new Error(`${method}: no receipt within 30 s`)
}
