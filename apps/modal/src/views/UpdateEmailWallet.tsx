import { Button, Stack, Text, TextField } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { clearChangeErrorAtom, emailChangeAtom } from '../state/emailChange.ts'
import { personAtom } from '../state/person.ts'
import { submitNewEmailAtom } from '../state/submitNewEmail.ts'
import { enLater } from '../words/enLater.ts'
import { errorWords } from '../words/errorWords.ts'
import { sayLater as say } from '../words/sayLater.ts'
import { hasKeyboard } from './hasKeyboard.ts'
import { sayWith } from './sayWith.tsx'
import { useSecondsLeft } from './useSecondsLeft.ts'
import { Waiting } from './Waiting.tsx'

/** Another email for the embedded wallet. The codes are typed in the wallet's own document, which is shown over this view. */
export function UpdateEmailWallet() {
  const { step } = useAtomValue(emailChangeAtom)
  return step === 'wallet' ? <Waiting words={say('login.opening')} size="login" /> : <NewEmail />
}

function NewEmail() {
  const present = useAtomValue(personAtom).email
  const { email, step, error, retryAtMs } = useAtomValue(emailChangeAtom)
  const submit = useSetAtom(submitNewEmailAtom)
  const clearError = useSetAtom(clearChangeErrorAtom)
  const [value, setValue] = useState(email)
  const seconds = useSecondsLeft(retryAtMs)
  const isThrottled = error?.name === 'RATE_LIMITED' && retryAtMs > 0
  const words = isThrottled
    ? seconds > 0 && say('error.RATE_LIMITED', { seconds })
    : error !== null && errorWords(error)

  return (
    <Stack gap={4}>
      {present !== null && (
        <Text tone="secondary">{sayWith(enLater['email.present'], { email: <bdi key="email">{present}</bdi> })}</Text>
      )}
      <Stack gap={3}>
        <TextField
          label={say('email.new')}
          placeholder={say('connect.placeholder')}
          value={value}
          onChange={(next) => {
            setValue(next)
            clearError()
          }}
          onSubmit={() => void submit(value)}
          error={words || undefined}
          hint={say('email.hint')}
          icon="mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          autoFocus={hasKeyboard()}
        />
        <Button onClick={() => void submit(value)} busy={step === 'sending' ? say('connect.sending') : undefined}>
          {say('connect.submit')}
        </Button>
      </Stack>
      <Text size="small" tone="secondary">
        {say('email.consequence')}
      </Text>
    </Stack>
  )
}
