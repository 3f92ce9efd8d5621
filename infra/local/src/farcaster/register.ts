import { type Address, encodeFunctionData, parseAbi } from 'viem'
import { rpc } from '../chain/rpc.ts'
import { untilTrue } from '../chain/untilTrue.ts'
import { farcasterRegistries } from '../tokens/localContracts.ts'
import { custodyOf } from './farcasterKeys.ts'
import { type FarcasterUser, farcasterUsers } from './farcasterUsers.ts'

const abi = parseAbi(['function idOf(address) view returns (uint256)', 'function register(uint256)'])
const to = farcasterRegistries.id
const oneEther = '0xde0b6b3a7640000'
const miningMs = 5_000

const isRegistered = async (chainUrl: string, holder: Address): Promise<boolean> => {
  const data = encodeFunctionData({ abi, functionName: 'idOf', args: [holder] })
  return BigInt(String(await rpc(chainUrl, 'eth_call', [{ to, data }, 'latest']))) !== 0n
}

/** Creates the account of a typed user if there is none; those of the list have theirs. Throws `Error` when the chain does not respond. */
export const register = async (chainUrl: string, user: FarcasterUser): Promise<void> => {
  if (farcasterUsers.includes(user)) return
  const from = custodyOf(user)
  if (await isRegistered(chainUrl, from)) return
  await rpc(chainUrl, 'anvil_setBalance', [from, oneEther])
  await rpc(chainUrl, 'anvil_impersonateAccount', [from])
  const data = encodeFunctionData({ abi, functionName: 'register', args: [BigInt(user.fid)] })
  await rpc(chainUrl, 'eth_sendTransaction', [{ from, to, data }])
  const isMined = await untilTrue(() => isRegistered(chainUrl, from), { limitMs: miningMs, isOver: () => false })
  if (!isMined) throw new Error('The account was not mined')
}
