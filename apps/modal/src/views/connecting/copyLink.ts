import { t } from '@latchkey/copy/pairing'
import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../../services.ts'
import { announceAtom } from '../../state/announcement.ts'
import { showToastAtom } from '../../state/toast.ts'

const markMs = 2000
const copies = atom(0)

/** The link was copied a moment ago. */
export const isLinkCopiedAtom = atom((get) => get(copies) > 0)

/** Copies a QR code's content to the clipboard, for an app without a camera. */
export const copyLinkAtom = atom(null, async (get, set, link: string) => {
  const { copy, clock } = get(servicesAtom)
  try {
    await copy(link)
    set(copies, get(copies) + 1)
    set(announceAtom, t('copied'))
    clock.after(markMs, () => set(copies, get(copies) - 1))
  } catch {
    set(showToastAtom, { variant: 'error', message: t('copyFailed') })
    set(announceAtom, t('copyFailed'))
  }
})
