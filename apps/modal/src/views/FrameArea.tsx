import { useSetAtom } from 'jotai/react'
import { type FocusEvent, useEffect } from 'react'
import { focusWalletAtom } from '../state/approvals.ts'

/**
 * Where the wallet's iframe shows. The iframe is a child of the modal's element in the page and comes here through the
 * slot, so it is inside the top layer without ever being moved, which would reload it.
 */
export function FrameArea({ isShown }: { isShown: boolean }) {
  const focusWallet = useSetAtom(focusWalletAtom)
  useEffect(() => {
    if (isShown) focusWallet()
  }, [isShown, focusWallet])

  // The end of the tab order. From the frame it leads round to the start; from anywhere else, as with Shift+Tab from the
  // close button, into the frame.
  const passOn = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof HTMLIFrameElement) {
      const dialog = currentTarget.closest('dialog')
      dialog?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
    } else {
      focusWallet()
    }
  }
  return (
    <div part="frame" hidden={!isShown}>
      <slot name="frame" />
      {/* biome-ignore lint/a11y: hands the focus on, see above */}
      <span tabIndex={0} onFocus={passOn} />
    </div>
  )
}
