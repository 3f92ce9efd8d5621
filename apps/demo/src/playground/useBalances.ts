import { useCallback, useEffect, useState } from 'react'
import { type Address, erc20Abi } from 'viem'
import { deployment } from '../deployment.ts'
import { chain } from '../latchkey.ts'

/** In wei; `usdc` in millionths, null where there is none. */
type Balances = { mine: bigint; theirs: bigint; usdc: bigint | null }

/** Balances of two accounts, and the first one's USDC, read again on demand; null while unknown. */
export const useBalances = (mine: Address | null, theirs: Address, chainId: number) => {
  const [balances, setBalances] = useState<Balances | null>(null)
  const refresh = useCallback(async () => {
    if (mine === null) return setBalances(null)
    const [first, second, usdc] = await Promise.all([
      chain.getBalance({ address: mine }),
      chain.getBalance({ address: theirs }),
      usdcOf(mine),
    ])
    setBalances({ mine: first, theirs: second, usdc })
  }, [mine, theirs])
  useEffect(() => {
    setBalances(null)
    refresh().catch(() => setBalances(null))
  }, [refresh, chainId])
  return { balances, refresh }
}

const usdcOf = async (owner: Address): Promise<bigint | null> => {
  if (deployment.local === undefined) return null
  const { address } = deployment.local.usdc
  return chain.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
}
