import { localTokens } from '@latchkey/local'
import { askNode } from './askNode.ts'

export type PlacedTokens = {
  /** Accounts that hold some of each. */
  holders: readonly [string, ...string[]]
  /** Rows of the backend's token list. */
  list: { chainId: string; address: string; name: string; symbol: string; decimals: number }[]
}

const count = 100
const holderCount = 45
/** An arbitrary address without a known key. */
const addressOf = (holder: number): string => `0x1${String(holder).padStart(39, '0')}`

/** Places so many tokens like the local LKEY, which run their full code when read, and accounts that hold one of each. */
export async function placeTokens(nodeUrl: string, chainId: string): Promise<PlacedTokens> {
  const { address: model, decimals } = localTokens.lkey
  const code = await askNode(nodeUrl, 'eth_getCode', [model, 'latest'])
  const others = Array.from({ length: holderCount - 1 }, (_, index) => addressOf(index + 2))
  const holders = [addressOf(1), ...others] as const
  const slots = await Promise.all(holders.map((holder) => balanceSlot(nodeUrl, model, holder)))
  const one = `0x${(10n ** BigInt(decimals)).toString(16).padStart(64, '0')}`
  const list: PlacedTokens['list'] = []
  for (let index = 1; index <= count; index++) {
    // Digits only: without letters there is no checksum to get wrong.
    const address = `0x2${String(index).padStart(39, '0')}`
    await askNode(nodeUrl, 'anvil_setCode', [address, code])
    await Promise.all(slots.map((slot) => askNode(nodeUrl, 'anvil_setStorageAt', [address, slot, one])))
    list.push({ chainId, address: `${chainId}:${address}`, name: `Token ${index}`, symbol: `T${index}`, decimals })
  }
  return { holders, list }
}

/** Finds the storage slot of a holder's balance: the only one that the token reads. */
async function balanceSlot(nodeUrl: string, token: string, holder: string): Promise<string> {
  const data = `0x70a08231${holder.slice(2).padStart(64, '0')}`
  const { accessList } = (await askNode(nodeUrl, 'eth_createAccessList', [{ to: token, data }, 'latest'])) as {
    accessList: { storageKeys: string[] }[]
  }
  const [slot, ...others] = accessList.flatMap(({ storageKeys }) => storageKeys)
  if (slot === undefined || others.length > 0) throw new Error('The token looks elsewhere for a balance')
  return slot
}
