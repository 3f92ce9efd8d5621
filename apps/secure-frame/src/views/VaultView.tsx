import type { VaultStage } from '@latchkey/vault-protocol'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

export type VaultViewProps = { stage: Pick<VaultStage, 'screen' | 'subscribe' | 'showOver'>; className?: string }

/**
 * The placeholder for the vault's questions: as wide as its container, at least as high as the vault's screen, and empty
 * while the vault asks nothing. The vault's own document covers it; input and secrets there never reach this document.
 */
export function VaultView({ stage, className }: VaultViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const screen = useSyncExternalStore(stage.subscribe, stage.screen)

  useLayoutEffect(() => {
    // No higher than the window: the vault's document scrolls then, because content around a fixed frame can't.
    const height = `min(${screen?.height ?? 0}px, 100dvh - var(--vault-margin, 0px))`
    place.current?.style.setProperty('min-block-size', height)
  }, [screen])
  useLayoutEffect(() => (place.current === null ? undefined : stage.showOver(place.current)), [stage])

  return <div ref={place} className={className} />
}
