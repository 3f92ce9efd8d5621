import { atom } from 'jotai/vanilla'
import { sayLater as say } from '../words/sayLater.ts'
import { accountAtom } from './accounts.ts'
import { announceAtom } from './announcement.ts'
import { servicesAtom } from './services.ts'
import { showToastAtom } from './toast.ts'

const markMs = 2000
const copies = atom(0)

/** The address was copied a moment ago. */
export const isCopiedAtom = atom((get) => get(copies) > 0)

/** Put an address of the account's on the clipboard: the one in use when none is named. */
export const copyAddressAtom = atom(null, async (get, set, address: string | undefined = get(accountAtom)?.address) => {
  const { copy, clock } = get(servicesAtom)
  if (address === undefined) return
  try {
    await copy(address)
    set(copies, get(copies) + 1)
    set(announceAtom, say('account.copied'))
    clock.after(markMs, () => set(copies, get(copies) - 1))
  } catch {
    set(showToastAtom, { variant: 'error', message: say('account.copyFailed') })
    set(announceAtom, say('account.copyFailed'))
  }
})
