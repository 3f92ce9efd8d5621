import { ButtonRow, Footer, Panel, Stack } from '@latchkey/ui'
import { type ReactNode, type Ref, useId, useRef } from 'react'
import type { Asking } from '../Approval.ts'
import { AccountLine } from './AccountLine.tsx'
import { byHand } from './byHand.ts'
import { OriginRow } from './OriginRow.tsx'
import { useStartingFocus } from './useStartingFocus.ts'

export type WalletScreenProps = {
  asking: Asking
  /** What happens, in one sentence. */
  intent: string
  /** Colours the sentence. */
  tone?: 'neutral' | 'danger'
  children: ReactNode
  /** What stands in the way: always in sight, above the buttons. */
  status: ReactNode
  buttons: ReactNode
  /** The parts that have to be seen. */
  contentRef?: Ref<HTMLElement>
  buttonsRef?: Ref<HTMLDivElement>
}

/** The frame of everything that the wallet asks: who asks, what happens, the content, and buttons that stay in sight. */
export function WalletScreen(props: WalletScreenProps) {
  const { asking, intent, tone = 'neutral', children, status, buttons, contentRef, buttonsRef } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  useStartingFocus(heading)

  return (
    <Panel shape="page">
      <main className="wallet-screen">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable (WCAG 2.1.1) */}
        <section ref={contentRef} className="wallet-content" aria-labelledby={headingId} tabIndex={0}>
          <OriginRow {...asking} />
          <h1 ref={heading} id={headingId} className="wallet-intent" data-tone={tone} tabIndex={-1}>
            {intent}
          </h1>
          <Stack gap={4}>{children}</Stack>
        </section>
        <Footer>
          <div className="wallet-status" aria-live="polite" {...byHand}>
            {status}
          </div>
          <AccountLine {...asking} />
          <div ref={buttonsRef} {...byHand}>
            <ButtonRow>{buttons}</ButtonRow>
          </div>
        </Footer>
      </main>
    </Panel>
  )
}
