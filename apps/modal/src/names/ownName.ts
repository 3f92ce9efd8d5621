import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { accountAtom } from '../state/accounts.ts'
import { getNamesApi } from './getNamesApi.ts'
import { zoneAtom } from './openNames.ts'

/** The name that an account has below the zone; `name` is null for none. An account has at most one. */
export type OwnName =
  | { readonly status: 'loading' }
  | { readonly status: 'known'; readonly name: string | null }
  | { readonly status: 'failed' }

const base = atom<{ readonly account: string; readonly own: OwnName } | null>(null)

/** The known name of the active account; null before it was requested. */
export const ownNameAtom = atom((get): OwnName | null => {
  const kept = get(base)
  return kept !== null && kept.account === get(accountAtom)?.address ? kept.own : null
})

/** Takes over the name that the account has registered. */
export const rememberOwnNameAtom = atom(null, (_get, set, account: string, name: string) =>
  set(base, { account, own: { status: 'known', name } }),
)

/** Fetches the active account's name, unless it is known or requested already. Never throws: the result is in `ownNameAtom`. */
export const loadOwnNameAtom = atom(null, async (get, set): Promise<void> => {
  const account = get(accountAtom)?.address
  const zone = get(zoneAtom)
  const known = get(ownNameAtom)
  if (account === undefined || zone === null || (known !== null && known.status !== 'failed')) return
  const asking: OwnName = { status: 'loading' }
  set(base, { account, own: asking })
  const finish = (own: OwnName) => {
    // Another account may be active now, or have registered its name.
    if (get(base)?.own === asking) set(base, { account, own })
  }
  try {
    const api = await getNamesApi(get, set)
    finish({ status: 'known', name: await api.nameOf(account, zone) })
  } catch (thrown) {
    const error = AppError.from(thrown)
    // not words: the specification quotes it, for developers.
    get(servicesAtom).log('warning', `Error fetching names for address: ${error.message}`)
    finish({ status: 'failed' })
  }
})
