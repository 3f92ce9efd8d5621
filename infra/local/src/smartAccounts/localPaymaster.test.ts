import { paymasterAbi, paymasterAddress, paymasterDeployment } from '@latchkey/contracts'
import {
  type Address,
  concat,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  numberToHex,
  parseAbiParameters,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { entryPoint07Abi, toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry, localhost } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { startTestChain } from '../testing/startTestChain.ts'
import { entryPoint } from './entryPoint.ts'
import { localPaymaster, localPaymasterDeposit, localPaymasterKey, localPaymasterRoles } from './localPaymaster.ts'
import { placeSmartAccounts } from './placeSmartAccounts.ts'

/** The first development account: it bundles, and owns the paymaster. */
const owner = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const signer = privateKeyToAccount(localPaymasterKey)
const somebody: Address = '0x000000000000000000000000000000000000bEEF'

/** Accepts every signature: `return(0, 32)` of an empty memory. The sponsor is under test here. */
const anyAccount: Address = '0x00000000000000000000000000000000000000aa'

const withChain = async () => {
  const { chain } = await startTestChain()
  onTestFinished(chain.stop)
  await placeSmartAccounts(chain.url)
  const transport = http(chain.url)
  const client = createTestClient({ mode: 'anvil', chain: foundry, account: owner, transport, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  await client.setCode({ address: anyAccount, bytecode: '0x60205ff3' })
  return client
}
type Client = Awaited<ReturnType<typeof withChain>>

const operation: UserOperation<'0.7'> = {
  sender: anyAccount,
  nonce: 0n,
  callData: '0x12345678',
  callGasLimit: 100_000n,
  verificationGasLimit: 100_000n,
  preVerificationGas: 50_000n,
  maxFeePerGas: 10n ** 10n,
  maxPriorityFeePerGas: 1n,
  paymaster: localPaymaster,
  paymasterVerificationGasLimit: 50_000n,
  paymasterPostOpGasLimit: 0n,
  signature: '0x',
}
/** `validUntil` and `validAfter` (s), for a chain whose time is now. */
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

/** The signed parameters beside the operation. */
type Word = { by?: PrivateKeyAccount; chainId?: number; validUntil?: number; validAfter?: number }

/** The operation with a paymaster's data, by the design: the api's codec is not used here. */
const sponsored = async (
  it: UserOperation<'0.7'>,
  { by = signer, chainId = foundry.id, validUntil = inAnHour(), validAfter = 0 }: Word = {},
): Promise<UserOperation<'0.7'>> => {
  const times = concat([numberToHex(validUntil, { size: 6 }), numberToHex(validAfter, { size: 6 })])
  const packed = toPackedUserOperation(it)
  const digest = keccak256(
    encodeAbiParameters(
      parseAbiParameters(
        'address, uint256, bytes32, bytes32, bytes32, uint256, uint256, bytes32, uint256, address, uint48, uint48',
      ),
      [
        it.sender,
        it.nonce,
        keccak256(packed.initCode),
        keccak256(it.callData),
        packed.accountGasLimits,
        ((it.paymasterVerificationGasLimit ?? 0n) << 128n) | (it.paymasterPostOpGasLimit ?? 0n),
        it.preVerificationGas,
        packed.gasFees,
        BigInt(chainId),
        it.paymaster ?? somebody,
        validUntil,
        validAfter,
      ],
    ),
  )
  return { ...it, paymasterData: concat([times, await by.signMessage({ message: { raw: digest } })]) }
}

const handle = async (client: Client, it: UserOperation<'0.7'>) => {
  const hash = await client.writeContract({
    address: entryPoint,
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(it)], owner.address],
    gas: 3_000_000n,
  })
  const { status } = await client.waitForTransactionReceipt({ hash })
  return status
}
/** The EntryPoint's result if it were handled now. */
const verdict = (client: Client, it: UserOperation<'0.7'>): Promise<string> =>
  client
    .simulateContract({
      address: entryPoint,
      abi: entryPoint07Abi,
      functionName: 'handleOps',
      args: [[toPackedUserOperation(it)], owner.address],
    })
    .then(
      () => 'carried out',
      (error: Error) => error.message,
    )
const depositOf = (client: Client, address: Address = localPaymaster): Promise<bigint> =>
  client.readContract({ address: entryPoint, abi: entryPoint07Abi, functionName: 'balanceOf', args: [address] })

test('what the service signed for is paid out of the deposit, once', async () => {
  const client = await withChain()
  expect(await depositOf(client)).toBe(localPaymasterDeposit)
  const it = await sponsored(operation)
  expect(await handle(client, it)).toBe('success')
  expect(await depositOf(client)).toBeLessThan(localPaymasterDeposit)
  expect(await depositOf(client, anyAccount)).toBe(0n)
  expect(await verdict(client, it)).toContain('AA25')
})

test('what another key, or the key for another chain or contract, signed is refused', async () => {
  const client = await withChain()
  const stranger = privateKeyToAccount(generatePrivateKey())
  expect(await verdict(client, await sponsored(operation, { by: stranger }))).toContain('AA34')
  expect(await verdict(client, await sponsored(operation, { chainId: localhost.id }))).toContain('AA34')
  const { paymasterData = '0x' } = await sponsored({ ...operation, paymaster: somebody })
  expect(await verdict(client, { ...operation, paymasterData })).toContain('AA34')
})

test('an operation that was changed after the service signed is refused, whatever was changed', async () => {
  const client = await withChain()
  const { paymasterData = '0x' } = await sponsored(operation)
  const other: Address = '0x00000000000000000000000000000000000000ab'
  await client.setCode({ address: other, bytecode: '0x60205ff3' })
  const changes: Partial<UserOperation<'0.7'>>[] = [
    { sender: other },
    { nonce: 1n << 64n },
    { callData: '0x12345679' },
    { callGasLimit: 100_001n },
    { verificationGasLimit: 100_001n },
    { preVerificationGas: 50_001n },
    { maxFeePerGas: 10n ** 10n + 1n },
    { maxPriorityFeePerGas: 2n },
    { paymasterVerificationGasLimit: 50_001n },
    { paymasterPostOpGasLimit: 1n },
    { paymasterData: concat([numberToHex(inAnHour() + 9, { size: 6 }), `0x${paymasterData.slice(14)}`]) },
    { paymasterData: concat([`0x${paymasterData.slice(2, 14)}`, '0x000000000001', `0x${paymasterData.slice(26)}`]) },
  ]
  for (const change of changes)
    expect([change, await verdict(client, { ...operation, paymasterData, ...change })]).toEqual([
      change,
      expect.stringContaining('AA34'),
    ])
})

test('a promise is kept after its beginning and until its end', async () => {
  const client = await withChain()
  // A chain's time begins with its first block.
  await client.mine({ blocks: 1 })
  expect(await verdict(client, await sponsored(operation, { validUntil: 1 }))).toContain('AA32')
  expect(await verdict(client, await sponsored(operation, { validAfter: inAnHour() }))).toContain('AA32')
})

test('data of another length are refused', async () => {
  const client = await withChain()
  const { paymasterData = '0x' } = await sponsored(operation)
  for (const changed of ['0x', paymasterData.slice(0, -2), `${paymasterData}00`] as Hex[])
    expect(await verdict(client, { ...operation, paymasterData: changed })).toContain('AA33')
})

test('the owner takes the deposit out, a stranger cannot', async () => {
  const client = await withChain()
  const withdraw = (account: PrivateKeyAccount) =>
    client.writeContract({
      account,
      address: localPaymaster,
      abi: paymasterAbi,
      functionName: 'withdraw',
      args: [somebody, localPaymasterDeposit],
    })
  await client.setBalance({ address: signer.address, value: parseEther('1') })
  await expect(withdraw(signer)).rejects.toThrow('NotOwner')
  await client.waitForTransactionReceipt({ hash: await withdraw(owner) })
  expect(await client.getBalance({ address: somebody })).toBe(localPaymasterDeposit)
  expect(await verdict(client, await sponsored(operation))).toContain('AA31')
})

test('any account deploys it at the address that owner and signer determine, and payments to it become its deposit', async () => {
  const client = await withChain()
  const roles = { ...localPaymasterRoles, owner: somebody }
  const address = paymasterAddress(roles)
  await client.waitForTransactionReceipt({ hash: await client.sendTransaction(paymasterDeployment(roles)) })
  await client.waitForTransactionReceipt({ hash: await client.sendTransaction({ to: address, value: 5n }) })
  expect(await depositOf(client, address)).toBe(5n)
  const read = { address, abi: paymasterAbi } as const
  expect(await client.readContract({ ...read, functionName: 'owner' })).toBe(somebody)
  expect(await client.readContract({ ...read, functionName: 'signer' })).toBe(signer.address)
  expect(await client.readContract({ ...read, functionName: 'entryPoint' })).toBe(entryPoint)
})

// The tests of the api's codec use the same operation (`apps/api/src/sponsorship/paymasterData.test.ts`).
test('the digest is as published', async () => {
  const client = await withChain()
  const address: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  const bytecode = await client.getCode({ address: localPaymaster })
  await client.setCode({ address, bytecode: bytecode ?? '0x' })
  const published = toPackedUserOperation({
    sender: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    nonce: (7n << 64n) + 5n,
    factory: '0x69Aa2f9fe1572F1B640E1bbc512f5c3a734fc77c',
    factoryData: '0x4af63f02',
    callData: '0x5c1c6dcd00',
    callGasLimit: 1n,
    verificationGasLimit: 2n,
    preVerificationGas: 3n,
    maxFeePerGas: 4n,
    maxPriorityFeePerGas: 5n,
    paymaster: address,
    paymasterVerificationGasLimit: 6n,
    paymasterPostOpGasLimit: 7n,
    paymasterData: `0x010203040506000000000009${'00'.repeat(65)}`,
    signature: '0x',
  })
  const data = encodeFunctionData({ abi: paymasterAbi, functionName: 'digest', args: [published] })
  expect((await client.call({ to: address, data })).data).toMatchInlineSnapshot(
    `"0x85c8d6f45481769b4c0b2e240a09fed62fc03228e5a2f51efd1dd56eda39c637"`,
  )
})
