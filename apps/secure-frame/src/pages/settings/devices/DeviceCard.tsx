import { t as commonT } from '@latchkey/copy/common'
import { rich } from '@latchkey/copy/react'
import { t } from '@latchkey/copy/settingsDevices'
import { isAppError } from '@latchkey/protocol'
import { Button, Icon, IconButton, Tag, Text, TextField } from '@latchkey/ui'
import { type FormEvent, useState } from 'react'
import { AskDialog } from '../AskDialog.tsx'
import { Failure } from '../Failure.tsx'
import type { Device, Settings } from '../Settings.ts'
import { isOwnPage, siteName } from '../siteName.ts'
import { day, timeAgo } from '../timeWords.ts'
import { useAction } from '../useAction.ts'
import { deviceName } from './deviceName.ts'

export type DeviceCardProps = {
  device: Device
  settings: Pick<Settings, 'renameDevice' | 'revokeDevices'>
  /** Called when the list has changed; with a description of the change. */
  onChanged: (words: string) => void
}

/** Shows one device: its kind, its sites and its name, with buttons to rename it and sign it out. */
export function DeviceCard({ device, settings, onChanged }: DeviceCardProps) {
  const { deviceId, browser, name, dappOrigin, createdAt, lastUsedAt, isThis } = device
  const [isNaming, setNaming] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const ending = useAction()
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
            <IconButton icon="edit" label={t('rename', { device: title })} onClick={() => setNaming(true)} />
          </div>
        )}
        {isThis && <Tag label={t('thisBrowser')} tone="live" />}
        <Text size="small" tone="secondary">
          {name !== '' && `${browser} · `}
          {isOwnPage(dappOrigin)
            ? t('onThisPage')
            : rich((names) => t('onSite', names), { site: <bdi>{siteName(dappOrigin)}</bdi> })}
        </Text>
        <Text size="small" tone="secondary">
          {t('used', { ago: timeAgo(lastUsedAt, Date.now(), language), date: day(createdAt, language) })}
        </Text>
        <Failure title={t('signOutOne.failed')} error={ending.error} />
      </div>
      {!isThis && (
        <Button variant="secondary" busy={ending.isBusy ? t('signingOut') : undefined} onClick={() => setAsking(true)}>
          {t('signOut')}
        </Button>
      )}
      <AskDialog
        open={isAsking}
        title={t('signOutOne.title')}
        action={t('signOut')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          ending.run(async () => {
            await settings.revokeDevices([deviceId])
            onChanged(t('signOutOne.done', { device: title }))
          })
        }}
      >
        <Text>
          {isOwnPage(dappOrigin)
            ? rich((names) => t('signOutOne.bodyHere', names), { device: <bdi>{title}</bdi> })
            : rich((names) => t('signOutOne.bodySite', names), {
                device: <bdi>{title}</bdi>,
                site: <bdi>{siteName(dappOrigin)}</bdi>,
              })}
        </Text>
      </AskDialog>
    </article>
  )
}

type NameFormProps = {
  device: Device
  settings: Pick<Settings, 'renameDevice'>
  /** Called with a description of the change; null when there was none. */
  onDone: (words: string | null) => void
}

function NameForm({ device, settings, onDone }: NameFormProps) {
  const [name, setName] = useState(device.name)
  const { isBusy, error, run } = useAction()
  const isInvalid = isAppError(error, 'INVALID_PARAMS')
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    const text = name.trim()
    if (text === '' || text === device.name) onDone(null)
    else {
      run(async () => {
        await settings.renameDevice(device.deviceId, text)
        onDone(t('name.changed', { name: text }))
      })
    }
  }
  return (
    <form className="settings-name-form" onSubmit={submit}>
      <TextField
        label={t('name.field')}
        value={name}
        maxLength={64}
        placeholder={device.browser}
        error={isInvalid ? t('name.invalid') : undefined}
        onChange={setName}
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(null)
        }}
        autoFocus
      />
      <Failure title={t('name.unchanged')} error={isInvalid ? null : error} />
      <div className="settings-buttons">
        <Button type="submit" busy={isBusy ? t('name.saving') : undefined}>
          {t('name.save')}
        </Button>
        <Button variant="secondary" onClick={() => onDone(null)}>
          {commonT('cancel')}
        </Button>
      </div>
    </form>
  )
}
