import { useCallback, useEffect, useState } from 'react'
import type { Address } from 'viem'
import { askFaucet } from '../askFaucet.ts'
import { balanceOf, shopChainId } from './pay.ts'
import type { Currency } from './shows.ts'

/** Returns an account's balance in a currency: base units, null while unknown, and a function that gets more on a test network. */
export const useFunds = (account: Address | null, currency: Currency, chainId: number) => {
  const [balance, setBalance] = useState<bigint | null>(null)
  const [isFilling, setFilling] = useState(false)
  const refresh = useCallback(async () => {
    setBalance(account === null || chainId !== shopChainId ? null : await balanceOf(account, currency))
  }, [account, currency, chainId])
  useEffect(() => {
    setBalance(null)
    refresh().catch(() => setBalance(null))
  }, [refresh])

  const fill = async () => {
    if (account === null) return
    setFilling(true)
    try {
      await askFaucet('/faucet', shopChainId, account)
      if (currency === 'USDC') await askFaucet('/faucet/tokens', shopChainId, account)
      await refresh()
    } finally {
      setFilling(false)
    }
  }
  return { balance, isFilling, fill: () => void fill().catch(() => undefined) }
}
