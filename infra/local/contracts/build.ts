/**
 * `node contracts/build.ts` compiles the contracts, deploys them on a scratch chain, fills the exchange and writes the local chains'
 * initial state: `src/tokens/contractStates.json`. Run it after a change to a contract; a test compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import {
  type Abi,
  type Address,
  concat,
  encodeDeployData,
  getAddress,
  getContractAddress,
  type Hex,
  pad,
  parseEther,
  parseUnits,
} from 'viem'
import * as z from 'zod'
import type { ContractStates } from '../src/chain/placeContracts.ts'
import { custodyOf, signerOf } from '../src/farcaster/farcasterKeys.ts'
import { farcasterUsers } from '../src/farcaster/farcasterUsers.ts'
import { localDiamond } from '../src/money/localBridge.ts'
import { localEns } from '../src/names/localEns.ts'
import {
  farcasterRegistries,
  localCollections,
  localExchange,
  localTokens,
  wellKnownContracts,
} from '../src/tokens/localContracts.ts'
import { contractStatesFile } from '../src/tokens/placeLocalContracts.ts'
import { compileContracts } from './compileContracts.ts'
import { placeNames } from './placeNames.ts'
import { readStates } from './readStates.ts'
import { type Client, create2Proxy, deployer, startScratchChain } from './scratchChain.ts'

/** The first development account, which the faucet uses. It owns the tokens. */
const faucetAccount: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** 1 ETH = 2,500 USDC = 5,000 LKEY. */
const pools = { wethOfUsdc: '4000', usdc: '10000000', wethOfLkey: '1000', lkey: '5000000' }
const deadline = 2n ** 64n
/** The type of a key that signs in to a Farcaster account: an address. */
const authKeyType = 2

type Contracts = ReturnType<typeof compileContracts>

const send = async (client: Client, to: Address | null, data: Hex, value = 0n): Promise<Address | null> => {
  const hash = await client.sendTransaction({ to, data, value })
  const { status, contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`A transaction of the set-up failed: ${hash}`)
  return contractAddress ?? null
}

const deployOwn = async (client: Client, contracts: Contracts): Promise<void> => {
  const { usdc, lkey, weth } = localTokens
  const rows: [name: string, address: Address, args: readonly unknown[]][] = [
    ['LocalToken', usdc.address, [usdc.name, usdc.symbol, usdc.decimals, faucetAccount]],
    ['LocalToken', lkey.address, [lkey.name, lkey.symbol, lkey.decimals, faucetAccount]],
    ['LocalWeth', weth.address, []],
    ['LocalNft', localCollections.keys.address, [faucetAccount]],
    ['LocalItems', localCollections.items.address, [faucetAccount]],
    ['LocalFactory', localExchange.factory, []],
    ['LocalRouter', localExchange.router, [localExchange.factory, weth.address]],
    ['PermitSwapRouter', localExchange.permitRouter, [localExchange.router]],
  ]
  for (const [name, address, args] of rows) {
    const contract = contracts[name]
    if (contract === undefined) throw new Error(`There is no contract ${name}`)
    const data = encodeDeployData({ abi: contract.abi, bytecode: contract.initCode, args })
    const deployed = await send(client, null, data)
    if (deployed === null || getAddress(deployed) !== address)
      throw new Error(`${name} is at ${deployed}, not ${address}`)
  }

  const call = async (from: Address, name: string, to: Address, functionName: string, args: readonly unknown[]) => {
    const hash = await client.writeContract({
      account: from,
      address: to,
      abi: contracts[name]?.abi ?? [],
      functionName,
      args,
    })
    await client.waitForTransactionReceipt({ hash })
  }
  const wethTotal = parseEther(pools.wethOfUsdc) + parseEther(pools.wethOfLkey)
  await send(client, weth.address, '0x', wethTotal)
  await client.impersonateAccount({ address: faucetAccount })
  const paidIn = [
    { token: usdc, amount: parseUnits(pools.usdc, usdc.decimals), wethAmount: parseEther(pools.wethOfUsdc) },
    { token: lkey, amount: parseUnits(pools.lkey, lkey.decimals), wethAmount: parseEther(pools.wethOfLkey) },
  ]
  await call(deployer, 'LocalWeth', weth.address, 'approve', [localExchange.router, wethTotal])
  for (const { token, amount, wethAmount } of paidIn) {
    await call(faucetAccount, 'LocalToken', token.address, 'mint', [deployer, amount])
    await call(deployer, 'LocalToken', token.address, 'approve', [localExchange.router, amount])
    const tokens = [weth.address, token.address, wethAmount, amount, wethAmount, amount]
    await call(deployer, 'LocalRouter', localExchange.router, 'addLiquidity', [...tokens, deployer, deadline])
  }
}

/** Permit2 by its own factory and salt: only its exact code gets its address. Multicall3 as viem carries it. */
const deployWellKnown = async (client: Client): Promise<void> => {
  const permit2 = z
    .object({ salt: z.custom<Hex>(), initCode: z.custom<Hex>() })
    .parse(JSON.parse(readFileSync(new URL('./permit2.json', import.meta.url), 'utf8')))
  await send(client, create2Proxy, concat([permit2.salt, permit2.initCode]))
  const { multicall3Bytecode } = (await import(
    new URL('./constants/contracts.js', import.meta.resolve('viem')).href
  )) as { multicall3Bytecode: Hex }
  const deployed = (await send(client, null, multicall3Bytecode)) as Address
  const code = await client.getCode({ address: deployed })
  await client.setCode({ address: wellKnownContracts.multicall3, bytecode: code ?? '0x' })
}

/** Places the registries at their addresses, with the accounts of the local users: registered, with their keys, by their owners. */
const placeFarcaster = async (client: Client, { LocalIdRegistry, LocalKeyRegistry }: Contracts): Promise<void> => {
  if (LocalIdRegistry === undefined || LocalKeyRegistry === undefined) throw new Error('There are no registries')
  const registries = [
    { contract: LocalIdRegistry, address: farcasterRegistries.id },
    { contract: LocalKeyRegistry, address: farcasterRegistries.key },
  ]
  for (const { contract, address } of registries) {
    const deployed = (await send(client, null, contract.initCode)) as Address
    await client.setCode({ address, bytecode: (await client.getCode({ address: deployed })) ?? '0x' })
  }

  for (const user of farcasterUsers) {
    const holder = custodyOf(user)
    await client.impersonateAccount({ address: holder })
    await client.setBalance({ address: holder, value: parseEther('1') })
    const call = async (address: Address, abi: Abi, functionName: string, args: readonly unknown[]): Promise<void> => {
      const hash = await client.writeContract({ account: holder, address, abi, functionName, args })
      await client.waitForTransactionReceipt({ hash })
    }
    await call(farcasterRegistries.id, LocalIdRegistry.abi, 'register', [BigInt(user.fid)])
    const key = pad(signerOf(user).address)
    if (user.signer !== 'custody') await call(farcasterRegistries.key, LocalKeyRegistry.abi, 'add', [authKeyType, key])
    if (user.signer === 'removed') await call(farcasterRegistries.key, LocalKeyRegistry.abi, 'remove', [key])
  }
}

/** The address of LI.FI's diamond on most chains. */
const placeBridge = async (client: Client, { LocalDiamond }: Contracts): Promise<void> => {
  if (LocalDiamond === undefined) throw new Error('There is no LocalDiamond')
  const deployed = (await send(client, null, LocalDiamond.initCode)) as Address
  await client.setCode({ address: localDiamond, bytecode: (await client.getCode({ address: deployed })) ?? '0x' })
}

/** The addresses of our table and of the exchange's pools. */
const ownAddresses = (): Address[] => [
  ...[...Object.values(localTokens), ...Object.values(localCollections)].map(({ address }) => address),
  ...Object.values(localExchange),
  ...[1n, 2n].map((nonce) => getContractAddress({ from: localExchange.factory, nonce })),
  ...Object.values(wellKnownContracts),
  ...Object.values(farcasterRegistries),
  ...Object.values(localEns),
  localDiamond,
]

/** Compiles, deploys and sets up everything on a temporary chain at this port. */
export const buildContractStates = async (port: number): Promise<ContractStates> => {
  const { client, stop } = await startScratchChain(port)
  try {
    await client.request<{ Method: 'anvil_setBlockTimestampInterval'; Parameters: [number]; ReturnType: null }>({
      method: 'anvil_setBlockTimestampInterval',
      params: [1],
    })
    await client.impersonateAccount({ address: deployer })
    await client.setBalance({ address: deployer, value: parseEther('10000') })
    const contracts = compileContracts()
    await deployOwn(client, contracts)
    await deployWellKnown(client)
    await placeFarcaster(client, contracts)
    await placeNames(client, contracts)
    await placeBridge(client, contracts)
    return await readStates(client, ownAddresses())
  } finally {
    await stop()
  }
}

if (import.meta.main) {
  const states = await buildContractStates(Number(process.argv[2] ?? 8547))
  writeFileSync(contractStatesFile, `${JSON.stringify(states, null, 2)}\n`)
}
