import { coinTypeOf } from '@latchkey/chains'
import { atom } from 'jotai/vanilla'
import { arrivedConfigAtom } from '../remote-config/features.ts'
import { accountOnNetworkAtom } from '../state/send/form.ts'

/** The parent name of account names, such as `example.eth`; null where the operator has none, or it isn't known yet. */
export const zoneAtom = atom((get): string | null => get(arrivedConfigAtom)?.names?.parent ?? null)

/** Whether the active account can register a name: names are for addresses of EVM chains that have a coin type. */
export const canRegisterAtom = atom((get): boolean => {
  const place = get(accountOnNetworkAtom)
  return place !== null && get(zoneAtom) !== null && coinTypeOf(place.network) !== null
})
