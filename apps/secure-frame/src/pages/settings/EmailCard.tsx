import { Announcer, Button, Card, Notice, Text, TextField } from '@latchkey/ui'
import { type FormEvent, useState } from 'react'
import { useOnline } from '../../approvals/screen/useOnline.ts'
import type { Settings } from './createSettings.ts'
import { settingsWords } from './settingsWords.ts'
import { useAction } from './useAction.ts'

/** The address with which the person signs in, and the way to another one. */
export function EmailCard({ settings, email }: { settings: Pick<Settings, 'changeEmail'>; email: string }) {
  const [isOpen, setOpen] = useState(false)
  const [next, setNext] = useState('')
  const [isChanged, setChanged] = useState(false)
  const { isBusy, error, run } = useAction()
  const isOnline = useOnline()
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
    <Card title="Sign-in email">
      <bdi className="settings-email">{email}</bdi>
      {isChanged && (
        <Notice variant="success" title="Your email was changed">
          Your other devices are signed out. We told the former address, which can undo it for seven days.
        </Notice>
      )}
      {isOpen ? (
        <form className="settings-name-form" onSubmit={submit} noValidate>
          <TextField
            label="New email address"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            value={next}
            error={error === null ? undefined : settingsWords(error, isOnline)}
            onChange={setNext}
            onSubmit={submit}
            autoFocus
          />
          <Text size="small" tone="secondary">
            We mail a code to each address. Your wallet stays the same, and your other devices are signed out.
          </Text>
          <div className="settings-buttons">
            <Button type="submit" busy={isBusy ? 'One moment…' : undefined}>
              Continue
            </Button>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancel
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
            Change email
          </Button>
        </div>
      )}
      <Announcer message={isChanged ? 'Your email was changed' : ''} />
    </Card>
  )
}
