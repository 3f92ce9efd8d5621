import { t } from '@latchkey/copy/approvals'
import { Button, Link } from '@latchkey/ui'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { RequestContext } from '../Approval.ts'
import { Caution } from './Caution.tsx'
import type { Arming } from './createArming.ts'
import type { FailureWords } from './failureWords.ts'
import { Surroundings } from './Surroundings.ts'
import { useArming } from './useArming.ts'
import { useOnline } from './useOnline.ts'
import { WalletScreen } from './WalletScreen.tsx'

/** What stands in the way, or what went wrong: always in sight, beside the buttons. */
export type StatusWords = FailureWords & { variant: 'warning' | 'danger'; action?: StatusAction }

/** A way on that the words offer. */
export type StatusAction = { label: string; onClick: () => void }

export type ApprovalScreenProps = {
  requestContext: RequestContext
  /** What happens, in one sentence. */
  intent: string
  /** Colours the sentence and the button. */
  tone?: 'neutral' | 'danger'
  children: ReactNode
  status?: StatusWords | undefined
  decline: { label: string; onDecline: () => void; disabled?: boolean }
  /** The other button; absent where nothing may be agreed to. */
  accept?:
    | {
        label: string
        onAccept: () => void
        /** Agreeing takes a moment of looking first; trying again does not. */
        arms: boolean
        /** All that is agreed to is on screen. */
        isReady: boolean
        /** What is under way. */
        busy?: string | undefined
      }
    | undefined
}

/** How long the wallet waits in silence before it says what it waits for, in milliseconds. */
const timeoutMs = 1_500

/** What of it the user can change. */
const hinted = ['sight', 'focus'] as const satisfies NonNullable<Arming['waitsFor']>[]

/**
 * An approval: what happens, the content, and two buttons of one size. One of them waits until all facts have been on
 * screen, and then a moment (`docs/confirm-rule.md`).
 */
export function ApprovalScreen(props: ApprovalScreenProps) {
  const { requestContext, intent, tone = 'neutral', children, status, decline, accept } = props
  const content = useRef<HTMLElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const isOnline = useOnline()
  const { goToWindow } = useContext(Surroundings)
  const arms = accept?.arms === true
  const isWaiting = arms && accept.busy === undefined
  const arming = useArming(isWaiting && accept.isReady, [content, buttons], tone === 'danger')
  const isReading = isWaiting && arming.waitsFor === 'reading'
  const press = (): void => {
    if (isReading) arming.readOn()
    else if (isWaiting ? arming.isArmedNow() : accept?.isReady) accept?.onAccept()
  }
  const hint = useHint(arms ? arming.waitsFor : null)
  const offersWindow = isWaiting && arming.isHidden && !arming.isArmed

  return (
    <WalletScreen
      requestContext={requestContext}
      intent={intent}
      tone={tone}
      onDecline={decline.disabled === true ? null : decline.onDecline}
      contentRef={content}
      buttonsRef={buttons}
      status={
        <>
          <Status status={isOnline ? status : offline()} />
          {offersWindow && goToWindow !== null ? (
            <WindowOffer onGo={goToWindow} />
          ) : (
            hint !== undefined && <Caution isPassing>{hint}</Caution>
          )}
        </>
      }
      buttons={
        <>
          <Button variant="secondary" onClick={decline.onDecline} disabled={decline.disabled === true}>
            {decline.label}
          </Button>
          {accept !== undefined && (
            <Button
              variant={tone === 'danger' && arms ? 'danger' : 'primary'}
              onClick={press}
              armed={isWaiting ? isReading || arming.isArmed : accept.isReady || accept.busy !== undefined}
              busy={accept.busy}
            >
              {isReading ? t('scrollToReview') : accept.label}
            </Button>
          )}
        </>
      }
    >
      {children}
    </WalletScreen>
  )
}

const offline = (): StatusWords => ({ variant: 'warning', title: t('offline.title'), text: t('offline.text') })

function Status({ status }: { status: StatusWords | undefined }) {
  if (status === undefined) return null
  const { variant, title, text, action } = status
  return (
    <Caution
      isPassing={variant !== 'danger'}
      variant={variant}
      title={title}
      action={action !== undefined && <Link onClick={action.onClick}>{action.label}</Link>}
    >
      {text}
    </Caution>
  )
}

/** The way on for somebody whose page covers the wallet, by mistake or not. */
function WindowOffer({ onGo }: { onGo: () => void }) {
  return (
    <Caution
      variant="warning"
      title={t('covered.title')}
      action={
        <Button variant="secondary" onClick={onGo}>
          {t('continueInWindow')}
        </Button>
      }
    >
      {t('covered.text')}
    </Caution>
  )
}

/** What to do, once waiting for it has lasted a while. */
function useHint(waitsFor: Arming['waitsFor']): string | undefined {
  const [late, setLate] = useState<Arming['waitsFor']>(null)
  useEffect(() => {
    setLate(null)
    const timer = setTimeout(() => setLate(waitsFor), timeoutMs)
    return () => clearTimeout(timer)
  }, [waitsFor])
  const hint = late === waitsFor ? hinted.find((each) => each === late) : undefined
  return hint && t(`waiting.${hint}`)
}
