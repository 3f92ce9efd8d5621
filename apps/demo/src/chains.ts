import { type Chain, defineChain } from 'viem'
import { deployment } from './deployment.ts'

const localChain = (id: number, name: string): Chain =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: deployment.rpcUrls[`eip155:${id}`] ?? [] } },
  })

/** The two chains of the local stack, by id. */
export const chains: Readonly<Record<number, Chain>> = {
  31337: localChain(31337, 'Local chain A'),
  1337: localChain(1337, 'Local chain B'),
}

/** Throws `Error` for a chain that the demo does not know. */
export const chainOf = (chainId: number): Chain => {
  const chain = chains[chainId]
  if (chain === undefined) throw new Error(`The demo knows no chain ${chainId}`)
  return chain
}
