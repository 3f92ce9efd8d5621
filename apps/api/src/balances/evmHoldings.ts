import { parseCaip10, shortAddress, toChecksumAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol/errors'
import type { Address } from 'viem'
import { balanceOf, decimalsOf, nameOf, symbolOf } from '../chain/erc20Reads.ts'
import { plainText } from '../chain/plainText.ts'
import { readUntrusted } from '../chain/readUntrusted.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { coinHolding, type Holding, isHeld, type ReadHoldings } from './holding.ts'
import type { ListedToken } from './tokenList.ts'

/** The most unlisted tokens to read, the most recently seen first. Anyone can send an account thousands. */
const maxUnlisted = 200

export type EvmHoldingsOptions = {
  rpcProxy: RpcProxy
  tokenList: readonly ListedToken[]
  /**
   * Returns the contracts of tokens that an account has sent or received on a chain, newest first. Throws SERVICE_UNREACHABLE while the
   * index is unavailable.
   */
  tokensSeen(address: string, chainId: string): Promise<readonly string[]>
}

/** Reads the coin, the listed tokens, and the tokens seen in the account's transfers. */
export const createEvmHoldings =
  ({ rpcProxy, tokenList, tokensSeen }: EvmHoldingsOptions): ReadHoldings =>
  async (account, network) => {
    const chainId = network.caipNetworkId
    const owner = account as Address
    const listed = tokenList
      .filter((token) => token.chainId === chainId)
      .map((token) => ({ ...token, contract: parseCaip10(token.address).address as Address }))
    const isListed = new Set(listed.map(({ contract }) => contract))

    const balancesOf = (contracts: readonly Address[]) =>
      readUntrusted(
        rpcProxy,
        chainId,
        contracts.map((contract) => balanceOf(contract, owner)),
      )
    const unlistedHoldings = async (): Promise<Holding[]> => {
      // Without the index, the coin and the tokens of the list are still right.
      const indexed = await tokensSeen(account, chainId).catch((error: unknown) => {
        if (error instanceof AppError) return []
        throw error
      })
      const seen = new Set(indexed.map(toChecksumAddress))
      const contracts = [...seen].filter((contract) => !isListed.has(contract)).slice(0, maxUnlisted)
      const balances = await balancesOf(contracts)
      const held = contracts.flatMap((contract, index) => {
        const units = balances[index] ?? 0n
        return units > 0n ? [{ contract, units }] : []
      })
      return describe(rpcProxy, chainId, held)
    }
    const listedHoldings = async (): Promise<Holding[]> => {
      const balances = await balancesOf(listed.map(({ contract }) => contract))
      return listed.map(({ address, name, symbol, decimals, logoUri }, index) => ({
        token: address,
        name,
        symbol,
        decimals,
        units: balances[index] ?? 0n,
        isListed: true,
        logoUri,
      }))
    }
    const [units, ...tokens] = await Promise.all([
      readCoin(rpcProxy, chainId, owner),
      listedHoldings(),
      unlistedHoldings(),
    ])
    return [coinHolding(network, units), ...tokens.flat().filter(isHeld)]
  }

/** In wei. */
async function readCoin(rpcProxy: RpcProxy, chainId: string, owner: Address): Promise<bigint> {
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [owner, 'latest'] }
  const answered = await rpcProxy.answer(chainId, request)
  const result = 'result' in answered ? answered.result : undefined
  // JSON-RPC quantities; 32 bytes exceed any possible balance.
  if (typeof result !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(result)) throw new AppError('CHAIN_UNREACHABLE')
  return BigInt(result)
}

/** Returns the tokens' own metadata, without those that report no decimals. */
async function describe(
  rpcProxy: RpcProxy,
  chainId: string,
  held: readonly { contract: Address; units: bigint }[],
): Promise<Holding[]> {
  const contracts = held.map(({ contract }) => contract)
  const [names, symbols, decimals] = await Promise.all([
    readUntrusted(rpcProxy, chainId, contracts.map(nameOf)),
    readUntrusted(rpcProxy, chainId, contracts.map(symbolOf)),
    readUntrusted(rpcProxy, chainId, contracts.map(decimalsOf)),
  ])
  return held.flatMap(({ contract, units }, index) => {
    const places = decimals[index]
    if (places === undefined) return []
    const symbol = plainText(symbols[index] ?? '') || shortAddress(contract)
    const name = plainText(names[index] ?? '') || symbol
    return [{ token: `${chainId}:${contract}`, name, symbol, decimals: places, units, isListed: false }]
  })
}
