import { type Address, encodeFunctionData, parseAbi, parseUnits } from 'viem'
import type { Chain } from '../chain/createChain.ts'
import { localCollections, localTokens } from '../tokens/localContracts.ts'
import type { ChainFaucet } from './ChainFaucet.ts'
import { mintOf, sendGifts } from './sendGifts.ts'

const mintAbi = parseAbi(['function mint(address to)'])
const tenEther = '0x8ac7230489e80000'

/** Hands out 10 ETH; 1,000 USDC, 1,000 LKEY and a key of the local collection. The chain's first development account pays. */
export const createEvmFaucet = (chain: Chain): ChainFaucet => ({
  chainId: `eip155:${chain.chainId}`,
  parse: (address) => (/^0x[0-9a-fA-F]{40}$/.test(address) ? address.toLowerCase() : undefined),
  giveCoins: (to) => sendGifts(chain, [{ to: to as Address, value: tenEther }]),
  giveTokens: (to) =>
    sendGifts(chain, [
      ...[localTokens.usdc, localTokens.lkey].map(({ address, decimals }) =>
        mintOf(address, to as Address, parseUnits('1000', decimals)),
      ),
      {
        to: localCollections.keys.address,
        data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to as Address] }),
      },
    ]),
})
