import { Announcer, Button, CodeField, Link, Stack, Text } from '@latchkey/ui'
import { type Ref, useEffect, useState, useSyncExternalStore } from 'react'
import { useOnline } from '../approvals/screen/useOnline.ts'
import type { CodeState, CodeStep } from './createCodeStep.ts'
import { LinkWait } from './LinkWait.tsx'
import { loginWords } from './loginWords.ts'
import { useSecondsLeft } from './useSecondsLeft.ts'

export type CodeFormProps = {
  step: CodeStep<unknown>
  /** Around the field, once there is one. */
  entryRef?: Ref<HTMLDivElement>
}

/**
 * The field for a mailed code, and the way to another code. Until one is on its way there is nothing to type it into; while
 * a mailed link is waited for, there is a number to compare instead.
 */
export function CodeForm({ step, entryRef }: CodeFormProps) {
  const state = useSyncExternalStore(step.subscribe, step.state)
  const { mails, link } = state
  return (
    <>
      {link !== null && <LinkWait link={link} failure={state.failure} />}
      {mails === 0 || link !== null ? null : (
        <div ref={entryRef}>
          <CodeEntry key={mails} step={step} state={state} />
        </div>
      )}
      <Resend step={step} state={state} />
      <Announcer message={saidOf(state)} />
    </>
  )
}

/** What a screen with the form is called. */
export const codeHeading = ({ mails, failure, busy, link }: CodeState): string => {
  if (link !== null) return 'Approve this device'
  if (mails > 0) return 'Enter the code'
  return busy === null && failure !== null ? 'No code was sent' : 'Sending you a code…'
}

/** What stands before the email address under that heading. */
export const codeLead = ({ mails, link }: CodeState): string => {
  if (link !== null) return 'Open the link that we sent to'
  return mails === 0 ? 'Six digits, for' : 'We sent six digits to'
}

const busyWords = { checking: 'Checking the code…', opening: 'Opening your wallet…' } as const

/** What those hear who do not see the screen, where no field says it. */
const saidOf = ({ mails, busy, link }: CodeState): string => {
  if (link !== null) {
    return busy === 'sending' ? 'Sending a new link' : `A link was sent. Its page must show the number ${link.number}`
  }
  if (busy === 'sending') return 'Sending the code'
  if (busy === 'opening') return 'The code is right. Opening your wallet'
  return mails === 1 ? 'The code was sent' : mails > 1 ? 'A new code is on its way' : ''
}

type PartProps = { step: CodeStep<unknown>; state: CodeState }

/** The field, anew for every code that is mailed. */
function CodeEntry({ step, state: { busy, failure, isMailed } }: PartProps) {
  const [code, setCode] = useState('')
  const isOnline = useOnline()
  const failed = failure?.of === 'code' ? failure.error : null
  // A wrong code is typed anew; one that could not be checked may still be right.
  const isWrong = failed?.name.startsWith('OTP_') === true
  useEffect(() => {
    if (isWrong) setCode('')
  }, [isWrong, failed])

  return (
    <Stack gap={3} align="center">
      <CodeField
        label="Six-digit code"
        value={code}
        onChange={setCode}
        onComplete={(complete) => void step.submit(complete)}
        error={failed === null ? undefined : loginWords(failed, isOnline)}
        busy={busy === 'checking' || busy === 'opening' ? busyWords[busy] : undefined}
        autoFocus
      />
      {failed !== null && !isWrong && isMailed && (
        <Button variant="secondary" onClick={() => void step.submit(code)}>
          Try again
        </Button>
      )}
    </Stack>
  )
}

/** The way to another link or code, or what keeps it from being sent. */
function Resend({ step, state: { busy, failure, resendAtMs, mails, link } }: PartProps) {
  const seconds = useSecondsLeft(resendAtMs ?? 0)
  const isOnline = useOnline()
  const failed = failure?.of === 'mail' ? failure.error : null
  if (busy === 'checking' || busy === 'opening' || resendAtMs === null) return null
  const what = link === null ? 'code' : 'link'
  if (busy === 'sending') {
    return mails === 0 && link === null ? null : (
      <Text size="small" tone="secondary" align="center">
        Sending a new {what}…
      </Text>
    )
  }
  const waits = seconds > 0
  const words = waits ? (failed === null ? newIn(what, seconds) : tryAgainIn(seconds)) : null
  const isButton = link === null ? mails === 0 : failure?.of === 'link'
  return (
    <Stack gap={3} align="center">
      {failed !== null && failed.name !== 'RATE_LIMITED' && (
        <Text tone="danger" align="center">
          {loginWords(failed, isOnline)}
        </Text>
      )}
      {words !== null ? (
        <Text size="small" tone="secondary" align="center">
          {words}
        </Text>
      ) : isButton ? (
        <Button variant="secondary" onClick={() => void step.send()}>
          {failed === null || failed.name === 'RATE_LIMITED' ? `Send a new ${what}` : 'Try again'}
        </Button>
      ) : (
        <Text size="small" tone="secondary" align="center">
          <Link onClick={() => void step.send()}>Send a new {what}</Link>
        </Text>
      )}
    </Stack>
  )
}

const plural = (seconds: number): string => (seconds === 1 ? '1 second' : `${seconds} seconds`)
const newIn = (what: string, seconds: number): string => `New ${what} in ${plural(seconds)}`
const tryAgainIn = (seconds: number): string => `Please try again after ${plural(seconds)}`
