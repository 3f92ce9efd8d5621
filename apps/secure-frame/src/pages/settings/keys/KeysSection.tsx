import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/settingsKeys'
import { Announcer, Button, Notice, Row, Text } from '@latchkey/ui'
import { useState } from 'react'
import { AskDialog } from '../AskDialog.tsx'
import { Failure } from '../Failure.tsx'
import type { SectionProps } from '../SectionProps.ts'
import type { ImportKind } from '../Settings.ts'
import { useAction } from '../useAction.ts'

const imports: readonly ImportKind[] = ['mnemonic', 'evmKey', 'solanaKey']

/** Exports keys from the wallet, and imports others. Both happen in the vault's own frame, which this page can't read. */
export function KeysSection({ settings }: SectionProps) {
  const showing = useAction()
  const importing = useAction()
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState('')
  return (
    <>
      <section className="settings-part">
        <h2 className="settings-subheading">{t('show.title')}</h2>
        <Text tone="secondary">{t('show.lead')}</Text>
        <Failure title={t('show.failed')} error={showing.error} />
        <div className="settings-buttons">
          <Button
            variant="secondary"
            icon="key"
            busy={showing.isBusy ? commonT('loading') : undefined}
            onClick={() => setAsking(true)}
          >
            {t('show.action')}
          </Button>
        </div>
      </section>
      <section className="settings-export">
        <h2 className="settings-subheading">{t('import.title')}</h2>
        <Text tone="secondary">{t('import.lead')}</Text>
        <Failure title={t('import.failed')} error={importing.error} />
        <ul className="settings-list settings-rows">
          {imports.map((from) => (
            <li key={from}>
              <Row
                title={t(`import.${from}.title`)}
                description={t(`import.${from}.hint`)}
                icon="plus"
                trailing="chevron"
                disabled={importing.isBusy}
                onClick={() =>
                  importing.run(async () => {
                    await settings.importAccount(from)
                    setSaid(t('import.done.title'))
                  })
                }
              />
            </li>
          ))}
        </ul>
        {said !== '' && importing.error === null && !importing.isBusy && (
          <Notice variant="success" title={said}>
            {t('import.done.body')}
          </Notice>
        )}
      </section>
      <AskDialog
        open={isAsking}
        title={t('show.question.title')}
        action={t('show.question.action')}
        variant="primary"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          showing.run(settings.showKeys)
        }}
      >
        <Text>{t('show.question.body')}</Text>
        <Text tone="secondary">{t('show.question.notice')}</Text>
      </AskDialog>
      <Announcer message={said} />
    </>
  )
}
