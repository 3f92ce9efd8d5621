import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'

const base = atom<ReadonlyMap<string, string> | null>(null)
const longest = 32
const most = 100

/** The user's labels for addresses, by address. */
export const addressLabelsAtom = atom(
  (get): ReadonlyMap<string, string> => get(base) ?? new Map(get(servicesAtom).storage.read('address-labels') ?? []),
)

/** Labels an address, at most 32 characters in one line; an empty label removes it. Above 100, the oldest is removed. */
export const labelAddressAtom = atom(null, (get, set, address: string, label: string) => {
  const { storage } = get(servicesAtom)
  // By code points: half of one would cost all labels when they are read back.
  const clean = [...label.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim()].slice(0, longest).join('').trim()
  const others = [...get(addressLabelsAtom)].filter(([known]) => known !== address)
  const labels = clean === '' ? others : [...others, [address, clean] as const].slice(-most)
  set(base, new Map(labels))
  if (labels.length === 0) storage.remove('address-labels')
  else storage.write('address-labels', labels)
})
