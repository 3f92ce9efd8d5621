import type { KeyboardEvent, MouseEvent } from 'react'

/** Around buttons: a click that a script made is nobody's, and a key held down since before was not pressed for this. */
export const byHand = {
  onClickCapture(event: MouseEvent): void {
    if (!event.nativeEvent.isTrusted) event.stopPropagation()
  },
  onKeyDownCapture(event: KeyboardEvent): void {
    if (event.repeat || !event.nativeEvent.isTrusted) event.preventDefault()
  },
}
