import { readFileSync } from 'node:fs'
import { toChecksumAddress } from '@latchkey/chains'
import { startAnvil } from '@latchkey/service-kit/test/startAnvil'
import {
  concat,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PaidOperation,
  type Sponsorship,
  signPaymasterData,
  sponsorshipDigest,
  stubPaymasterData,
} from './paymasterData.ts'

/** The contract that operators deploy, as `infra/contracts` compiled it. */
const compiled = new URL('../../../../infra/contracts/paymaster/contract.json', import.meta.url)
const key = `0x${'42'.repeat(32)}` as const
const owner = toChecksumAddress(`0x${'0e'.repeat(20)}`)
const abi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function digest(PackedUserOperation operation) view returns (bytes32)',
  'function validatePaymasterUserOp(PackedUserOperation operation, bytes32 hash, uint256 cost) view returns (bytes context, uint256 validationData)',
])

let chain: Awaited<ReturnType<typeof startAnvil>>
let paymaster: PaidOperation['paymaster']
let sponsorship: Sponsorship
beforeAll(async () => {
  chain = await startAnvil()
  const { client } = chain
  const { creationCode } = JSON.parse(readFileSync(compiled, 'utf8')) as { creationCode: Hex }
  const roles = parseAbiParameters('address, address, address')
  const args = encodeAbiParameters(roles, [owner, owner, privateKeyToAddress(key)])
  const hash = await client.sendTransaction({ data: concat([creationCode, args]) })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  paymaster = toChecksumAddress(contractAddress)
  sponsorship = { chainId: await client.getChainId(), validUntil: 0x0102_0304_0506, validAfter: 9 }
})
afterAll(() => chain[Symbol.asyncDispose]())

const operationOf = (): PaidOperation => ({
  sender: toChecksumAddress(`0x${'5e'.repeat(20)}`),
  nonce: (7n << 64n) + 5n,
  factory: owner,
  factoryData: '0x4af63f02',
  callData: '0x5c1c6dcd00',
  callGasLimit: 1n,
  verificationGasLimit: 2n,
  preVerificationGas: 3n,
  maxFeePerGas: 4n,
  maxPriorityFeePerGas: 5n,
  paymaster,
  paymasterVerificationGasLimit: 6n,
  paymasterPostOpGasLimit: 7n,
})
const halves = (high: bigint, low: bigint): Hex =>
  concat([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])
const packed = (operation: PaidOperation, paymasterData: Hex) => ({
  sender: operation.sender,
  nonce: operation.nonce,
  initCode: operation.factory === undefined ? '0x' : concat([operation.factory, operation.factoryData ?? '0x']),
  callData: operation.callData,
  accountGasLimits: halves(operation.verificationGasLimit, operation.callGasLimit),
  preVerificationGas: operation.preVerificationGas,
  gasFees: halves(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
  paymasterAndData: concat([
    operation.paymaster,
    halves(operation.paymasterVerificationGasLimit, operation.paymasterPostOpGasLimit),
    paymasterData,
  ]),
  signature: '0x' as const,
})
const verdictOn = async (operation: PaidOperation, paymasterData: Hex) => {
  const args = [packed(operation, paymasterData), toHex(0, { size: 32 }), 0n] as const
  const data = encodeFunctionData({ abi, functionName: 'validatePaymasterUserOp', args })
  const { data: answered = '0x' } = await chain.client.call({ to: paymaster, data })
  const [context, verdict] = decodeFunctionResult({ abi, functionName: 'validatePaymasterUserOp', data: answered })
  const times = { validUntil: Number((verdict >> 160n) & 0xffff_ffff_ffffn), validAfter: Number(verdict >> 208n) }
  return { context, paid: (verdict & ((1n << 160n) - 1n)) === 0n, ...times }
}

test('the contract computes what the api signs, and pays for it within its times', async () => {
  const operation = operationOf()
  const data = signPaymasterData(operation, sponsorship, hexToBytes(key))
  const args = [packed(operation, data)] as const
  expect(await chain.client.readContract({ abi, address: paymaster, functionName: 'digest', args })).toBe(
    sponsorshipDigest(operation, sponsorship),
  )
  const { validUntil, validAfter } = sponsorship
  expect(await verdictOn(operation, data)).toEqual({ context: '0x', paid: true, validUntil, validAfter })
})

test('the contract pays for nothing else: a changed operation, other times, another chain or key, what is to estimate with', async () => {
  const operation = operationOf()
  const own = signPaymasterData(operation, sponsorship, hexToBytes(key))
  const { factory: _, factoryData: __, ...deployed } = operation
  const changed: PaidOperation[] = [
    deployed,
    { ...operation, sender: owner },
    { ...operation, factoryData: '0x4af63f0200' },
    { ...operation, callData: '0x5c1c6dcd01' },
    ...Object.entries(operation).flatMap(([field, value]) =>
      typeof value === 'bigint' ? [{ ...operation, [field]: value + 1n }] : [],
    ),
  ]
  for (const each of changed) expect(await verdictOn(each, own)).toMatchObject({ paid: false })
  const others = [
    concat([toHex(0xffff_ffff_ffff, { size: 6 }), `0x${own.slice(14)}`]),
    signPaymasterData(operation, { ...sponsorship, chainId: sponsorship.chainId + 1 }, hexToBytes(key)),
    signPaymasterData(operation, sponsorship, new Uint8Array(32).fill(1)),
    stubPaymasterData(),
  ]
  for (const data of others) expect(await verdictOn(operation, data)).toMatchObject({ paid: false })
})
