import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { type Address, type Hex, numberToHex } from 'viem'
import type { Chain } from '../chain/createChain.ts'
import { mintOf, sendGifts } from '../faucet/sendGifts.ts'
import { localMoneySecret, type SoldToken } from './localMoney.ts'

/** Returns whether a request comes from the api, by the secret that it shares with the providers. */
export const isOurApi = (context: Context): boolean => {
  const given = Buffer.from(context.req.header('Authorization') ?? '')
  const expected = Buffer.from(`Bearer ${localMoneySecret}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Really sends `units` of a token, in base units, on a local chain. Returns the hash of the transaction. */
export const sendSold = async (
  chain: Chain,
  token: SoldToken,
  address: Address,
  units: bigint,
): Promise<Hex | null> => {
  const gift =
    token.address === null
      ? { to: address, value: numberToHex(units) }
      : mintOf(token.address as Address, address, units)
  const [hash = null] = await sendGifts(chain, [gift])
  return hash
}
