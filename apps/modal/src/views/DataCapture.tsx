import { t as commonT } from '@latchkey/copy/common'
import { t as connectT } from '@latchkey/copy/connect'
import { t } from '@latchkey/copy/emailCapture'
import { rich } from '@latchkey/copy/react'
import { Button, Card, Link, Notice, Row, Stack, Text, TextField } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import {
  changeCaptureEmailAtom,
  clearCaptureErrorAtom,
  type DataCapture as DataCaptureState,
  dataCaptureAtom,
  forgetRecentEmailsAtom,
  ownEmailAtom,
  recentEmailsAtom,
  resendCaptureCodeAtom,
  shareOwnEmailAtom,
  skipCaptureAtom,
  submitCaptureCodeAtom,
  submitCaptureEmailAtom,
} from '../emailCapture/dataCapture.ts'
import { useFieldError } from '../parts/useFieldError.ts'
import { useSecondsLeft } from '../parts/useSecondsLeft.ts'
import type { Capture } from '../remote-config/RemoteConfig.ts'
import { servicesAtom } from '../services.ts'
import { captureAtom } from '../state/captureStep.ts'
import { closeAtom } from '../state/modal.ts'
import { hasKeyboard } from '../ui/hasKeyboard.ts'

/** The site asks for an email address: shows the purpose, the address, and the field for the mailed code. */
export function DataCapture() {
  const capture = useAtomValue(captureAtom)
  const { step } = useAtomValue(dataCaptureAtom)
  const own = useAtomValue(ownEmailAtom)
  if (capture === null) return null
  return (
    <Stack gap={4}>
      <Purpose capture={capture} />
      <Step step={step} own={own} />
      <WayOut isRequired={capture.isRequired} />
    </Stack>
  )
}

function Step({ step, own }: { step: DataCaptureState['step']; own: string | null }) {
  if (own !== null && (step === 'own' || step === 'sharing')) return <OwnEmail email={own} />
  return step === 'code' || step === 'checking' ? <Code /> : <Email />
}

function Purpose({ capture }: { capture: Capture }) {
  const { settings } = useAtomValue(servicesAtom)
  const { name: site } = settings.metadata
  return (
    <Card>
      <Stack gap={2}>
        <Text>{t('asks', { site })}</Text>
        <Text size="small" tone="secondary">
          {t('purpose')}
        </Text>
        <Text>{capture.purpose}</Text>
        {settings.privacyUrl !== undefined && (
          <Text size="small">
            <Link href={settings.privacyUrl}>{t('privacy')}</Link>
          </Text>
        )}
      </Stack>
    </Card>
  )
}

function Email() {
  const { email, step, error, retryAtMs } = useAtomValue(dataCaptureAtom)
  const recent = useAtomValue(recentEmailsAtom)
  const submit = useSetAtom(submitCaptureEmailAtom)
  const clearError = useSetAtom(clearCaptureErrorAtom)
  const forget = useSetAtom(forgetRecentEmailsAtom)
  const [value, setValue] = useState(email)
  const message = useFieldError(error, retryAtMs)
  return (
    <Stack gap={3}>
      <TextField
        label={t('email')}
        placeholder={connectT('placeholder')}
        value={value}
        onChange={(next) => {
          setValue(next)
          clearError()
        }}
        onSubmit={() => void submit(value)}
        error={message}
        icon="mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        autoFocus={hasKeyboard()}
      />
      {recent.length > 0 && (
        <Stack gap={2}>
          <Text size="small" tone="secondary">
            {t('recent')}
          </Text>
          {recent.map((known) => (
            <Row key={known} title={known} onClick={() => setValue(known)} />
          ))}
          <Button variant="secondary" onClick={() => forget()}>
            {t('forget')}
          </Button>
        </Stack>
      )}
      <Button onClick={() => void submit(value)} busy={step === 'sending' ? commonT('loading') : undefined}>
        {t('send')}
      </Button>
    </Stack>
  )
}

function Code() {
  const { settings } = useAtomValue(servicesAtom)
  const { email, step, error, retryAtMs } = useAtomValue(dataCaptureAtom)
  const submit = useSetAtom(submitCaptureCodeAtom)
  const clearError = useSetAtom(clearCaptureErrorAtom)
  const resend = useSetAtom(resendCaptureCodeAtom)
  const change = useSetAtom(changeCaptureEmailAtom)
  const [value, setValue] = useState('')
  const seconds = useSecondsLeft(retryAtMs)
  const message = useFieldError(error, 0)
  return (
    <Stack gap={3}>
      <Text>
        {rich((filled) => t('sentTo', { ...filled, site: settings.metadata.name }), { email: <bdi>{email}</bdi> })}
      </Text>
      <TextField
        label={t('code')}
        value={value}
        // Sign-in codes are digits: none of them can be typed here.
        onChange={(next) => {
          setValue(next.toUpperCase().replaceAll(/[^A-Z ]/gu, ''))
          clearError()
        }}
        onSubmit={() => void submit(value)}
        error={message}
        hint={t('codeHint')}
        autoComplete="one-time-code"
        maxLength={9}
        autoFocus={hasKeyboard()}
      />
      <Button onClick={() => void submit(value)} busy={step === 'checking' ? commonT('loading') : undefined}>
        {t('confirm')}
      </Button>
      <Button variant="secondary" disabled={seconds > 0} onClick={() => void resend()}>
        {seconds > 0 ? t('resendIn', { seconds }) : t('resend')}
      </Button>
      <Button variant="secondary" onClick={() => change()}>
        {t('another')}
      </Button>
    </Stack>
  )
}

function OwnEmail({ email }: { email: string }) {
  const { step, error, retryAtMs } = useAtomValue(dataCaptureAtom)
  const share = useSetAtom(shareOwnEmailAtom)
  const change = useSetAtom(changeCaptureEmailAtom)
  const message = useFieldError(error, retryAtMs)
  return (
    <Stack gap={3}>
      <Text>
        <bdi>{email}</bdi>
      </Text>
      <Text size="small" tone="secondary">
        {t('own')}
      </Text>
      {message !== undefined && <Notice variant="danger">{message}</Notice>}
      <Button onClick={() => void share()} busy={step === 'sharing' ? commonT('loading') : undefined}>
        {t('share')}
      </Button>
      <Button variant="secondary" onClick={() => change()}>
        {t('another')}
      </Button>
    </Stack>
  )
}

function WayOut({ isRequired }: { isRequired: boolean }) {
  const { settings } = useAtomValue(servicesAtom)
  const skip = useSetAtom(skipCaptureAtom)
  const close = useSetAtom(closeAtom)
  if (!isRequired) {
    return (
      <Button variant="secondary" onClick={() => void skip()}>
        {t('skip')}
      </Button>
    )
  }
  return (
    <Stack gap={2}>
      <Text size="small" tone="secondary">
        {t('required', { site: settings.metadata.name })}
      </Text>
      <Button variant="secondary" onClick={() => close()}>
        {t('disconnect')}
      </Button>
    </Stack>
  )
}
