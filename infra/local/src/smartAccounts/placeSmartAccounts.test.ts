import {
  createDelegation,
  createExecution,
  ExecutionMode,
  getSmartAccountsEnvironment,
  Implementation,
  type MetaMaskSmartAccount,
  PREFERRED_VERSION,
  ScopeType,
  toMetaMaskSmartAccount,
} from '@metamask/smart-accounts-kit'
import { DelegationManager } from '@metamask/smart-accounts-kit/contracts'
import { overrideDeployedEnvironment } from '@metamask/smart-accounts-kit/utils'
import {
  type Address,
  type Call,
  concat,
  createPublicClient,
  createTestClient,
  http,
  parseEther,
  parseEventLogs,
  publicActions,
  walletActions,
} from 'viem'
import { entryPoint07Abi, type SmartAccount, toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { rpc } from '../chain/rpc.ts'
import { startTestChain } from '../testing/startTestChain.ts'
import { entryPoint, readEntryPointCode, senderCreator } from './entryPoint.ts'
import { placeSmartAccounts } from './placeSmartAccounts.ts'

/** The first development account: it pays for the tests' transactions. */
const payer = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const somebody: Address = '0x000000000000000000000000000000000000bEEF'

// The kit has Ethereum's addresses: exactly these must be used here.
beforeAll(() => {
  overrideDeployedEnvironment(foundry.id, PREFERRED_VERSION, getSmartAccountsEnvironment(1))
})

const withChain = async () => {
  const { chain } = await startTestChain()
  onTestFinished(chain.stop)
  await placeSmartAccounts(chain.url)
  const transport = http(chain.url)
  const client = createTestClient({ mode: 'anvil', chain: foundry, account: payer, transport, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  return { chain, client }
}
type Client = Awaited<ReturnType<typeof withChain>>['client']

/** The kit takes a read-only client. */
const readerOf = (client: Client) =>
  createPublicClient({ chain: foundry, transport: http(client.transport.url), pollingInterval: 20 })

const newKey = () => privateKeyToAccount(generatePrivateKey())

/** An account that is not deployed yet, with ether. */
const createHybrid = async (client: Client) => {
  const owner = newKey()
  const account = await toMetaMaskSmartAccount({
    client: readerOf(client),
    implementation: Implementation.Hybrid,
    deployParams: [owner.address, [], [], []],
    deploySalt: '0x',
    signer: { account: owner },
  })
  await client.setBalance({ address: account.address, value: parseEther('3') })
  return account
}

/** Sends one operation with these calls as a bundler would, and returns whether it succeeded. */
const operate = async (client: Client, account: SmartAccount, calls: readonly Call[]): Promise<boolean> => {
  const operation: UserOperation<'0.7'> = {
    sender: account.address,
    nonce: await account.getNonce(),
    ...((await account.isDeployed()) ? {} : await account.getFactoryArgs()),
    callData: await account.encodeCalls(calls),
    callGasLimit: 500_000n,
    verificationGasLimit: 1_000_000n,
    preVerificationGas: 100_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    signature: '0x',
  }
  const signature = await account.signUserOperation(operation)
  const hash = await client.writeContract({
    address: entryPoint,
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation({ ...operation, signature })], payer.address],
  })
  const { logs } = await client.waitForTransactionReceipt({ hash })
  const [event] = parseEventLogs({ abi: entryPoint07Abi, eventName: 'UserOperationEvent', logs })
  return event?.args.success === true
}

test('the EntryPoint is the one of other chains: it is what its deployment there leaves', async () => {
  const { client } = await withChain()
  const placed = [await client.getCode({ address: entryPoint }), await client.getCode({ address: senderCreator })]
  for (const address of [entryPoint, senderCreator]) {
    await client.setCode({ address, bytecode: '0x' })
    await client.setNonce({ address, nonce: 0 })
  }
  const salt = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'
  const data = concat([salt, readEntryPointCode()])
  const hash = await client.sendTransaction({ to: '0x4e59b44847b379578588920cA78FbF26c0B4956C', data })
  await client.waitForTransactionReceipt({ hash })
  const deployed = [await client.getCode({ address: entryPoint }), await client.getCode({ address: senderCreator })]
  expect(placed).toEqual(deployed)
  expect(placed).not.toContain(undefined)
})

test('an account is deployed where the kit says, by an operation that carries out a batch', async () => {
  const { client } = await withChain()
  const account = await createHybrid(client)
  expect(await client.getCode({ address: account.address })).toBeUndefined()
  expect(
    await operate(client, account, [
      { to: somebody, value: 7n },
      { to: payer.address, value: 1n },
    ]),
  ).toBe(true)
  expect(await client.getCode({ address: account.address })).toBeDefined()
  expect(await client.getBalance({ address: somebody })).toBe(7n)
  expect(await operate(client, account, [{ to: somebody, value: parseEther('100') }])).toBe(false)
})

test('its signatures are good before it is deployed and after (ERC-6492, ERC-1271)', async () => {
  const { client } = await withChain()
  const account = await createHybrid(client)
  const { address } = account
  const early = await account.signMessage({ message: 'hello' })
  expect(await client.verifyMessage({ address, message: 'hello', signature: early })).toBe(true)
  expect(await client.verifyMessage({ address, message: 'other', signature: early })).toBe(false)
  await operate(client, account, [{ to: somebody }])
  const late = await account.signMessage({ message: 'hello' })
  expect(late.length).toBeLessThan(early.length)
  expect(await client.verifyMessage({ address, message: 'hello', signature: late })).toBe(true)
})

/** A session key spends 0.2 ether, and then tries 0.4, with a limit of 0.5. */
const spendByDelegation = async (client: Client, account: MetaMaskSmartAccount) => {
  const session = newKey()
  await client.setBalance({ address: session.address, value: parseEther('1') })
  const delegation = createDelegation({
    environment: account.environment,
    from: account.address,
    to: session.address,
    scope: { type: ScopeType.NativeTokenTransferAmount, maxAmount: parseEther('0.5') },
    caveats: [
      { type: 'limitedCalls', limit: 3 },
      { type: 'timestamp', afterThreshold: 0, beforeThreshold: Math.floor(Date.now() / 1000) + 3600 },
    ],
  })
  const signed = { ...delegation, signature: await account.signDelegation({ delegation }) }
  const redeem = (value: bigint) =>
    client.sendTransaction({
      account: session,
      to: account.environment.DelegationManager,
      data: DelegationManager.encode.redeemDelegations({
        delegations: [[signed]],
        modes: [ExecutionMode.SingleDefault],
        executions: [[createExecution({ target: somebody, value })]],
      }),
    })
  await client.waitForTransactionReceipt({ hash: await redeem(parseEther('0.2')) })
  expect(await client.getBalance({ address: somebody })).toBe(parseEther('0.2'))
  await expect(redeem(parseEther('0.4'))).rejects.toThrow('NativeTokenTransferAmountEnforcer:allowance-exceeded')
}

test('a delegation is redeemed within its limit and refused above it', async () => {
  const { client } = await withChain()
  const account = await createHybrid(client)
  await operate(client, account, [{ to: payer.address }])
  await spendByDelegation(client, account)
})

test('an address of a key does all of it too, once it has lent itself to the stateless account (EIP-7702)', async () => {
  const { client } = await withChain()
  const owner = newKey()
  await client.setBalance({ address: owner.address, value: parseEther('3') })
  const contractAddress = getSmartAccountsEnvironment(1).implementations.EIP7702StatelessDeleGatorImpl as Address
  const authorization = await owner.signAuthorization({ contractAddress, chainId: foundry.id, nonce: 0 })
  const hash = await client.sendTransaction({ to: owner.address, authorizationList: [authorization] })
  await client.waitForTransactionReceipt({ hash })
  const account = await toMetaMaskSmartAccount({
    client: readerOf(client),
    implementation: Implementation.Stateless7702,
    address: owner.address,
    signer: { account: owner },
  })
  expect(await operate(client, account, [{ to: payer.address, value: 7n }])).toBe(true)
  const signature = await account.signMessage({ message: 'hello' })
  expect(await client.verifyMessage({ address: owner.address, message: 'hello', signature })).toBe(true)
  await spendByDelegation(client, account)
})

test('a restart keeps what accounts have, and no block is made', async () => {
  const { chain, client } = await withChain()
  expect(await rpc(chain.url, 'eth_blockNumber', [])).toBe('0x0')
  const account = await createHybrid(client)
  await operate(client, account, [{ to: somebody, value: 7n }])
  const deposit = () =>
    client.readContract({
      address: entryPoint,
      abi: entryPoint07Abi,
      functionName: 'balanceOf',
      args: [account.address],
    })
  const left = await deposit()
  expect(left).toBeGreaterThan(0n)
  await chain.stop()
  await chain.start()
  await placeSmartAccounts(chain.url)
  expect(await deposit()).toBe(left)
  expect(await operate(client, account, [{ to: somebody, value: 7n }])).toBe(true)
})
