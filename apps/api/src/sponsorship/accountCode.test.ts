import { readFileSync } from 'node:fs'
import { type EvmAddress, hybridAccount, smartAccountContracts, toChecksumAddress } from '@latchkey/chains'
import { startAnvil } from '@latchkey/service-kit/test/startAnvil'
import { concat, encodeFunctionData, type Hex, pad, parseAbi, parseEther, zeroHash } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAskChain } from '../chain/askChain.ts'
import { createRpcProxy } from '../chain/rpcProxy.ts'
import { requireOwnCode } from './requireOwnCode.ts'
import { maxVerificationGas } from './requireSaneGas.ts'

/** The framework's contracts, as they are on every network. */
const states = new URL('../../../../infra/local/src/smartAccounts/smartAccountStates.json', import.meta.url)
const { entryPoint, hybridImplementation, simpleFactory, statelessImplementation } = smartAccountContracts
const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
/** Third-party code that an account of the framework can be moved to: `proxiableUUID` and everything else returns the slot. */
const foreign = toChecksumAddress(`0x${'f0'.repeat(20)}`)

let chain: Awaited<ReturnType<typeof startAnvil>>
beforeAll(async () => {
  chain = await startAnvil()
  const { contracts } = JSON.parse(readFileSync(states, 'utf8')) as {
    contracts: Record<string, { code: Hex; storage: Record<Hex, Hex> }>
  }
  for (const address of [hybridImplementation, simpleFactory, statelessImplementation]) {
    const { code, storage } = contracts[address] as { code: Hex; storage: Record<Hex, Hex> }
    await chain.client.setCode({ address, bytecode: code })
    for (const [index, value] of Object.entries(storage))
      await chain.client.setStorageAt({ address, index: index as Hex, value })
  }
  await chain.client.setCode({ address: foreign, bytecode: concat(['0x7f', implementationSlot, '0x5f5260205ff3']) })
  await chain.client.setBalance({ address: entryPoint, value: parseEther('1') })
})
afterAll(() => chain[Symbol.asyncDispose]())

const send = async (transaction: { to: Hex; data: Hex; account?: Hex }) => {
  const hash = await chain.client.sendTransaction({ ...transaction, gas: 3_000_000n })
  return chain.client.waitForTransactionReceipt({ hash })
}
const person = () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  return { owner, account: hybridAccount(owner.address as EvmAddress) }
}
/** `ok`, the delegation, or the reason. */
const outcome = (sender: EvmAddress, kind: 'hybrid' | 'eip7702', factory?: EvmAddress) => {
  const rpcProxy = createRpcProxy({ nodes: { 'eip155:31337': [chain.url] }, fetch })
  const of = factory === undefined ? { sender } : { sender, factory }
  return requireOwnCode(of, kind, createAskChain(rpcProxy, 'eip155:31337'), 31337).then(
    (lending) => lending?.address ?? 'ok',
    ({ name, details }) => details?.reason ?? name,
  )
}
const otherCode = 'its account runs other code than it was made with'

test('what the factory deploys is what is paid for, until its owner moves it to code of their own', async () => {
  const { account } = person()
  const { address, factory, factoryData } = account
  expect([await outcome(address, 'hybrid'), await outcome(address, 'hybrid', factory)]).toEqual([
    'its account does not exist yet',
    'ok',
  ])
  expect((await send({ to: factory, data: factoryData })).status).toBe('success')
  expect(await outcome(address, 'hybrid')).toBe('ok')

  const abi = parseAbi(['function upgradeToAndCall(address implementation, bytes data)'])
  await chain.client.impersonateAccount({ address })
  await chain.client.setBalance({ address, value: parseEther('1') })
  const data = encodeFunctionData({ abi, args: [foreign, '0x'] })
  expect((await send({ account: address, to: address, data })).status).toBe('success')
  expect(await outcome(address, 'hybrid')).toBe(otherCode)
  expect(await outcome(address, 'hybrid', factory)).toBe(otherCode)
})

test('an address is paid for while it has no code, which it then lends itself to, or exactly ours', async () => {
  const { owner } = person()
  const address = owner.address as EvmAddress
  const lendTo = (to: Hex) => chain.client.setCode({ address, bytecode: concat(['0xef0100', to]) })
  expect(await outcome(address, 'eip7702')).toBe(statelessImplementation)
  await lendTo(statelessImplementation)
  expect(await outcome(address, 'eip7702')).toBe('ok')
  await lendTo(foreign)
  expect(await outcome(address, 'eip7702')).toBe(otherCode)
})

test('gas to check an operation is twice what the first one of an account needs, and not much more', async () => {
  const { owner, account } = person()
  const { address, factory, factoryData } = account
  const { client } = chain
  const deployment = (await send({ to: factory, data: factoryData })).gasUsed
  const abi = parseAbi([
    'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
    'function validateUserOp(PackedUserOperation operation, bytes32 hash, uint256 missing) returns (uint256)',
    'function getPackedUserOperationTypedDataHash(PackedUserOperation operation) view returns (bytes32)',
  ])
  const unsigned = {
    sender: address,
    nonce: 0n,
    initCode: concat([factory, factoryData]),
    callData: '0x' as Hex,
    accountGasLimits: zeroHash,
    preVerificationGas: 0n,
    gasFees: zeroHash,
    paymasterAndData: `0x${'9a'.repeat(129)}` as Hex,
    signature: '0x' as Hex,
  }
  const functionName = 'getPackedUserOperationTypedDataHash'
  const hash = await client.readContract({ abi, address, functionName, args: [unsigned] })
  const operation = { ...unsigned, signature: await owner.sign({ hash }) }
  const data = encodeFunctionData({ abi, functionName: 'validateUserOp', args: [operation, pad('0x1'), 0n] })
  await client.impersonateAccount({ address: entryPoint })
  const { data: verdict } = await client.call({ account: entryPoint, to: address, data })
  expect(verdict).toBe(zeroHash)
  const validation = (await send({ account: entryPoint, to: address, data })).gasUsed
  const needed = deployment + validation
  expect(maxVerificationGas).toBeGreaterThanOrEqual(2n * needed)
  expect(maxVerificationGas).toBeLessThan(3n * needed)
})
