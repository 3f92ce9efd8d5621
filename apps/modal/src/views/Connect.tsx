import { Button, EmptyState, Notice, Stack, TextField } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { alertsAtom } from '../state/alerts.ts'
import { clearLoginErrorAtom, emailLoginAtom, submitEmailAtom } from '../state/emailLogin.ts'
import { prepareLoginAtom } from '../state/modal.ts'
import { isBlockedAtom, isEmailOnAtom } from '../state/project.ts'
import { errorWords } from '../words/errorWords.ts'
import { say } from '../words/say.ts'
import { DeveloperAlerts } from './DeveloperAlerts.tsx'
import { useSecondsLeft } from './useSecondsLeft.ts'

/** A phone would open its keyboard over half of the modal before the visitor has seen it. */
const hasKeyboard = (): boolean => matchMedia('(hover: hover)').matches

/** Log in or sign up: by email. */
export function Connect() {
  const alerts = useAtomValue(alertsAtom)
  const isBlocked = useAtomValue(isBlockedAtom)
  const isEmailOn = useAtomValue(isEmailOnAtom)
  const prepare = useSetAtom(prepareLoginAtom)
  const isWalletLost = alerts.some(({ code }) => code === 'APKT003' || code === 'APKT011')
  return (
    <Stack>
      {isBlocked ? (
        <Notice variant="danger" title={say('alert.blocked')}>
          {say('alert.blockedHint')}
        </Notice>
      ) : isEmailOn ? (
        <>
          {isWalletLost && (
            <Notice variant="danger" title={say('alert.wallet')}>
              {say('alert.walletHint')}
            </Notice>
          )}
          <EmailForm />
        </>
      ) : (
        <EmptyState icon="mail" title={say('connect.none')} description={say('connect.noneHint')} />
      )}
      {(isBlocked || isWalletLost) && isEmailOn && (
        <Button variant="secondary" icon="refresh" onClick={prepare}>
          {say(isBlocked ? 'tryAgain' : 'connect.retryFrame')}
        </Button>
      )}
      <DeveloperAlerts alerts={alerts} isOpen={isBlocked} />
    </Stack>
  )
}

function EmailForm() {
  const { email, step, error, retryAtMs } = useAtomValue(emailLoginAtom)
  const submit = useSetAtom(submitEmailAtom)
  const clearError = useSetAtom(clearLoginErrorAtom)
  const [value, setValue] = useState(email)
  const seconds = useSecondsLeft(retryAtMs)
  const busy = step === 'sending' || step === 'opening' ? say('connect.sending') : undefined
  const isThrottled = error?.name === 'RATE_LIMITED' && retryAtMs > 0
  const words = isThrottled
    ? seconds > 0 && say('error.RATE_LIMITED', { seconds })
    : error !== null && errorWords(error)

  const change = (next: string) => {
    setValue(next)
    clearError()
  }
  return (
    <Stack gap={3}>
      <TextField
        label={say('connect.email')}
        placeholder={say('connect.placeholder')}
        value={value}
        onChange={change}
        onSubmit={() => void submit(value)}
        error={words || undefined}
        hint={say('connect.hint')}
        icon="mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        autoFocus={hasKeyboard()}
      />
      <Button onClick={() => void submit(value)} busy={busy}>
        {say('connect.submit')}
      </Button>
    </Stack>
  )
}
