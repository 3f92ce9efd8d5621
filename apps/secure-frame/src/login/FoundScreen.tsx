import type { DappMetadata } from '@latchkey/protocol'
import { Panel } from '@latchkey/ui'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { OriginRow } from '../approvals/screen/OriginRow.tsx'
import { useStartingFocus } from '../approvals/screen/useStartingFocus.ts'
import type { FoundStep } from './createFoundStep.ts'
import { FoundForm } from './FoundForm.tsx'

export type FoundScreenProps = {
  /** The pinned origin of the page that the user signs in to. */
  origin: string
  claim: DappMetadata | null
  step: FoundStep
  onLeave: () => void
}

/** "You already have a wallet", over a page. */
export function FoundScreen({ origin, claim, step, onLeave }: FoundScreenProps) {
  const { kind } = useSyncExternalStore(step.subscribe, step.state)
  const heading = useRef<HTMLHeadingElement>(null)
  useStartingFocus(heading)
  useEffect(() => {
    if (kind !== 'proving') heading.current?.focus()
  }, [kind])
  return (
    <Panel shape="page">
      <main className="login-screen">
        <OriginRow caller={{ origin }} claim={claim} />
        <div className="login-body">
          <FoundForm step={step} headingClass="login-heading" headingRef={heading} onLeave={onLeave} />
        </div>
      </main>
    </Panel>
  )
}
