import { Button, CodeField, Link, Stack, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import {
  changeEmailAtom,
  clearLoginErrorAtom,
  emailLoginAtom,
  resendCodeAtom,
  retryOpeningAtom,
  submitCodeAtom,
} from '../state/emailLogin.ts'
import { errorWords } from '../words/errorWords.ts'
import { say } from '../words/say.ts'
import { useSecondsLeft } from './useSecondsLeft.ts'

const maxShownEmail = 30
const shorten = (email: string): string =>
  email.length > maxShownEmail ? `${email.slice(0, maxShownEmail - 1)}…` : email

/** Enter the code that was mailed. */
export function EmailLogin() {
  const { email, step, error, resendAtMs, isResending } = useAtomValue(emailLoginAtom)
  const submit = useSetAtom(submitCodeAtom)
  const retryOpening = useSetAtom(retryOpeningAtom)
  const resend = useSetAtom(resendCodeAtom)
  const changeEmail = useSetAtom(changeEmailAtom)
  const clearError = useSetAtom(clearLoginErrorAtom)
  const seconds = useSecondsLeft(resendAtMs)
  const [code, setCode] = useState('')

  const isOpening = step === 'opening'
  const busy =
    error !== null
      ? undefined
      : step === 'verifying'
        ? say('code.checking')
        : isOpening
          ? say('code.opening')
          : undefined
  const isThrottle = error?.name === 'RATE_LIMITED'
  // A wrong code is typed anew; one that could not be checked may still be right.
  const isCodeWrong = error?.name.startsWith('OTP_') ?? false
  const [seenError, setSeenError] = useState(error)
  if (error !== seenError) {
    setSeenError(error)
    if (isCodeWrong) setCode('')
  }
  const change = (next: string) => {
    setCode(next)
    clearError()
  }
  return (
    <Stack gap={5} align="center">
      <Text tone="secondary" align="center">
        {say('code.sentTo')}
        <br />
        <bdi part="email" title={email}>
          {shorten(email)}
        </bdi>
      </Text>
      <CodeField
        label={say('code.label')}
        value={code}
        onChange={change}
        onComplete={(otp) => void submit(otp)}
        error={error === null || isThrottle ? undefined : errorWords(error)}
        busy={busy}
        autoFocus
      />
      {error !== null && !isThrottle && !isCodeWrong && (isOpening || code.length === 6) && (
        <Button variant="secondary" onClick={() => void (isOpening ? retryOpening() : submit(code))}>
          {say('tryAgain')}
        </Button>
      )}
      <Stack gap={2} align="center">
        <Text size="small" tone="secondary" align="center">
          {isResending ? (
            say('code.resending')
          ) : seconds > 0 ? (
            say(isThrottle ? 'error.RATE_LIMITED' : 'code.resendIn', { seconds })
          ) : (
            <Link onClick={() => void resend()}>{say('code.resend')}</Link>
          )}
        </Text>
        <Text size="small" tone="secondary" align="center">
          <Link onClick={changeEmail}>{say('code.changeEmail')}</Link>
        </Text>
        <Text size="small" tone="secondary" align="center">
          {say('code.lookInSpam')}
        </Text>
      </Stack>
    </Stack>
  )
}
