import { type Address, encodeFunctionData, type Hex, parseAbi, parseUnits } from 'viem'
import type { Chain } from '../chain/createChain.ts'
import { requireMined } from '../chain/requireMined.ts'
import { rpc } from '../chain/rpc.ts'
import { localCollections, localTokens } from '../tokens/localContracts.ts'
import type { ChainFaucet } from './ChainFaucet.ts'

const mintAbi = parseAbi(['function mint(address to, uint256 amount)', 'function mint(address to)'])
const tenEther = '0x8ac7230489e80000'

type Gift = { to: Address; value?: Hex; data?: Hex }

/** 10 ETH; 1,000 USDC, 1,000 LKEY and a key of the local collection. The chain's first development account pays. */
export const createEvmFaucet = (chain: Chain): ChainFaucet => {
  const give = async (gifts: readonly Gift[]): Promise<string[]> => {
    const [from] = (await rpc(chain.url, 'eth_accounts', [])) as string[]
    const hashes: string[] = []
    // One by one: the account counts its transactions.
    for (const gift of gifts) hashes.push((await rpc(chain.url, 'eth_sendTransaction', [{ from, ...gift }])) as string)
    await Promise.all(hashes.map((hash) => requireMined(chain, hash)))
    return hashes
  }
  return {
    chainId: `eip155:${chain.chainId}`,
    parse: (address) => (/^0x[0-9a-fA-F]{40}$/.test(address) ? address.toLowerCase() : undefined),
    giveCoins: (to) => give([{ to: to as Address, value: tenEther }]),
    giveTokens: (to) =>
      give([
        ...[localTokens.usdc, localTokens.lkey].map(({ address, decimals }) => ({
          to: address,
          data: encodeFunctionData({
            abi: mintAbi,
            functionName: 'mint',
            args: [to as Address, parseUnits('1000', decimals)],
          }),
        })),
        {
          to: localCollections.keys.address,
          data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to as Address] }),
        },
      ]),
  }
}
