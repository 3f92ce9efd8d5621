import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'

export type Toast = { id: number; variant: 'loading' | 'success' | 'error'; message: string }

const swapDelayMs = 150
const lifeMs = 4000

const shown = atom<Toast | null>(null)
const serial = atom(0)

export const toastAtom = atom((get) => get(shown))

/** Shows a toast; an open one closes first and this one follows 150 ms later. Loading ones stay until another comes. */
export const showToastAtom = atom(null, (get, set, toast: Omit<Toast, 'id'>) => {
  const { clock } = get(servicesAtom)
  const id = get(serial) + 1
  const wasOpen = get(shown) !== null
  set(serial, id)
  set(shown, null)
  const isLatest = () => get(serial) === id
  const show = () => {
    if (!isLatest()) return
    set(shown, { ...toast, id })
    if (toast.variant === 'loading') return
    clock.after(lifeMs, () => {
      if (isLatest()) set(shown, null)
    })
  }
  if (wasOpen) clock.after(swapDelayMs, show)
  else show()
})
