import { Button, Notice, Spinner, Stack, Text } from '@latchkey/ui'
import { useId, useRef, useSyncExternalStore } from 'react'
import { byHand } from '../../approvals/screen/byHand.ts'
import { OriginRow } from '../../approvals/screen/OriginRow.tsx'
import { useArming } from '../../approvals/screen/useArming.ts'
import { LinkPage, type LinkPageProps } from '../link/LinkPage.tsx'
import { linkWords } from '../link/linkWords.ts'
import { siteName } from '../settings/siteName.ts'
import type { Handover, HandoverState } from './createHandover.ts'

type Failure = Extract<HandoverState, { kind: 'failed' }>['error']

const failures: Record<Failure, Pick<LinkPageProps, 'heading' | 'lead'>> = {
  access_denied: {
    heading: 'You did not sign in',
    lead: 'You declined, and nothing was done. Close this window to go back and choose another way.',
  },
  unavailable: {
    heading: 'The provider has a problem',
    lead: 'It could not sign you in, and nothing was done. Close this window and try again in a moment.',
  },
  failed: {
    heading: 'That did not work',
    lead: 'The provider did not sign you in, and nothing was done. Close this window and try again.',
  },
  expired: {
    heading: 'This sign-in is over',
    lead: 'It took too long, or was used already. Close this window and begin again.',
  },
}

/** What came of a sign-in at a provider, and the one thing that is left to do, if any. */
export function SocialPage({ handover }: { handover: Handover }) {
  const state = useSyncExternalStore(handover.subscribe, handover.current)
  switch (state.kind) {
    case 'handing':
      return (
        <LinkPage heading="One moment…" lead="Bringing you back." said="">
          <Stack align="center">
            <Spinner label="" size={28} />
          </Stack>
        </LinkPage>
      )
    case 'handed':
      return (
        <LinkPage
          heading="You can close this window"
          mark={{ icon: 'shield', tone: 'neutral' }}
          lead="What you began goes on by itself, on the page where you began it."
          said="You can close this window"
        />
      )
    case 'agreeing':
      return <Agreement handover={handover} {...state} />
    case 'asking':
      return <Question handover={handover} {...state} />
    case 'released':
      return (
        <LinkPage
          heading="You are signed in"
          mark={{ icon: 'success', tone: 'success' }}
          lead={
            <>
              Go back to <bdi className="link-email">{siteName(state.origin)}</bdi>: it goes on by itself. You can close
              this window.
            </>
          }
          said="You are signed in. You can close this window"
        />
      )
    case 'declined':
      return (
        <LinkPage
          heading="Nobody was signed in"
          mark={{ icon: 'shield', tone: 'neutral' }}
          lead="Close this window. If somebody sent you here, do not open their link again."
          said="Nobody was signed in"
        />
      )
    case 'mistaken':
      return (
        <LinkPage
          heading="That is not the number"
          mark={{ icon: 'shield', tone: 'neutral' }}
          lead="So nobody was signed in. If you began this yourself, close this window and begin again."
          said="That is not the number. Nobody was signed in"
        />
      )
    case 'failed':
      return (
        <LinkPage
          {...failures[state.error]}
          mark={{ icon: state.error === 'expired' ? 'clock' : 'info', tone: 'neutral' }}
          said={failures[state.error].heading}
        />
      )
    case 'missing':
      return (
        <LinkPage
          heading="There is nothing to do here"
          mark={{ icon: 'info', tone: 'neutral' }}
          lead="This window belongs to a sign-in. Close it, and begin where you want to sign in."
          said=""
        />
      )
  }
}

type AgreementProps = { handover: Handover } & Extract<HandoverState, { kind: 'agreeing' }>

function Agreement({ handover, origin, isElsewhere }: AgreementProps) {
  const question = useRef<HTMLDivElement>(null)
  const { armed } = useArming(true, [question])
  return (
    <LinkPage
      heading={`Sign in to ${siteName(origin)}?`}
      lead="It then knows who you are here, and can ask you to sign. Nothing is signed without you."
      said=""
    >
      <div ref={question} className="link-question" {...byHand}>
        <OriginRow caller={{ origin }} claim={null} />
        {isElsewhere && <ElsewhereNotice />}
        <Stack gap={3}>
          <Button armed={armed} onClick={() => void handover.agree()}>
            Continue
          </Button>
          <Button variant="secondary" onClick={handover.decline}>
            Not me
          </Button>
        </Stack>
      </div>
    </LinkPage>
  )
}

type QuestionProps = { handover: Handover } & Extract<HandoverState, { kind: 'asking' }>

function Question({ handover, origin, choices, isElsewhere, busy, error }: QuestionProps) {
  const question = useRef<HTMLDivElement>(null)
  const { armed } = useArming(!busy, [question])
  const labelId = useId()
  return (
    <LinkPage
      heading="Did you begin this?"
      lead="You are about to be signed in on this page:"
      said={error === null ? '' : linkWords(error)}
    >
      <div ref={question} className="link-question" {...byHand}>
        <OriginRow caller={{ origin }} claim={null} />
        {isElsewhere && <ElsewhereNotice />}
        {/* biome-ignore lint/a11y/useSemanticElements: buttons, and no fields of a form */}
        <div role="group" aria-labelledby={labelId} className="link-numbers">
          <p id={labelId} className="link-numbers-label">
            Which number do you see where you began?
          </p>
          {choices.map((number) => (
            <Button
              key={number}
              variant="secondary"
              armed={busy ? 1 : armed}
              disabled={busy}
              onClick={() => void handover.pick(number)}
            >
              {number}
            </Button>
          ))}
        </div>
        {error !== null && (
          <Text tone="danger" align="center">
            {linkWords(error)}
          </Text>
        )}
        <Stack gap={3}>
          <Button variant="secondary" onClick={handover.decline} disabled={busy}>
            Not me
          </Button>
          <Text size="small" tone="secondary" align="center">
            Nobody helps you with this by phone or in a chat. If somebody told you a number, they would be signed in as
            you: choose “Not me”.
          </Text>
        </Stack>
      </div>
    </LinkPage>
  )
}

function ElsewhereNotice() {
  return (
    <Notice variant="warning" title="It was begun in another network than yours">
      Continue only if you have just begun this yourself. Whoever sent you here would be signed in as you.
    </Notice>
  )
}
