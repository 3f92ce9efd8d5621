import { t as commonT } from '@latchkey/copy/common'
import { t as connectT } from '@latchkey/copy/connect'
import { t } from '@latchkey/copy/emailChange'
import { t as modalT } from '@latchkey/copy/modal'
import { rich } from '@latchkey/copy/react'
import { Button, Stack, Text, TextField } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { useFieldError } from '../parts/useFieldError.ts'
import { Waiting } from '../parts/Waiting.tsx'
import { clearChangeErrorAtom, emailChangeAtom } from '../state/emailChange.ts'
import { personAtom } from '../state/person.ts'
import { submitNewEmailAtom } from '../state/submitNewEmail.ts'
import { hasKeyboard } from '../ui/hasKeyboard.ts'

/** Changes the embedded wallet's email. The codes are typed in the wallet's own document, which is shown over this view. */
export function UpdateEmailWallet() {
  const { step } = useAtomValue(emailChangeAtom)
  return step === 'wallet' ? <Waiting words={modalT('openingWallet')} size="login" /> : <NewEmail />
}

function NewEmail() {
  const present = useAtomValue(personAtom).email
  const { email, step, error, retryAtMs } = useAtomValue(emailChangeAtom)
  const submit = useSetAtom(submitNewEmailAtom)
  const clearError = useSetAtom(clearChangeErrorAtom)
  const [value, setValue] = useState(email)
  const message = useFieldError(error, retryAtMs)

  return (
    <Stack gap={4}>
      {present !== null && (
        <Text tone="secondary">{rich((filled) => t('present', filled), { email: <bdi>{present}</bdi> })}</Text>
      )}
      <Stack gap={3}>
        <TextField
          label={t('new')}
          placeholder={connectT('placeholder')}
          value={value}
          onChange={(next) => {
            setValue(next)
            clearError()
          }}
          onSubmit={() => void submit(value)}
          error={message}
          hint={t('hint')}
          icon="mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          autoFocus={hasKeyboard()}
        />
        <Button onClick={() => void submit(value)} busy={step === 'sending' ? commonT('loading') : undefined}>
          {commonT('continue')}
        </Button>
      </Stack>
      <Text size="small" tone="secondary">
        {t('consequence')}
      </Text>
    </Stack>
  )
}
