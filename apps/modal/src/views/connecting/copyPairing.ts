import { atom } from 'jotai/vanilla'
import { announceAtom } from '../../state/announcement.ts'
import { pairingAtom } from '../../state/connecting.ts'
import { servicesAtom } from '../../state/services.ts'
import { showToastAtom } from '../../state/toast.ts'
import { sayLater as say } from '../../words/sayLater.ts'

const markMs = 2000
const copies = atom(0)

/** The link was copied a moment ago. */
export const isPairingCopiedAtom = atom((get) => get(copies) > 0)

/** Put the address to pair with on the clipboard, for a wallet that no camera reaches. */
export const copyPairingAtom = atom(null, async (get, set) => {
  const { copy, clock } = get(servicesAtom)
  const pairing = get(pairingAtom)
  if (pairing === null) return
  try {
    await copy(pairing.uri)
    set(copies, get(copies) + 1)
    set(announceAtom, say('pairing.copied'))
    clock.after(markMs, () => set(copies, get(copies) - 1))
  } catch {
    set(showToastAtom, { variant: 'error', message: say('pairing.copyFailed') })
    set(announceAtom, say('pairing.copyFailed'))
  }
})
