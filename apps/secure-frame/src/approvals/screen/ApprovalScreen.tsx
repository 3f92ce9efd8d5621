import { Button, ButtonRow, Footer, Notice, Panel, Stack } from '@latchkey/ui'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Asking } from '../Approval.ts'
import { AccountLine } from './AccountLine.tsx'
import type { FailureWords } from './failureWords.ts'
import { OriginRow } from './OriginRow.tsx'
import { type Arming, useArming } from './useArming.ts'
import { useOnline } from './useOnline.ts'

/** What stands in the way, or what went wrong: always in sight, beside the buttons. */
export type StatusWords = FailureWords & { variant: 'warning' | 'danger' }

export type ApprovalScreenProps = {
  asking: Asking
  /** What happens, in one sentence. */
  intent: string
  /** Colours the sentence and the button. */
  tone?: 'neutral' | 'danger'
  children: ReactNode
  status?: StatusWords | undefined
  decline: { label: string; onDecline: () => void; disabled?: boolean }
  /** The other button; absent where nothing may be agreed to. */
  accept?: {
    label: string
    onAccept: () => void
    /** Agreeing takes a moment of looking first; trying again does not. */
    arms: boolean
    /** All that is agreed to is on screen. */
    isReady: boolean
    /** What is under way. */
    busy?: string | undefined
  }
}

/** How long the wallet waits in silence before it says what it waits for, in milliseconds. */
const patienceMs = 1_500

const hints: Partial<Record<NonNullable<Arming['waitsFor']>, string>> = {
  sight: 'Something covers the wallet. Bring it fully into view to go on.',
  focus: 'Click here to go on.',
}

/** The frame of every approval: who asks, what happens, the content, and two buttons of one size. */
export function ApprovalScreen(props: ApprovalScreenProps) {
  const { asking, intent, tone = 'neutral', children, status, decline, accept } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const content = useRef<HTMLElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const headingId = useId()
  const isOnline = useOnline()
  const arms = accept?.arms === true
  const arming = useArming(arms && accept.isReady && accept.busy === undefined, [content, buttons])
  const hint = useHint(arms ? arming.waitsFor : null)

  // A screen reader starts with the sentence, and the frame has the focus that agreeing needs.
  useEffect(() => {
    window.focus()
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <Panel shape="page">
      <main className="wallet-screen">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable (WCAG 2.1.1) */}
        <section ref={content} className="wallet-content" aria-labelledby={headingId} tabIndex={0}>
          <OriginRow {...asking} />
          <h1 ref={heading} id={headingId} className="wallet-intent" data-tone={tone} tabIndex={-1}>
            {intent}
          </h1>
          <Stack gap={4}>{children}</Stack>
        </section>
        <Footer>
          <div className="wallet-status" aria-live="polite">
            <Status status={isOnline ? status : offline} />
            {hint !== undefined && <Notice>{hint}</Notice>}
          </div>
          <AccountLine {...asking} />
          <div ref={buttons} onClickCapture={onlyByHand} onKeyDownCapture={notByHolding}>
            <ButtonRow>
              <Button variant="secondary" onClick={decline.onDecline} disabled={decline.disabled === true}>
                {decline.label}
              </Button>
              {accept !== undefined && (
                <Button
                  variant={tone === 'danger' && arms ? 'danger' : 'primary'}
                  onClick={accept.onAccept}
                  armed={arms && accept.busy === undefined ? arming.armed : 1}
                  busy={accept.busy}
                >
                  {accept.label}
                </Button>
              )}
            </ButtonRow>
          </div>
        </Footer>
      </main>
    </Panel>
  )
}

const offline: StatusWords = {
  variant: 'warning',
  title: 'You are offline',
  text: 'Nothing can be sent until the connection is back.',
}

function Status({ status }: { status: StatusWords | undefined }) {
  return status === undefined ? null : (
    <Notice variant={status.variant} title={status.title}>
      {status.text}
    </Notice>
  )
}

/** What to do, once waiting for it has lasted a while. */
function useHint(waitsFor: Arming['waitsFor']): string | undefined {
  const [late, setLate] = useState<Arming['waitsFor']>(null)
  useEffect(() => {
    setLate(null)
    const timer = setTimeout(() => setLate(waitsFor), patienceMs)
    return () => clearTimeout(timer)
  }, [waitsFor])
  return late === null || late !== waitsFor ? undefined : hints[late]
}

/** A click that a script made is nobody's. */
const onlyByHand = (event: MouseEvent): void => {
  if (!event.nativeEvent.isTrusted) event.stopPropagation()
}

/** A key that is held down since before was not pressed for this. */
const notByHolding = (event: KeyboardEvent): void => {
  if (event.repeat || !event.nativeEvent.isTrusted) event.preventDefault()
}
