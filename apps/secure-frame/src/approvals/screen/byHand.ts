import type { KeyboardEvent, MouseEvent } from 'react'

/** Wraps buttons: ignores clicks made by a script, and keys held down since before. */
export const byHand = {
  onClickCapture(event: MouseEvent): void {
    if (!event.nativeEvent.isTrusted) event.stopPropagation()
  },
  onKeyDownCapture(event: KeyboardEvent): void {
    if (event.repeat || !event.nativeEvent.isTrusted) event.preventDefault()
  },
}
