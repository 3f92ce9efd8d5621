import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { SwapArguments } from '../Modal.ts'
import { featuresAtom } from '../remote-config/features.ts'
import { findNetworkAtom } from '../state/networks.ts'
import { pushAtom } from '../state/route.ts'
import { accountOnNetworkAtom } from '../state/send/form.ts'
import { namespaceOf } from '../storedConnections.ts'
import type { SwapNamespace } from './swapWish.ts'

const namespaces: Readonly<Record<SwapNamespace, true>> = { eip155: true, solana: true }

/** The initial values of the next form, which clears them. */
export const swapArgumentsAtom = atom<SwapArguments | null>(null)

const longest = 256
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= longest ? value : undefined

/** Reads a page's arguments of `open`; values that aren't text are left out. */
export const readArguments = (given: unknown): SwapArguments | null => {
  if (typeof given !== 'object' || given === null) return null
  const { fromToken, toToken, amount } = given as Record<string, unknown>
  const texts = { fromToken: textOf(fromToken), toToken: textOf(toToken), amount: textOf(amount) }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
}

/** Whether the site has swaps, and the active account is on a network where an exchange may exist. */
export const canSwapAtom = atom((get): boolean => {
  const place = get(accountOnNetworkAtom)
  if (place === null || !get(featuresAtom).swaps) return false
  return Object.hasOwn(namespaces, namespaceOf(place.network)) && get(findNetworkAtom)(place.network) !== undefined
})

/** Opens the form, with initial values. Throws UNAUTHORIZED without a connected address, SWAPS_UNSUPPORTED. */
export const openSwapAtom = atom(null, (get, set, given: SwapArguments | null = null) => {
  if (get(accountOnNetworkAtom) === null) throw new AppError('UNAUTHORIZED')
  if (!get(canSwapAtom)) throw new AppError('SWAPS_UNSUPPORTED')
  set(swapArgumentsAtom, given)
  set(pushAtom, { view: 'Swap' })
})
