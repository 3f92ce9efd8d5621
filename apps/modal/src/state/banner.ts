import { t } from '@latchkey/copy/modal'
import { atom } from 'jotai/vanilla'
import { arrivedConfigAtom } from '../remote-config/features.ts'

/** A condition of the whole modal, over the active view (specification section 2). */
export type BannerState = { variant: 'info' | 'warning'; message: string; isDismissible: boolean }

const isOnlineAtom = atom(true)
isOnlineAtom.onMount = (set) => {
  const update = (): void => set(navigator.onLine)
  update()
  addEventListener('online', update)
  addEventListener('offline', update)
  return () => {
    removeEventListener('online', update)
    removeEventListener('offline', update)
  }
}

const isOut = atom(false)
/** The api doesn't respond, or does again. */
export const setOutageAtom = atom(null, (_get, set, next: boolean) => set(isOut, next))

const dismissed = atom<string | null>(null)

/** The banner that is open, the more urgent one first: offline, an outage, the project's notice. Null while it is closed. */
export const bannerAtom = atom((get): BannerState | null => {
  if (!get(isOnlineAtom)) return { variant: 'warning', message: t('offline'), isDismissible: false }
  if (get(isOut)) return { variant: 'warning', message: t('outage'), isDismissible: false }
  const notice = get(arrivedConfigAtom)?.notice
  if (notice === undefined || notice.text === get(dismissed)) return null
  return { variant: notice.variant, message: notice.text, isDismissible: true }
})

/** Closes the project's notice for this visit; another one opens it again. */
export const dismissNoticeAtom = atom(null, (get, set) => set(dismissed, get(arrivedConfigAtom)?.notice?.text ?? null))
