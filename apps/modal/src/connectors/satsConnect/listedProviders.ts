/** Lists in which wallets register their providers: `btc_providers` of sats-connect, `wbip_providers` of WBIP004. */
import { readField } from '../readField.ts'
import { readIcon } from '../readIcon.ts'
import { readWalletName } from '../readWalletName.ts'
import { readList } from '../standard/standardWallet.ts'

export type ListedProvider = {
  /** The provider's path from the page's global: `XverseProviders.BitcoinProvider`. */
  readonly id: string
  readonly name: string
  readonly icon: string | null
}

const pathShape = /^[\w$]{1,64}(?:\.[\w$]{1,64}){0,3}$/

/** Returns a list's entries that have a provider and that `isWanted` accepts. */
export function listedProviders(
  page: object,
  list: string,
  isWanted: (row: unknown) => boolean = () => true,
): readonly ListedProvider[] {
  const found: ListedProvider[] = []
  for (const row of readList(readField(page, list)) ?? []) {
    const id = readField(row, 'id')
    const name = readWalletName(readField(row, 'name'))
    if (typeof id !== 'string' || !pathShape.test(id) || name === null || providerAt(page, id) === null) continue
    if (isWanted(row)) found.push({ id, name, icon: readIcon(readField(row, 'icon')) })
  }
  return found
}

export function providerAt(page: object, path: string): object | null {
  return asProvider(path.split('.').reduce<unknown>((from, key) => readField(from, key), page))
}

export const asProvider = (provider: unknown): object | null =>
  typeof provider === 'object' && provider !== null && typeof readField(provider, 'request') === 'function'
    ? provider
    : null
