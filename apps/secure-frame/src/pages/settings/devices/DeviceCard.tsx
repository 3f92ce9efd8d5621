import { Button, Icon, IconButton, Notice, Tag, Text, TextField } from '@latchkey/ui'
import { type FormEvent, useState } from 'react'
import { useOnline } from '../../../approvals/screen/useOnline.ts'
import { AskDialog } from '../AskDialog.tsx'
import type { Device, Settings } from '../createSettings.ts'
import { settingsWords } from '../settingsWords.ts'
import { isOwnPage, siteName } from '../siteName.ts'
import { day, timeAgo } from '../timeWords.ts'
import { useAction } from '../useAction.ts'
import { deviceName } from './deviceName.ts'

export type DeviceCardProps = {
  device: Device
  settings: Pick<Settings, 'renameDevice' | 'revokeDevices'>
  /** The list is another one now; in words, what was done. */
  onChanged: (words: string) => void
}

/** One device: what it is, where it is signed in, its name, its end. */
export function DeviceCard({ device, settings, onChanged }: DeviceCardProps) {
  const { deviceId, browser, name, dappOrigin, createdAt, lastUsedAt, isThis } = device
  const [isNaming, setNaming] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const ending = useAction()
  const isOnline = useOnline()
  const { language } = navigator
  const title = deviceName(device)

  return (
    <article className="settings-panel" aria-label={title} aria-busy={ending.isBusy}>
      <span className="settings-panel-icon">
        <Icon name={/Android|iPhone|iPad|iOS/.test(browser) ? 'device' : 'desktop'} />
      </span>
      <div className="settings-panel-text">
        {isNaming ? (
          <NameForm
            device={device}
            settings={settings}
            onDone={(words) => {
              setNaming(false)
              if (words !== null) onChanged(words)
            }}
          />
        ) : (
          <div className="settings-panel-title">
            <h2 className="settings-subheading">
              <bdi>{title}</bdi>
            </h2>
            <IconButton icon="edit" label={`Rename ${title}`} onClick={() => setNaming(true)} />
          </div>
        )}
        {isThis && <Tag label="This browser" tone="live" />}
        <Text size="small" tone="secondary">
          {name !== '' && `${browser} · `}
          {isOwnPage(dappOrigin) ? (
            'On this page'
          ) : (
            <>
              On <bdi>{siteName(dappOrigin)}</bdi>
            </>
          )}
        </Text>
        <Text size="small" tone="secondary">
          Last used {timeAgo(lastUsedAt, Date.now(), language)} · added {day(createdAt, language)}
        </Text>
        {ending.error !== null && (
          <Notice variant="danger" title="It is still signed in">
            {settingsWords(ending.error, isOnline)}
          </Notice>
        )}
      </div>
      {!isThis && (
        <Button variant="secondary" busy={ending.isBusy ? 'Signing out…' : undefined} onClick={() => setAsking(true)}>
          Sign out
        </Button>
      )}
      <AskDialog
        open={isAsking}
        title="Sign out this device?"
        action="Sign out"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          ending.run(async () => {
            await settings.revokeDevices([deviceId])
            onChanged(`${title} is signed out`)
          })
        }}
      >
        <Text>
          <bdi>{title}</bdi>, {isOwnPage(dappOrigin) ? 'on this page' : <bdi>{siteName(dappOrigin)}</bdi>}, cannot use
          your wallet any more, whatever is stored on it. To use it there again, sign in.
        </Text>
      </AskDialog>
    </article>
  )
}

type NameFormProps = {
  device: Device
  settings: Pick<Settings, 'renameDevice'>
  /** With what was done; null when nothing was. */
  onDone: (words: string | null) => void
}

function NameForm({ device, settings, onDone }: NameFormProps) {
  const [name, setName] = useState(device.name)
  const { isBusy, error, run } = useAction()
  const isOnline = useOnline()
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    const text = name.trim()
    if (text === '' || text === device.name) onDone(null)
    else {
      run(async () => {
        await settings.renameDevice(device.deviceId, text)
        onDone(`It is called ${text} now`)
      })
    }
  }
  return (
    <form className="settings-name-form" onSubmit={submit}>
      <TextField
        label="Name of this device"
        value={name}
        maxLength={64}
        placeholder={device.browser}
        error={error === null ? undefined : settingsWords(error, isOnline)}
        onChange={setName}
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(null)
        }}
        autoFocus
      />
      <div className="settings-buttons">
        <Button type="submit" busy={isBusy ? 'Saving…' : undefined}>
          Save
        </Button>
        <Button variant="secondary" onClick={() => onDone(null)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
