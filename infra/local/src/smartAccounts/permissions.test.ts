import {
  concat,
  createTestClient,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  http,
  parseAbi,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type Delegation,
  delegationHash,
  delegationOfGrant,
  delegationTypedData,
  type EvmAddress,
  encodeDisableDelegation,
  encodeIsDisabled,
  encodePermissionContext,
  type Hex,
  hybridAccount,
  parsePermissionRequest,
  parseTypedData,
  smartAccountContracts,
  toChecksumAddress,
  typedDataDigest,
} from '../../../../packages/chains/src/index.ts'
import { startTestChain } from '../testing/startTestChain.ts'
import { localTokens } from '../tokens/localContracts.ts'
import { placeLocalContracts } from '../tokens/placeLocalContracts.ts'
import { placeSmartAccounts } from './placeSmartAccounts.ts'

/** The first development account, which also makes tokens. */
const payer = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const somebody = toChecksumAddress(`0x${'be'.repeat(20)}`)
const { delegationManager } = smartAccountContracts
const managerAbi = parseAbi([
  'function redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executions)',
])
const single: Hex = `0x${'00'.repeat(32)}`
const day = 86_400

type Call = { to: EvmAddress; value?: bigint; data?: Hex }
const transfer = (to: EvmAddress, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

/** A deployed account with coins and tokens, and a key with granted permissions. */
const setUp = async () => {
  const { chain } = await startTestChain()
  onTestFinished(chain.stop)
  await placeLocalContracts(chain.url)
  await placeSmartAccounts(chain.url)
  const client = createTestClient({
    mode: 'anvil',
    chain: foundry,
    account: payer,
    transport: http(chain.url),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)
  const owner = privateKeyToAccount(generatePrivateKey())
  const signer = privateKeyToAccount(generatePrivateKey())
  const { address: account, factory, factoryData } = hybridAccount(owner.address as EvmAddress)
  const usdc = localTokens.usdc.address as EvmAddress
  const done = async (hash: Hex) => (await client.waitForTransactionReceipt({ hash })).status === 'success'
  await done(await client.sendTransaction({ to: factory, data: factoryData }))
  for (const address of [account, signer.address]) await client.setBalance({ address, value: parseEther('2') })
  const mint = encodeFunctionData({
    abi: parseAbi(['function mint(address to, uint256 amount)']),
    functionName: 'mint',
    args: [account, 1_000_000_000n],
  })
  expect(await done(await client.sendTransaction({ to: usdc, data: mint }))).toBe(true)

  const now = async () => Number((await client.getBlock()).timestamp)
  let salt = 0n
  /** As the wallet grants: the parsed request, its delegation signed by the owner. */
  const grant = async (type: string, data: Record<string, unknown>, more: object = {}): Promise<Delegation> => {
    const asked = {
      expiry: (await now()) + 30 * day,
      signer: { type: 'account', data: { address: signer.address } },
      permissions: [{ type, data }],
      ...more,
    }
    const requester = { account, owner: owner.address as EvmAddress, chainId: foundry.id, now: await now() }
    const delegation = delegationOfGrant(parsePermissionRequest(asked, requester), salt++)
    const digest = typedDataDigest(parseTypedData(delegationTypedData(delegation, foundry.id)))
    const signature = await owner.sign({ hash: `0x${Buffer.from(digest).toString('hex')}` })
    return { ...delegation, signature }
  }
  /** Returns whether a call in the account's name succeeds. */
  const redeem = async (
    delegations: readonly Delegation[],
    { to, value = 0n, data = '0x' }: Call,
    by = signer,
    mode = single,
  ): Promise<boolean> => {
    const execution = mode === single ? encodePacked(['address', 'uint256', 'bytes'], [to, value, data]) : data
    const args = [[encodePermissionContext(delegations)], [mode], [execution]] as const
    const call = encodeFunctionData({ abi: managerAbi, functionName: 'redeemDelegations', args })
    return await done(await client.sendTransaction({ account: by, to: delegationManager, data: call, gas: 1_500_000n }))
  }
  const balance = (address: EvmAddress) => client.getBalance({ address })
  const tokens = (address: EvmAddress) =>
    client.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  const fromAccount = async (to: EvmAddress, data: Hex): Promise<boolean> => {
    await client.impersonateAccount({ address: account })
    return await done(await client.sendTransaction({ account, to, data, gas: 1_000_000n }))
  }
  const later = async (seconds: number) => {
    await client.increaseTime({ seconds })
    await client.mine({ blocks: 1 })
  }
  return { client, account, owner, signer, usdc, grant, redeem, balance, tokens, fromAccount, later }
}

describe('what was granted is all that its signer can do:', () => {
  test('coins within their limit, without data, to anyone, and never more', async () => {
    const { grant, redeem, balance, usdc } = await setUp()
    const granted = [await grant('native-token-transfer', { allowance: '0x64' })]
    expect(await redeem(granted, { to: somebody, value: 60n })).toBe(true)
    expect(await redeem(granted, { to: somebody, value: 41n })).toBe(false)
    expect(await redeem(granted, { to: somebody, value: 40n })).toBe(true)
    expect(await redeem(granted, { to: somebody, value: 1n })).toBe(false)
    expect(await balance(somebody)).toBe(100n)
    // A permission to send coins does not allow contract calls.
    expect(await redeem(granted, { to: usdc, data: transfer(somebody, 1n) })).toBe(false)
    const call = await grant('native-token-transfer', { allowance: '0x64' })
    expect(await redeem([call], { to: usdc, value: 1n, data: transfer(somebody, 1n) })).toBe(false)
  })

  test('tokens within their limit: no other token, function, or coins along with them', async () => {
    const { grant, redeem, tokens, usdc } = await setUp()
    const granted = [await grant('erc20-token-transfer', { address: usdc, allowance: '0x64' })]
    expect(await redeem(granted, { to: usdc, data: transfer(somebody, 70n) })).toBe(true)
    expect(await redeem(granted, { to: usdc, data: transfer(somebody, 31n) })).toBe(false)
    expect(await redeem(granted, { to: usdc, value: 1n, data: transfer(somebody, 1n) })).toBe(false)
    expect(await redeem(granted, { to: localTokens.weth.address as EvmAddress, data: transfer(somebody, 1n) })).toBe(
      false,
    )
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [somebody, 1n] })
    expect(await redeem(granted, { to: usdc, data: approve })).toBe(false)
    expect(await redeem(granted, { to: usdc, data: concat([transfer(somebody, 1n), '0x00']) })).toBe(false)
    expect(await redeem(granted, { to: usdc, data: transfer(somebody, 30n) })).toBe(true)
    expect(await tokens(somebody)).toBe(100n)
  })

  test('a limit for each period, which does not add up', async () => {
    const { grant, redeem, usdc, later, balance } = await setUp()
    const period = { periodAmount: '0x64', periodDuration: day }
    const coins = [await grant('native-token-periodic', period)]
    const granted = [await grant('erc20-token-periodic', { tokenAddress: usdc, ...period })]
    for (const [spends, call] of [
      [coins, (amount: bigint) => ({ to: somebody, value: amount })],
      [granted, (amount: bigint) => ({ to: usdc, data: transfer(somebody, amount) })],
    ] as const) {
      expect(await redeem(spends, call(100n))).toBe(true)
      expect(await redeem(spends, call(1n))).toBe(false)
    }
    await later(3 * day)
    expect(await redeem(coins, { to: somebody, value: 101n })).toBe(false)
    expect(await redeem(coins, { to: somebody, value: 100n })).toBe(true)
    expect(await redeem(granted, { to: usdc, value: 1n, data: transfer(somebody, 1n) })).toBe(false)
    expect(await balance(somebody)).toBe(200n)
  })

  test('the functions of one contract, without coins, so many times', async () => {
    const { grant, redeem, usdc, tokens } = await setUp()
    const policies = [{ type: 'call-limit', data: { count: 2 } }]
    const functions = ['transfer(address,uint256)']
    const granted = [await grant('contract-call', { address: usdc, functions }, { policies })]
    expect(await redeem(granted, { to: usdc, data: transfer(somebody, 5n) })).toBe(true)
    expect(await redeem(granted, { to: usdc, value: 1n, data: transfer(somebody, 5n) })).toBe(false)
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [somebody, 1n] })
    expect(await redeem(granted, { to: usdc, data: approve })).toBe(false)
    expect(await redeem(granted, { to: somebody, data: transfer(somebody, 5n) })).toBe(false)
    expect(await redeem(granted, { to: usdc })).toBe(false)
    expect(await redeem(granted, { to: usdc, data: transfer(somebody, 5n) })).toBe(true)
    expect(await redeem(granted, { to: usdc, data: transfer(somebody, 5n) })).toBe(false)
    expect(await tokens(somebody)).toBe(10n)
  })
})

test('it ends with its time, and at once when the account disables it', async () => {
  const { client, grant, redeem, later, fromAccount } = await setUp()
  const [revoked, ended] = [
    await grant('native-token-transfer', { allowance: '0x64' }),
    await grant('native-token-transfer', { allowance: '0x64' }),
  ]
  expect(await redeem([revoked], { to: somebody, value: 1n })).toBe(true)
  expect(await fromAccount(delegationManager, encodeDisableDelegation(revoked))).toBe(true)
  expect(await redeem([revoked], { to: somebody, value: 1n })).toBe(false)
  const isDisabled = async (delegation: Delegation) =>
    BigInt(
      (await client.call({ to: delegationManager, data: encodeIsDisabled(delegationHash(delegation)) })).data ?? '0x',
    )
  expect([await isDisabled(revoked), await isDisabled(ended)]).toEqual([1n, 0n])
  expect(await redeem([ended], { to: somebody, value: 1n })).toBe(true)
  await later(30 * day)
  expect(await redeem([ended], { to: somebody, value: 1n })).toBe(false)
})

test('only its signer can use it: no other account, no delegation, no wider limits, no batch', async () => {
  const { client, grant, redeem, signer, usdc, balance } = await setUp()
  const granted = await grant('native-token-transfer', { allowance: '0x64' })
  const thief = privateKeyToAccount(generatePrivateKey())
  await client.setBalance({ address: thief.address, value: parseEther('1') })
  expect(await redeem([granted], { to: somebody, value: 1n }, thief)).toBe(false)

  const handedOn: Delegation = {
    delegate: thief.address as EvmAddress,
    delegator: signer.address as EvmAddress,
    authority: delegationHash(granted),
    caveats: [],
    salt: 1n,
    signature: '0x',
  }
  const digest = typedDataDigest(parseTypedData(delegationTypedData(handedOn, foundry.id)))
  const signature = await signer.sign({ hash: `0x${Buffer.from(digest).toString('hex')}` })
  expect(await redeem([{ ...handedOn, signature }, granted], { to: somebody, value: 1n }, thief)).toBe(false)

  for (const left of granted.caveats) {
    const caveats = granted.caveats.filter((caveat) => caveat !== left)
    expect(await redeem([{ ...granted, caveats }], { to: somebody, value: 1n })).toBe(false)
  }
  const batch: Hex = `0x01${'00'.repeat(31)}`
  expect(await redeem([granted], { to: usdc, data: '0x' }, signer, batch)).toBe(false)
  const tried: Hex = `0x0001${'00'.repeat(30)}`
  expect(await redeem([granted], { to: somebody, value: 1n }, signer, tried)).toBe(false)
  expect(await balance(somebody)).toBe(0n)
  expect(await redeem([granted], { to: somebody, value: 1n })).toBe(true)
})

test('signed for one chain, it is worth nothing on another', async () => {
  const { grant, redeem, owner } = await setUp()
  const granted = await grant('native-token-transfer', { allowance: '0x64' })
  const digest = typedDataDigest(parseTypedData(delegationTypedData(granted, 1)))
  const signature = await owner.sign({ hash: `0x${Buffer.from(digest).toString('hex')}` })
  expect(await redeem([{ ...granted, signature }], { to: somebody, value: 1n })).toBe(false)
})
