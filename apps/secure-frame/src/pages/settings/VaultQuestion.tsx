import { t } from '@latchkey/copy/settings'
import { Icon, Text } from '@latchkey/ui'
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'
import { VaultView } from '../../views/VaultView.tsx'
import type { Settings } from './Settings.ts'

export type VaultQuestionProps = {
  stage: Settings['stage']
  /** What is on screen while the vault asks nothing; it stays there, out of sight and reach. */
  children: ReactNode
}

/** What the vault asks or shows, in the place of what asked for it. */
export function VaultQuestion({ stage, children }: VaultQuestionProps) {
  const isUp = useSyncExternalStore(stage.subscribe, () => stage.screen() !== null)
  useLayoutEffect(() => {
    // Whoever asked for it may have scrolled down: what the vault shows starts at its heading.
    if (isUp) window.scrollTo(0, 0)
  }, [isUp])
  return (
    <>
      <div className="settings-content" hidden={isUp} inert={isUp}>
        {children}
      </div>
      <section className="settings-vault" hidden={!isUp} aria-label={t('vault.label')}>
        <div className="settings-vault-note">
          <Icon name="lock" size={18} />
          <Text size="small" tone="secondary">
            {t('vault.note')}
          </Text>
        </div>
        <div className="settings-vault-place">
          <VaultView stage={stage} />
        </div>
      </section>
    </>
  )
}
