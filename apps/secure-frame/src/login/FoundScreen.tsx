import type { ProjectBrand } from '@latchkey/api-client/projectBrand'
import { Panel } from '@latchkey/ui'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { OriginRow } from '../approvals/screen/OriginRow.tsx'
import { useStartingFocus } from '../approvals/screen/useStartingFocus.ts'
import type { SiteClaim } from '../views/Surface.ts'
import type { FoundStep } from './createFoundStep.ts'
import { FoundForm } from './FoundForm.tsx'
import { ProjectLinks } from './ProjectLinks.tsx'

export type FoundScreenProps = {
  /** The pinned origin of the page that the user signs in to. */
  origin: string
  claim: SiteClaim | null
  /** The project's. */
  links?: ProjectBrand['links']
  step: FoundStep
  onLeave: () => void
}

/** "You already have a wallet", over a page. */
export function FoundScreen({ origin, claim, links = {}, step, onLeave }: FoundScreenProps) {
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
        <ProjectLinks {...links} />
      </main>
    </Panel>
  )
}
