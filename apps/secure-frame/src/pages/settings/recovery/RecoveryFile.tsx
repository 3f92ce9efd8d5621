import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/settingsRecovery'
import { Announcer, Button, Notice, Text } from '@latchkey/ui'
import { useState } from 'react'
import { Failure } from '../Failure.tsx'
import type { Settings } from '../Settings.ts'
import { saveFile } from '../saveFile.ts'
import { useAction } from '../useAction.ts'

/** A copy of the wallet that opens without any service. */
export function RecoveryFile({ settings }: { settings: Pick<Settings, 'makeRecoveryFile'> }) {
  const { isBusy, error, run } = useAction()
  const [isSaved, setSaved] = useState(false)
  const make = () =>
    run(async () => {
      setSaved(false)
      const file = await settings.makeRecoveryFile()
      const day = new Date().toISOString().slice(0, 10)
      saveFile(document, `wallet-recovery-${day}.json`, new Blob([file], { type: 'application/json' }))
      setSaved(true)
    })
  return (
    <section className="settings-export">
      <h2 className="settings-subheading">{t('file.title')}</h2>
      <Text tone="secondary">{t('file.lead')}</Text>
      {isSaved && (
        <Notice variant="success" title={t('file.saved.title')}>
          {t('file.saved.body')}
        </Notice>
      )}
      <Failure title={t('file.failed')} error={error} />
      <div className="settings-buttons">
        <Button variant="secondary" icon="download" busy={isBusy ? commonT('loading') : undefined} onClick={make}>
          {t('file.make')}
        </Button>
      </div>
      <Announcer message={isSaved ? t('file.saved.announce') : ''} />
    </section>
  )
}
