import { AppError, isAppError } from '@latchkey/protocol'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import {
  addressOf,
  assessRecipient,
  isSameAddress,
  parseAddress,
  type RecipientNote,
  readRecipient,
} from '../../send/recipientRules.ts'
import type { AddressKind, Recipient } from '../../send/SendPlan.ts'
import { servicesAtom } from '../../services.ts'
import { namespaceOf } from '../../storedConnections.ts'
import { getAccountApi } from '../accountApi.ts'
import { historyAtom } from '../activity.ts'
import { connectedSessionsAtom } from '../connectedSessions.ts'
import {
  type AccountOnNetwork,
  accountOnNetworkAtom,
  isSameAccountOnNetwork,
  recipientTextAtom,
  setRecipientTextAtom,
  tokenAtom,
} from './form.ts'
import { openSender } from './sendTools.ts'

/** The delay after typing before a lookup. */
const pauseMs = 300
const maxKept = 50
const maxOffered = 3

/** The result of a lookup: a name's address, and the owner type of the address. */
type Found = {
  readonly place: AccountOnNetwork
  readonly text: string
  readonly recipient: Recipient | null
  readonly error: AppError | null
  readonly is: AddressKind | null
}

const base = atom<Found | null>(null)

export type RecipientState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly reason: 'ADDRESS_INVALID' | 'CAIP_ADDRESS_INVALID' | 'CHAIN_ID_MISMATCH' }
  | { readonly kind: 'resolving'; readonly name: string }
  /** NAME_NOT_FOUND or NAME_UNRESOLVED. */
  | { readonly kind: 'unresolved'; readonly error: AppError }
  | { readonly kind: 'ready'; readonly recipient: Recipient; readonly notes: readonly RecipientNote[] }

/** The storage key of all recipients of an account. */
const keptUnder = ({ network, account }: AccountOnNetwork): string => `${namespaceOf(network)}:${account}:`

/** Addresses that the account has sent to from here, the last first. */
const sentFromHere = (get: Getter, place: AccountOnNetwork): readonly string[] => {
  const prefix = keptUnder(place)
  const kept = get(servicesAtom).storage.read('recipients') ?? []
  return kept.flatMap((text) => (text.startsWith(prefix) ? [text.slice(prefix.length)] : []))
}

/**
 * The recipients to offer while the field is empty. Addresses that are only in the account's history aren't offered, because lookalikes
 * get in there.
 */
export const recentRecipientsAtom = atom((get): readonly string[] => {
  const place = get(accountOnNetworkAtom)
  return place === null || get(recipientTextAtom) !== '' ? [] : sentFromHere(get, place).slice(0, maxOffered)
})

/**
 * Addresses that the account has sent to, from here or by its known activity, and the connected ones. Transactions that others have sent to
 * the account, or in its name, don't make an address known: lookalikes get into a history that way.
 */
function knownAddresses(get: Getter, place: AccountOnNetwork): readonly string[] {
  const { network, account } = place
  const own = get(connectedSessionsAtom).flatMap(({ session }) => session.accounts.map(({ address }) => address))
  // Histories write addresses in their own case.
  const active = get(historyAtom).items.flatMap(({ metadata: { sentFrom, sentTo } }) => {
    const to = parseAddress(sentTo, network)
    return to !== null && isSameAddress(parseAddress(sentFrom, network) ?? '', account) ? [to] : []
  })
  return [...active, ...sentFromHere(get, place), ...own]
}

/** Returns all notes about sending the chosen token to an address. */
export const judge = (
  get: Getter,
  place: AccountOnNetwork,
  address: string,
  is: AddressKind | null,
): readonly RecipientNote[] =>
  assessRecipient({
    address,
    account: place.account,
    token: get(tokenAtom)?.address?.split(':').at(-1) ?? null,
    known: knownAddresses(get, place),
    is,
  })

export const recipientAtom = atom((get): RecipientState => {
  const place = get(accountOnNetworkAtom)
  const text = get(recipientTextAtom)
  if (place === null) return { kind: 'empty' }
  const reading = readRecipient(text, place.network)
  if (reading.kind === 'empty' || reading.kind === 'refused') return reading
  const kept = get(base)
  const found = kept !== null && kept.text === text && isSameAccountOnNetwork(kept.place, place) ? kept : null
  if (found !== null && found.error !== null) return { kind: 'unresolved', error: found.error }
  const typed = reading.kind === 'address' ? { address: reading.address, name: null } : null
  const recipient = found?.recipient ?? typed
  if (recipient === null) return { kind: 'resolving', name: reading.kind === 'name' ? reading.name : text }
  return { kind: 'ready', recipient, notes: judge(get, place, recipient.address, found?.is ?? null) }
})

/** Type a recipient. Names are looked up once the typing pauses, and addresses on the chain. */
export const typeRecipientAtom = atom(null, (get, set, text: string) => {
  set(setRecipientTextAtom, text)
  const place = get(accountOnNetworkAtom)
  if (place === null) return
  const { kind } = readRecipient(text, place.network)
  if (kind === 'empty' || kind === 'refused') return
  get(servicesAtom).clock.after(pauseMs, () => {
    if (get(recipientTextAtom) === text && isSameAccountOnNetwork(get(accountOnNetworkAtom), place))
      void findRecipient(get, set, place, text)
  })
})

/** Retries failed lookups. */
export const lookUpAgainAtom = atom(null, async (get, set) => {
  const place = get(accountOnNetworkAtom)
  set(base, null)
  if (place !== null) await findRecipient(get, set, place, get(recipientTextAtom))
})

async function findRecipient(get: Getter, set: Setter, place: AccountOnNetwork, text: string): Promise<void> {
  const put = (found: Pick<Found, 'recipient' | 'error' | 'is'>): void => {
    if (get(recipientTextAtom) === text) set(base, { place, text, ...found })
  }
  const reading = readRecipient(text, place.network)
  try {
    const recipient =
      reading.kind === 'name'
        ? await resolveName(get, set, place, reading.name)
        : reading.kind === 'address'
          ? { address: reading.address, name: null }
          : null
    if (recipient === null) return
    put({ recipient, error: null, is: null })
    put({ recipient, error: null, is: await inspect(get, place, recipient.address) })
  } catch (thrown) {
    put({ recipient: null, error: AppError.from(thrown), is: null })
  }
}

/** Throws NAME_NOT_FOUND for a name without an address here, and NAME_UNRESOLVED when the api couldn't resolve it. */
async function resolveName(get: Getter, set: Setter, { network }: AccountOnNetwork, name: string): Promise<Recipient> {
  try {
    const api = await getAccountApi(get, set)
    const record = await api.name(name)
    const address = record === null ? null : addressOf(record, network)
    if (address === null) throw new AppError('NAME_NOT_FOUND')
    return { address, name }
  } catch (cause) {
    throw isAppError(cause, 'NAME_NOT_FOUND') ? cause : new AppError('NAME_UNRESOLVED', { cause })
  }
}

/** Returns the owner type of an address; null when the network couldn't be read, which is retried before anything is sent. */
export async function inspect(get: Getter, place: AccountOnNetwork, address: string): Promise<AddressKind | null> {
  try {
    const { sender, tools } = await openSender(get, place)
    return await sender.inspect(tools, address)
  } catch {
    return null
  }
}

/** Records a recipient, to detect lookalike addresses later. Other accounts on this device don't see it. */
export const rememberRecipientAtom = atom(null, (get, _set, place: AccountOnNetwork, address: string) => {
  const { storage } = get(servicesAtom)
  const text = `${keptUnder(place)}${address}`
  const others = (storage.read('recipients') ?? []).filter((other) => other !== text)
  storage.write('recipients', [text, ...others].slice(0, maxKept))
})
