import { t } from '@latchkey/copy/settings'
import { Icon, Text } from '@latchkey/ui'
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'
import { VaultView } from '../../views/VaultView.tsx'
import type { Settings } from './Settings.ts'

export type VaultQuestionProps = {
  stage: Settings['stage']
  /** The content while the vault asks nothing; it stays mounted, hidden and inert. */
  children: ReactNode
}

/** Shows the vault's questions and secrets in place of the requesting content. */
export function VaultQuestion({ stage, children }: VaultQuestionProps) {
  const isUp = useSyncExternalStore(stage.subscribe, () => stage.screen() !== null)
  useLayoutEffect(() => {
    // The user may have scrolled down before: the vault's content starts at its heading.
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
