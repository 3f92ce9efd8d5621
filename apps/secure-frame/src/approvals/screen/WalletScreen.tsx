import { t } from '@latchkey/copy/approvals'
import { Address, Avatar, ButtonRow, Footer, Link, Panel, Stack } from '@latchkey/ui'
import { type ReactNode, type Ref, useContext, useId, useLayoutEffect, useRef } from 'react'
import type { RequestContext } from '../Approval.ts'
import { byHand } from './byHand.ts'
import { fact } from './createReading.ts'
import { FirstRiskId } from './FirstRiskId.ts'
import { OriginRow } from './OriginRow.tsx'
import { Surroundings } from './Surroundings.ts'
import { useStartingFocus } from './useStartingFocus.ts'

export type WalletScreenProps = {
  requestContext: RequestContext
  /** The request, in one sentence. */
  intent: string
  /** Colors the sentence. */
  tone?: 'neutral' | 'danger'
  children: ReactNode
  /** An obstacle or an error: always in sight, above the buttons. */
  status: ReactNode
  buttons: ReactNode
  /** Ends this request, for "Reject all"; null while it can't be ended. */
  onDecline: (() => void) | null
  /** The parts that have to be seen. */
  contentRef?: Ref<HTMLElement>
  buttonsRef?: Ref<HTMLDivElement>
}

/** The layout of every approval: requester, request, content, and buttons that stay in sight. */
export function WalletScreen(props: WalletScreenProps) {
  const {
    requestContext,
    intent,
    tone = 'neutral',
    children,
    status,
    buttons,
    onDecline,
    contentRef,
    buttonsRef,
  } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const [headingId, siteId, riskId] = [`${id}-heading`, `${id}-site`, `${id}-risk`]
  useStartingFocus(heading)
  // The requester precedes the heading, and its first risk is far behind it; a screen reader at the heading announces both.
  useLayoutEffect(() => {
    const known = [siteId, riskId].filter((each) => document.getElementById(each) !== null)
    heading.current?.setAttribute('aria-describedby', known.join(' '))
  })

  return (
    <Panel shape="page">
      <main className="wallet-screen">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable (WCAG 2.1.1) */}
        <section ref={contentRef} className="wallet-content" aria-labelledby={headingId} tabIndex={0}>
          <QueueLine onDecline={onDecline} />
          <div id={siteId}>
            <OriginRow {...requestContext} />
          </div>
          <h1 ref={heading} id={headingId} className="wallet-intent" data-tone={tone} tabIndex={-1} {...fact}>
            {intent.split(/(\S{1,8}…\S{1,8})/).map((part, index) =>
              index % 2 === 0 ? (
                part
              ) : (
                <span key={index} className="wallet-whole">
                  {part}
                </span>
              ),
            )}
          </h1>
          <FirstRiskId value={riskId}>
            <Stack gap={4}>{children}</Stack>
          </FirstRiskId>
        </section>
        <Footer>
          <div className="wallet-status" aria-live="polite" {...byHand}>
            {status}
          </div>
          <AccountLine {...requestContext} />
          <div ref={buttonsRef} {...byHand}>
            <ButtonRow>{buttons}</ButtonRow>
          </div>
        </Footer>
      </main>
    </Panel>
  )
}

/** Shows the request's position among those that wait, and a button to reject them all. */
function QueueLine({ onDecline }: Pick<WalletScreenProps, 'onDecline'>) {
  const { line } = useContext(Surroundings)
  if (line === null || line.count < 2) return null
  return (
    <div className="wallet-line" {...byHand}>
      <span>{t('line', { at: line.at, count: line.count })}</span>
      {onDecline !== null && (
        <Link
          onClick={() => {
            line.rejectOthers()
            onDecline()
          }}
        >
          {t('rejectAll')}
        </Link>
      )}
    </div>
  )
}

/** Shows the signing account. A smart account is labeled as one: it may have the address of the plain account. */
function AccountLine({ caller }: RequestContext) {
  return (
    <p className="wallet-account">
      <Avatar address={caller.address} size={20} />
      <Address address={caller.address} />
      {caller.smartAccount !== null && <span>{t('smartAccount')}</span>}
    </p>
  )
}
