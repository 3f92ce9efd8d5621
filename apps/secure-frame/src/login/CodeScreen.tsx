import type { ProjectBrand } from '@latchkey/api-client/projectBrand'
import { withCopy } from '@latchkey/copy'
import { rich } from '@latchkey/copy/react'
import { t } from '@latchkey/copy/signIn'
import { Link, Notice, Panel, Stack, Text } from '@latchkey/ui'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { OriginRow } from '../approvals/screen/OriginRow.tsx'
import { useStartingFocus } from '../approvals/screen/useStartingFocus.ts'
import type { Watch } from '../approvals/screen/watchVisibility.ts'
import type { SiteClaim } from '../views/Surface.ts'
import { CodeForm, codeHeading, codeLead } from './CodeForm.tsx'
import type { CodeStep } from './createCodeStep.ts'
import { LazyView } from './LazyView.tsx'
import { ProjectLinks } from './ProjectLinks.tsx'
import type { Purpose, SignInScreen } from './presentLogin.ts'

export type CodeScreenProps = {
  /** The pinned origin of the page that the user signs in to. */
  origin: string
  claim: SiteClaim | null
  /** The project's. */
  links?: ProjectBrand['links']
  purpose: Purpose
  step: CodeStep<unknown>
  /** The message that the user signs with the code; null where nothing is signed. */
  signIn: SignInScreen | null
  /** The test for being visible; null where this document can't tell. */
  watch: Watch | null
  /** Called to use another address. */
  onLeave: () => void
}

/** Loaded on demand: few sites want a message signed. */
const loadSignIn = async () => (await withCopy(import('../oneClick/CodeSignIn.tsx'))).CodeSignIn

/** Proves the email: approve the mailed link where one is due, then enter the mailed code. */
export function CodeScreen({ origin, claim, links = {}, purpose, step, signIn, watch, onLeave }: CodeScreenProps) {
  const state = useSyncExternalStore(step.subscribe, step.state)
  const { email, busy, failure, mails, link } = state
  const hasField = mails > 0 && link === null
  const start = useRef<HTMLElement | null>(null)
  useStartingFocus(start)
  /** The field once there is one, until then the heading. */
  const startAt = (element: HTMLElement | null): void => {
    start.current = element?.querySelector('input') ?? element
  }

  const content = useRef<HTMLElement>(null)
  const { confirming, onShown } = useConfirming(step, signIn)

  const leave = <Link onClick={onLeave}>{purpose.kind === 'login' ? t('anotherEmail') : t('keepEmail')}</Link>
  return (
    <Panel shape="page">
      <main ref={content} className="login-screen">
        <OriginRow caller={{ origin }} claim={claim} />
        <div className="login-body">
          <Stack gap={2} align="center">
            <h1 ref={hasField ? null : startAt} className="login-heading" tabIndex={-1}>
              {codeHeading(state)}
            </h1>
            <Text tone="secondary" align="center">
              {codeLead(state, <bdi className="login-email">{email}</bdi>)}
            </Text>
          </Stack>
          {purpose.kind === 'change' && <ChangeNote {...purpose} />}
          <CodeForm step={confirming} entryRef={startAt} />
          {signIn !== null && (
            <LazyView
              load={loadSignIn}
              props={{ origin, message: signIn.message, content, watch, onShown }}
              waiting={null}
            />
          )}
        </div>
        <Text size="small" tone="secondary" align="center">
          {(hasField || link !== null) && busy === null && failure === null
            ? rich((names) => t('notReceived', names), { anotherEmail: leave })
            : leave}
        </Text>
        <ProjectLinks {...links} />
      </main>
    </Panel>
  )
}

/** States what the code is for: the user must see which address the account will have. */
function ChangeNote({ of, newEmail }: Extract<Purpose, { kind: 'change' }>) {
  return (
    <Notice title={t(`change.${of}.title`)}>
      {rich((names) => t(`change.${of}.note`, names), { email: <bdi className="login-email">{newEmail}</bdi> })}
    </Notice>
  )
}

/**
 * The step whose code also confirms the message to sign. Resolves `isShown` first: the user may be faster than the check
 * that the message is in front of them.
 */
function useConfirming(step: CodeStep<unknown>, signIn: SignInScreen | null) {
  const isShown = useRef<(() => Promise<boolean>) | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const confirming = useMemo<CodeStep<unknown>>(() => {
    if (signIn === null) return step
    const submit = async (code: string): Promise<void> => {
      const isSeen = (await isShown.current?.()) ?? false
      // Another message replaced it: the code has to be entered again.
      if (isGone.current) return
      signIn.confirm(isSeen)
      await step.submit(code)
    }
    return { ...step, submit }
  }, [step, signIn])
  const onShown = useCallback((look: (() => Promise<boolean>) | null) => {
    isShown.current = look
  }, [])
  return { confirming, onShown }
}
