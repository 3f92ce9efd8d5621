import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Abi, type Address, type Hex, pad } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { fidRegistries } from '../../src/farcaster/farcasterChain.ts'
import { startAnvil } from '../startAnvil.ts'

/** A user with an account, and the key that owns it. */
export type FarcasterPerson = { fid: bigint; account: ReturnType<typeof privateKeyToAccount> }
export type Farcaster = Awaited<ReturnType<typeof startFarcaster>>

/** Starts a chain with the parts of Farcaster's registries that we read, at their real addresses. */
export async function startFarcaster() {
  const chain = await startAnvil()
  const { client } = chain
  const contracts = compileStubs()
  const [idRegistry, keyRegistry, wallet] = [contracts.IdRegistry, contracts.KeyRegistry, contracts.ContractWallet]
  await client.setCode({ address: fidRegistries.id, bytecode: idRegistry.code })
  await client.setCode({ address: fidRegistries.key, bytecode: keyRegistry.code })

  const write = async (address: Address, abi: Abi, args: readonly unknown[]): Promise<void> => {
    const hash = await client.writeContract({ address, abi, functionName: 'set', args })
    await client.waitForTransactionReceipt({ hash })
  }
  const hold = (holder: Address, fid: bigint) => write(fidRegistries.id, idRegistry.abi, [holder, fid])
  let fids = 1000n
  return {
    ...chain,
    hold,
    /** `state`: 1 for a key that was added, 2 for one that was removed. `keyType`: 2 for one that signs in. */
    setKey: (fid: bigint, key: Address, state: number, keyType: number) =>
      write(fidRegistries.key, keyRegistry.abi, [fid, pad(key), state, keyType]),
    async person(): Promise<FarcasterPerson> {
      const account = privateKeyToAccount(generatePrivateKey())
      const fid = ++fids
      await hold(account.address, fid)
      return { fid, account }
    },
    /** Deploys a contract that signs with the owner's key. */
    async contractWallet(owner: Address): Promise<Address> {
      const hash = await client.deployContract({ abi: wallet.abi, bytecode: wallet.initCode, args: [owner] })
      const { contractAddress } = await client.waitForTransactionReceipt({ hash })
      if (!contractAddress) throw new Error('The wallet was not deployed')
      return contractAddress
    },
  }
}

const hex = z.string().transform((object): Hex => `0x${object}`)
const contract = z
  .object({
    abi: z.custom<Abi>(Array.isArray),
    evm: z.object({ bytecode: z.object({ object: hex }), deployedBytecode: z.object({ object: hex }) }),
  })
  .transform(({ abi, evm }) => ({ abi, initCode: evm.bytecode.object, code: evm.deployedBytecode.object }))
const names = z.object({ IdRegistry: contract, KeyRegistry: contract, ContractWallet: contract })

function compileStubs(): z.output<typeof names> {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const content = readFileSync(new URL('./Stubs.sol', import.meta.url), 'utf8')
  const settings = {
    evmVersion: 'cancun',
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  }
  const input = { language: 'Solidity', sources: { 'Stubs.sol': { content } }, settings }
  const compiled = JSON.parse(solc.compile(JSON.stringify(input)))
  return z.object({ contracts: z.object({ 'Stubs.sol': names }) }).parse(compiled).contracts['Stubs.sol']
}
