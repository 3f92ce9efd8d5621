import { t as commonT } from '@latchkey/copy/common'
import { rich } from '@latchkey/copy/react'
import { t } from '@latchkey/copy/signIn'
import { Announcer, Button, CodeField, Link, Notice, Stack, Text } from '@latchkey/ui'
import { type ReactNode, type Ref, useEffect, useState, useSyncExternalStore } from 'react'
import { useOnline } from '../approvals/screen/useOnline.ts'
import type { CodeState, CodeStep, LinkState } from './createCodeStep.ts'
import { loginWords } from './loginWords.ts'
import { NumberCard } from './NumberCard.tsx'

export type CodeFormProps = {
  step: CodeStep<unknown>
  /** Wraps the field, once there is one. */
  entryRef?: Ref<HTMLDivElement>
}

/**
 * The field for a mailed code, and the button for another code. Until one is mailed there is no field; while a mailed link
 * is waited for, there is a number to compare instead.
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

/** The heading of a screen with the form. */
export const codeHeading = ({ mails, failure, busy, link }: CodeState): string => {
  if (link !== null) return t(link.number === null ? 'heading.join' : 'heading.link')
  if (mails > 0) return t('heading.code')
  return busy === null && failure !== null ? t('heading.notSent') : t('heading.sending')
}

/** The text under that heading, with the email address in it. */
export const codeLead = ({ mails, link, isSolving }: CodeState, email: ReactNode): ReactNode => {
  if (isSolving && link === null) return t('lead.challenge')
  const mailed = link?.number === null ? 'lead.join' : 'lead.link'
  const key = link !== null ? mailed : mails === 0 ? 'lead.sending' : 'lead.code'
  return rich((names) => t(key, names), { email })
}

/** The announcement for screen readers, where no field has it. */
const saidOf = ({ mails, busy, link, isSolving }: CodeState): string => {
  if (isSolving && link === null) return t('lead.challenge')
  if (link !== null) {
    if (busy === 'sending') return t('announce.sendingLink')
    return link.number === null ? t('announce.joinSent') : t('announce.linkSent', { number: link.number })
  }
  if (busy === 'sending') return t('announce.sendingCode')
  if (busy === 'opening') return t('announce.opening')
  return mails === 1 ? t('announce.codeSent') : mails > 1 ? t('announce.newCodeSent') : ''
}

type PartProps = { step: CodeStep<unknown>; state: CodeState }

/** The field, a new one for every mailed code. */
function CodeEntry({ step, state: { busy, failure, isMailed } }: PartProps) {
  const [code, setCode] = useState('')
  const isOnline = useOnline()
  const failed = failure?.of === 'code' ? failure.error : null
  // A wrong code is cleared; one that could not be checked may still be right.
  const isWrong = failed?.name.startsWith('OTP_') === true
  useEffect(() => {
    if (isWrong) setCode('')
  }, [isWrong, failed])

  return (
    <Stack gap={3} align="center">
      <CodeField
        label={t('field')}
        value={code}
        onChange={setCode}
        onComplete={(complete) => void step.submit(complete)}
        error={failed === null ? undefined : loginWords(failed, isOnline)}
        busy={busy === 'checking' || busy === 'opening' ? t(`busy.${busy}`) : undefined}
        autoFocus
      />
      {failed !== null && !isWrong && isMailed && (
        <Button variant="secondary" onClick={() => void step.submit(code)}>
          {commonT('tryAgain')}
        </Button>
      )}
    </Stack>
  )
}

/** The button for another link or code, or the reason why it can't be sent. */
function Resend({ step, state: { busy, failure, resendAtMs, mails, link } }: PartProps) {
  const seconds = useSecondsLeft(resendAtMs ?? 0)
  const isOnline = useOnline()
  const failed = failure?.of === 'mail' ? failure.error : null
  if (busy === 'checking' || busy === 'opening' || resendAtMs === null) return null
  const what = link === null ? 'code' : 'link'
  if (busy === 'sending') {
    return mails === 0 && link === null ? null : (
      <Text size="small" tone="secondary" align="center">
        {t(`resend.${what}.busy`)}
      </Text>
    )
  }
  const waits = seconds > 0
  const words = waits ? t(failed === null ? `resend.${what}.wait` : 'resend.tryAgainIn', { seconds }) : null
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
          {failed === null || failed.name === 'RATE_LIMITED' ? t(`resend.${what}.action`) : commonT('tryAgain')}
        </Button>
      ) : (
        <Text size="small" tone="secondary" align="center">
          <Link onClick={() => void step.send()}>{t(`resend.${what}.action`)}</Link>
        </Text>
      )}
    </Stack>
  )
}

type LinkWaitProps = { link: LinkState; failure: CodeState['failure'] }

/** The number to compare, if any, while a mailed link is waited for, and the remaining time. */
function LinkWait({ link, failure }: LinkWaitProps) {
  const minutes = Math.max(1, Math.ceil(useSecondsLeft(link.expiresAtMs) / 60))
  const isOnline = useOnline()
  if (failure?.of === 'link') return <Notice variant="warning" title={loginWords(failure.error, isOnline)} />
  return (
    <>
      {link.number !== null && <NumberCard number={link.number} label={t('link.number')} />}
      <Text size="small" tone="secondary" align="center">
        {t('link.works', { minutes })}
      </Text>
    </>
  )
}

const secondsUntil = (momentMs: number): number => Math.max(0, Math.ceil((momentMs - Date.now()) / 1000))

/** Returns the whole seconds until a moment (milliseconds since 1970), counting down to 0. */
const useSecondsLeft = (momentMs: number): number => {
  const [seconds, setSeconds] = useState(() => secondsUntil(momentMs))
  useEffect(() => {
    const count = () => setSeconds(secondsUntil(momentMs))
    count()
    // More often than once a second, so that none is skipped.
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [momentMs])
  return seconds
}
