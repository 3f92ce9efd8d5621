import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/settings'
import { Announcer, Button, Card, Notice, Text, TextField } from '@latchkey/ui'
import { type FormEvent, useState } from 'react'
import { errorLine } from '../../views/errorLine.ts'
import { Failure } from './Failure.tsx'
import type { Settings } from './Settings.ts'
import { useAction } from './useAction.ts'

/** Shows the user's sign-in address, and lets them change it. */
export function EmailCard({ settings, email }: { settings: Pick<Settings, 'changeEmail'>; email: string }) {
  const [isOpen, setOpen] = useState(false)
  const [next, setNext] = useState('')
  const [isChanged, setChanged] = useState(false)
  const { isBusy, error, run } = useAction()
  const isOfEmail = error?.name.startsWith('EMAIL_') === true
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    run(async () => {
      await settings.changeEmail(next.trim())
      setOpen(false)
      setNext('')
      setChanged(true)
    })
  }
  return (
    <Card title={t('email.title')}>
      <bdi className="settings-email">{email}</bdi>
      {isChanged && (
        <Notice variant="success" title={t('email.changed.title')}>
          {t('email.changed.body')}
        </Notice>
      )}
      {isOpen ? (
        <form className="settings-name-form" onSubmit={submit} noValidate>
          <TextField
            label={t('email.field')}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            value={next}
            error={isOfEmail ? errorLine(error) : undefined}
            onChange={setNext}
            onSubmit={submit}
            autoFocus
          />
          <Failure title={t('email.unchanged')} error={isOfEmail ? null : error} />
          <Text size="small" tone="secondary">
            {t('email.hint')}
          </Text>
          <div className="settings-buttons">
            <Button type="submit" busy={isBusy ? commonT('loading') : undefined}>
              {commonT('continue')}
            </Button>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {commonT('cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <div className="settings-buttons">
          <Button
            variant="secondary"
            icon="edit"
            onClick={() => {
              setOpen(true)
              setChanged(false)
            }}
          >
            {t('email.change')}
          </Button>
        </div>
      )}
      <Announcer message={isChanged ? t('email.changed.title') : ''} />
    </Card>
  )
}
