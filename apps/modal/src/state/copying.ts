import { t } from '@latchkey/copy/account'
import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { accountAtom } from './accounts.ts'
import { announceAtom } from './announcement.ts'
import { showToastAtom } from './toast.ts'

const markMs = 2000
const copies = atom(0)

/** The address was copied a moment ago. */
export const isCopiedAtom = atom((get) => get(copies) > 0)

/** Copies an address of the account's to the clipboard: the active one by default. */
export const copyAddressAtom = atom(null, async (get, set, address: string | undefined = get(accountAtom)?.address) => {
  const { copy, clock } = get(servicesAtom)
  if (address === undefined) return
  try {
    await copy(address)
    set(copies, get(copies) + 1)
    set(announceAtom, t('copied'))
    clock.after(markMs, () => set(copies, get(copies) - 1))
  } catch {
    set(showToastAtom, { variant: 'error', message: t('copyFailed') })
    set(announceAtom, t('copyFailed'))
  }
})
