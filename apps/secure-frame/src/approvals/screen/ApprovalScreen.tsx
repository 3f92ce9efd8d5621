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

/** An obstacle or an error: always in sight, beside the buttons. */
export type StatusWords = FailureWords & { variant: 'warning' | 'danger'; action?: StatusAction }

/** An action that the message offers. */
export type StatusAction = { label: string; onClick: () => void }

export type ApprovalScreenProps = {
  requestContext: RequestContext
  /** The request, in one sentence. */
  intent: string
  /** Colors the sentence and the button. */
  tone?: 'neutral' | 'danger'
  children: ReactNode
  status?: StatusWords | undefined
  decline: { label: string; onDecline: () => void; disabled?: boolean }
  /** The confirm button; absent where the request must not be confirmed. */
  accept?:
    | {
        label: string
        onAccept: () => void
        /** Confirming needs the arming delay; trying again does not. */
        arms: boolean
        /** All facts to confirm are on screen. */
        isReady: boolean
        /** The label while it is running. */
        busy?: string | undefined
      }
    | undefined
}

/** The time before the wallet states what it waits for, in milliseconds. */
const timeoutMs = 1_500

/** The reasons for waiting that the user can change. */
const hinted = ['sight', 'focus'] as const satisfies NonNullable<Arming['waitsFor']>[]

/**
 * An approval: the request, its content, and two buttons of one size. The confirm button waits until all facts have been on
 * screen, and then for a moment (`docs/confirm-rule.md`).
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

/** Offers the window to a user whose page covers the wallet, by mistake or not. */
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

/** States what to do, once the wait for it has lasted a while. */
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
