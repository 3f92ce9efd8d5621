import { Button, Notice, Spinner, Stack, Text } from '@latchkey/ui'
import { useSyncExternalStore } from 'react'
import { OriginRow } from '../../approvals/screen/OriginRow.tsx'
import { NumberCard } from '../../login/NumberCard.tsx'
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
          heading="You are signed in"
          mark={{ icon: 'success', tone: 'success' }}
          lead="You can close this window and go on where you were."
          said="You are signed in. You can close this window"
        />
      )
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

type QuestionProps = { handover: Handover } & Extract<HandoverState, { kind: 'asking' }>

function Question({ handover, origin, number, isElsewhere, busy, error }: QuestionProps) {
  return (
    <LinkPage
      heading="Did you begin this?"
      lead="You are about to be signed in on this page:"
      said={error === null ? '' : linkWords(error)}
    >
      <OriginRow caller={{ origin }} claim={null} />
      <NumberCard number={number} label="Where you began, it must show" />
      {isElsewhere && (
        <Notice variant="warning" title="It was begun in another network than yours">
          Continue only if you have just begun this yourself. Whoever sent you here would be signed in as you.
        </Notice>
      )}
      {error !== null && (
        <Text tone="danger" align="center">
          {linkWords(error)}
        </Text>
      )}
      <Stack gap={3}>
        <Button onClick={() => void handover.release()} busy={busy ? 'One moment…' : undefined}>
          It shows the same number: continue
        </Button>
        <Button variant="secondary" onClick={handover.decline}>
          Not me
        </Button>
        <Text size="small" tone="secondary" align="center">
          Another number, or none? Then somebody else would be signed in as you.
        </Text>
      </Stack>
    </LinkPage>
  )
}
