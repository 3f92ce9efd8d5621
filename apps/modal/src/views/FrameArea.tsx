import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useRef } from 'react'
import { focusExitAtom, focusWalletAtom } from '../state/frame.ts'

/**
 * Where the wallet's iframe shows. The iframe is a child of the modal's element in the page and comes here through the
 * slot, so it is inside the top layer without ever being moved, which would reload it.
 *
 * The keyboard comes in by itself, for the iframe stands in the order of Tab after the title bar. What happens inside is
 * told by the wallet: over either of its edges the focus goes on to the neighbour in the modal.
 */
export function FrameArea({ shown }: { shown: 'approval' | 'login' | null }) {
  const place = useRef<HTMLDivElement>(null)
  const focusWallet = useSetAtom(focusWalletAtom)
  const exit = useAtomValue(focusExitAtom)
  useEffect(() => {
    if (shown !== null) focusWallet()
  }, [shown, focusWallet])
  useEffect(() => {
    const buttons = place.current?.closest('dialog')?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? []
    const stops = [...buttons].filter((button) => button.checkVisibility())
    if (exit !== null) (exit.edge === 'start' ? stops.at(-1) : stops[0])?.focus()
  }, [exit])

  return (
    <div ref={place} part="frame" data-shown={shown ?? undefined} hidden={shown === null}>
      <slot name="frame" />
    </div>
  )
}
