import { t } from '@latchkey/copy/settings'
import { Button, Notice, Text } from '@latchkey/ui'
import { useState } from 'react'
import { AskDialog } from './AskDialog.tsx'
import type { Settings } from './createSettings.ts'
import { Failure } from './Failure.tsx'
import { useAction } from './useAction.ts'

/** The end of the account, behind a warning: what opens the wallet afterwards is what the user has saved. */
export function EraseSection({ settings }: { settings: Pick<Settings, 'eraseAccount'> }) {
  const { isBusy, error, run } = useAction()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <section className="settings-danger">
        <div>
          <h2 className="settings-subheading">{t('erase.title')}</h2>
          <Text tone="secondary">{t('erase.hint')}</Text>
        </div>
        <Failure title={t('erase.failed')} error={error} />
        <Button variant="danger" busy={isBusy ? t('erase.deleting') : undefined} onClick={() => setAsking(true)}>
          {t('erase.title')}
        </Button>
      </section>
      <AskDialog
        open={isAsking}
        title={t('erase.question')}
        action={t('erase.saved')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          run(settings.eraseAccount)
        }}
      >
        <Notice variant="warning" title={t('erase.body')} />
        <Text tone="secondary">{t('erase.kept')}</Text>
      </AskDialog>
    </>
  )
}
