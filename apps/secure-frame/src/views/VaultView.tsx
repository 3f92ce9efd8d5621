import type { VaultStage } from '@latchkey/vault-protocol'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

export type VaultViewProps = { stage: Pick<VaultStage, 'screen' | 'subscribe' | 'showOver'>; className?: string }

/**
 * The place where the vault asks the person: as wide as what is around it, as high as the vault's screen at least, and
 * empty while the vault asks nothing. The vault's own document lies over it; nothing typed or shown there is in ours.
 */
export function VaultView({ stage, className }: VaultViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const screen = useSyncExternalStore(stage.subscribe, stage.screen)

  useLayoutEffect(() => {
    // No higher than the window: the vault's document scrolls then, as nothing around a frame that is fixed can.
    const height = `min(${screen?.height ?? 0}px, 100dvh - var(--vault-margin, 0px))`
    place.current?.style.setProperty('min-block-size', height)
  }, [screen])
  useLayoutEffect(() => (place.current === null ? undefined : stage.showOver(place.current)), [stage])

  return <div ref={place} className={className} />
}
