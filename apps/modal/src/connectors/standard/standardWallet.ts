/**
 * Wallets of the Wallet Standard (`@wallet-standard/base`), read as untrusted objects, whose fields may have any value, change, or throw.
 */
import { AppError } from '@latchkey/protocol'
import { maxAccounts } from '../../maxAccounts.ts'
import { listenTo } from '../listenTo.ts'
import { readField } from '../readField.ts'
import { readIcon } from '../readIcon.ts'
import { readWalletName } from '../readWalletName.ts'
import { readBytes } from './readBytes.ts'

/** The wallet's own object; it identifies its accounts by reference. */
type ForeignAccount = { readonly foreign: object }

export type StandardAccount = ForeignAccount & {
  readonly address: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

/** More chains, features or accounts than a wallet has. */
const maxEntries = 1000

/** Returns the texts of an untrusted list; other values are left out. */
function readTexts(value: unknown): readonly string[] {
  return readList(value)?.filter((one): one is string => typeof one === 'string') ?? []
}

export function readList(value: unknown): readonly unknown[] | null {
  try {
    return Array.isArray(value) && value.length <= maxEntries ? Array.from<unknown>(value) : null
  } catch {
    return null
  }
}

/** The wallet's own name and icon; null when they don't follow version 1 of the standard. */
export function readStandardWallet(wallet: unknown) {
  const version = readField(wallet, 'version')
  const name = readWalletName(readField(wallet, 'name'))
  if (typeof version !== 'string' || !version.startsWith('1.') || name === null) return null
  return { name, icon: readIcon(readField(wallet, 'icon')) }
}

export const chainsOf = (wallet: unknown): readonly string[] => readTexts(readField(wallet, 'chains'))

/** Features whose methods are those of their second version. All others are of the first. */
const second: ReadonlySet<string> = new Set(['sui:signTransaction', 'sui:signAndExecuteTransaction'])

/** Returns a feature of the supported version; null when the wallet doesn't have it, or in another version. */
export function featureOf(wallet: unknown, name: string): object | null {
  const feature = readField(readField(wallet, 'features'), name)
  const version = readField(feature, 'version')
  const isKnown = typeof version === 'string' && version.startsWith(second.has(name) ? '2.' : '1.')
  return isKnown && typeof feature === 'object' ? feature : null
}

export const hasFeature = (wallet: unknown, name: string): boolean => featureOf(wallet, name) !== null

/** Returns a wallet's feature method, if it has it. */
export const methodOf = (wallet: unknown, name: string): ((...inputs: unknown[]) => unknown) | null => {
  const feature = featureOf(wallet, name)
  const method = readField(feature, name.slice(name.indexOf(':') + 1))
  return typeof method === 'function' ? (...inputs) => Reflect.apply(method, feature, inputs) : null
}

/** Returns a feature's method, bound to the feature. Throws WALLET_UNAVAILABLE when the wallet doesn't have it. */
export function requireMethod(wallet: unknown, name: string): (...inputs: unknown[]) => unknown {
  const method = methodOf(wallet, name)
  if (method === null) throw new AppError('WALLET_UNAVAILABLE')
  return method
}

/** Reads the accounts in a response to `connect`, or of the wallet itself. Throws WALLET_INVALID_RESPONSE. */
export function readStandardAccounts(from: unknown): readonly StandardAccount[] {
  const accounts = readList(readField(from, 'accounts'))
  if (accounts === null || accounts.length > maxAccounts) throw new AppError('WALLET_INVALID_RESPONSE')
  return accounts.map(readStandardAccount)
}

export function readStandardAccount(foreign: unknown): StandardAccount {
  const address = readField(foreign, 'address')
  if (typeof address !== 'string' || typeof foreign !== 'object' || foreign === null)
    throw new AppError('WALLET_INVALID_RESPONSE')
  return {
    foreign,
    address,
    publicKey: readBytes(readField(foreign, 'publicKey')),
    chains: readTexts(readField(foreign, 'chains')),
    features: readTexts(readField(foreign, 'features')),
  }
}

/**
 * Subscribes to changes of accounts, chains or features. Throws nothing; returns a function that unsubscribes.
 *
 * @param feature the wallet's feature that emits the events.
 */
export function followStandardWallet(wallet: unknown, hear: () => void, feature = 'standard:events'): () => void {
  const events = featureOf(wallet, feature)
  const on = readField(events, 'on')
  return listenTo((listener) => typeof on === 'function' && Reflect.apply(on, events, ['change', listener]), hear)
}
