import { type Identity, identity } from '@latchkey/api-client'
import { atom } from 'jotai/vanilla'
import { keep, readKept } from '../account/kept.ts'
import { cleanText } from '../connectors/cleanText.ts'
import { readIcon } from '../connectors/readIcon.ts'
import { servicesAtom } from '../services.ts'
import { getAccountApi } from './accountApi.ts'
import { accountAtom } from './accounts.ts'

/** Specification section 9. */
const freshMs = 300_000

const base = atom<ReadonlyMap<string, { readonly identity: Identity; readonly atMs: number }>>(new Map())
const keyOf = (address: string): string => `identity:${address}`
const noIdentity: Identity = { name: null, avatar: null }

/** The active account's own profile, as far as known: a name that resolves to the address, and an avatar. */
export const identityAtom = atom((get): Identity => {
  const account = get(accountAtom)
  if (account === null) return noIdentity
  const known = get(base).get(account.address)?.identity
  const kept =
    known ?? readKept(get(servicesAtom).storage, keyOf(account.address), identity.response)?.value ?? noIdentity
  return { name: cleanText(kept.name, 64), avatar: readIcon(kept.avatar) }
})

/** Applies a change that the user made: servers may return older data while they cache it. */
export const rememberIdentityAtom = atom(null, (get, set, address: string, change: Partial<Identity>) => {
  const { clock, storage } = get(servicesAtom)
  const known = get(base).get(address)?.identity ?? noIdentity
  const next = { ...known, ...change }
  set(base, new Map(get(base)).set(address, { identity: next, atMs: clock.now() }))
  keep(storage, keyOf(address), clock.now(), next)
})

/** Requests it, unless it is younger than 5 minutes. Never throws: an account without a name shows its address. */
export const loadIdentityAtom = atom(null, async (get, set): Promise<void> => {
  const account = get(accountAtom)
  if (account === null) return
  const { address } = account
  const { clock, storage } = get(servicesAtom)
  const known = get(base).get(address)
  if (known !== undefined && clock.now() - known.atMs < freshMs) return
  try {
    const api = await getAccountApi(get, set)
    const found = await api.identity(address)
    set(base, new Map(get(base)).set(address, { identity: found, atMs: clock.now() }))
    keep(storage, keyOf(address), clock.now(), found)
  } catch {
    // Requested again when the account is next shown.
  }
})
