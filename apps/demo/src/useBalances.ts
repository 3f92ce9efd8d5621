import { useCallback, useEffect, useState } from 'react'
import type { Address } from 'viem'
import { chain } from './latchkey.ts'

/** Balances in wei of two accounts, read again on demand; null while unknown. */
export const useBalances = (mine: Address | null, theirs: Address, chainId: number) => {
  const [balances, setBalances] = useState<{ mine: bigint; theirs: bigint } | null>(null)
  const refresh = useCallback(async () => {
    if (mine === null) return setBalances(null)
    const [first, second] = await Promise.all([
      chain.getBalance({ address: mine }),
      chain.getBalance({ address: theirs }),
    ])
    setBalances({ mine: first, theirs: second })
  }, [mine, theirs])
  useEffect(() => {
    setBalances(null)
    refresh().catch(() => setBalances(null))
  }, [refresh, chainId])
  return { balances, refresh }
}
