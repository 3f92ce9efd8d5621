import { smartAccountContracts, toChecksumAddress } from '@latchkey/chains'
import { bytesToHex, type Hex, hexToBytes, recoverMessageAddress, size, slice } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import {
  type PaidOperation,
  type Sponsorship,
  signPaymasterData,
  sponsorshipDigest,
  stubPaymasterData,
} from './paymasterData.ts'

const key = `0x${'42'.repeat(32)}` as const
const operation: PaidOperation = {
  sender: toChecksumAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8'),
  nonce: (7n << 64n) + 5n,
  factory: smartAccountContracts.simpleFactory,
  factoryData: '0x4af63f02',
  callData: '0x5c1c6dcd00',
  callGasLimit: 1n,
  verificationGasLimit: 2n,
  preVerificationGas: 3n,
  maxFeePerGas: 4n,
  maxPriorityFeePerGas: 5n,
  paymaster: toChecksumAddress('0x5fbdb2315678afecb367f032d93f642f64180aa3'),
  paymasterVerificationGasLimit: 6n,
  paymasterPostOpGasLimit: 7n,
}
const sponsorship: Sponsorship = { chainId: 31337, validUntil: 0x0102_0304_0506, validAfter: 9 }

test('is two times and a signature of the digest by the key', async () => {
  const data = signPaymasterData(operation, sponsorship, hexToBytes(key))
  expect(size(data)).toBe(77)
  expect(slice(data, 0, 12)).toBe('0x010203040506000000000009')
  const message = { raw: sponsorshipDigest(operation, sponsorship) }
  expect(await recoverMessageAddress({ message, signature: slice(data, 12) })).toBe(privateKeyToAddress(key))
  expect(['1b', '1c']).toContain(data.slice(-2))
})

test('is as published, which the contract is tested with too', () => {
  expect(sponsorshipDigest(operation, sponsorship)).toMatchInlineSnapshot(
    `"0x85c8d6f45481769b4c0b2e240a09fed62fc03228e5a2f51efd1dd56eda39c637"`,
  )
  expect(signPaymasterData(operation, sponsorship, hexToBytes(key))).toMatchInlineSnapshot(
    `"0x01020304050600000000000956ba24582c9b86e3dc56ec3e3d87ae161713324a46ba069055a12a238ca6675c4a1e5d6b3143593ef8c47a992e614b39bcd413913d1b8de88ee20e2924bf81371b"`,
  )
})

test('covers everything that costs or does something, the chain, the contract and the times', () => {
  const { factory: _, factoryData: __, ...deployed } = operation
  const changed: PaidOperation[] = [
    deployed,
    { ...operation, sender: operation.paymaster },
    { ...operation, paymaster: operation.sender },
    { ...operation, factory: smartAccountContracts.entryPoint },
    { ...operation, factoryData: '0x4af63f0200' },
    { ...operation, callData: '0x5c1c6dcd01' },
    ...Object.entries(operation).flatMap(([field, value]) =>
      typeof value === 'bigint' ? [{ ...operation, [field]: value + 1n }] : [],
    ),
  ]
  expect(changed).toHaveLength(14)
  const digests = [
    sponsorshipDigest(operation, sponsorship),
    ...changed.map((each) => sponsorshipDigest(each, sponsorship)),
    ...(['chainId', 'validUntil', 'validAfter'] as const).map((field) =>
      sponsorshipDigest(operation, { ...sponsorship, [field]: sponsorship[field] + 1 }),
    ),
  ]
  expect(new Set(digests).size).toBe(digests.length)
})

test('to estimate with is as long, without a zero byte in its signature, and of nobody who pays', async () => {
  const stub = stubPaymasterData()
  expect(size(stub)).toBe(77)
  const bytes = [...hexToBytes(slice(stub, 12) as Hex)]
  expect(bytes).not.toContain(0)
  const message = { raw: bytesToHex(new Uint8Array(32)) }
  expect(await recoverMessageAddress({ message, signature: slice(stub, 12) })).not.toBe(privateKeyToAddress(key))
})
