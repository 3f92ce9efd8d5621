import { Button, KeyValue, KeyValueList, Notice, Spinner, Stack, Text } from '@latchkey/ui'
import { useSyncExternalStore } from 'react'
import { OriginRow } from '../../approvals/screen/OriginRow.tsx'
import { NumberCard } from '../../login/NumberCard.tsx'
import { LinkPage } from '../link/LinkPage.tsx'
import { linkWords } from '../link/linkWords.ts'
import type { DeviceAsking, DeviceLink } from './createDeviceLink.ts'

/** Who wants to sign in, and the question whether they may. */
export function DeviceLinkPage({ link }: { link: DeviceLink }) {
  const state = useSyncExternalStore(link.subscribe, link.current)
  switch (state.kind) {
    case 'reading':
      return (
        <LinkPage heading="Approve a device" lead="Finding out who asks…" said="">
          <Stack align="center">
            <Spinner label="" size={28} />
          </Stack>
        </LinkPage>
      )
    case 'unread':
      return (
        <LinkPage heading="Nothing to show yet" lead={linkWords(state.error)} said={linkWords(state.error)}>
          <Button variant="secondary" onClick={() => void link.read()}>
            Try again
          </Button>
        </LinkPage>
      )
    case 'asking':
      return <Question link={link} {...state} />
    case 'approved':
      return (
        <LinkPage
          heading="The device is approved"
          mark={{ icon: 'success', tone: 'success' }}
          lead="Go back to where you sign in: we are mailing you a code for it now. You can close this page."
          said="The device is approved"
        />
      )
    case 'over':
      return (
        <LinkPage
          heading="This link is over"
          mark={{ icon: 'clock', tone: 'neutral' }}
          lead="It has expired, was used already, or a newer one was sent. Look at the window where you sign in: it goes on by itself, or sends you another link."
          said="This link is over"
        />
      )
    case 'missing':
      return (
        <LinkPage
          heading="There is no link here"
          mark={{ icon: 'mail', tone: 'neutral' }}
          lead="This page needs the link from your mail, and keeps it nowhere. Open it from the mail once more."
          said=""
        />
      )
  }
}

type QuestionProps = {
  link: DeviceLink
  asking: DeviceAsking
  busy: boolean
  error: Parameters<typeof linkWords>[0] | null
}

function Question({ link, asking, busy, error }: QuestionProps) {
  const { dappOrigin, browser, number, askedAt, isSameNetwork } = asking
  const language = document.documentElement.lang || undefined
  return (
    <LinkPage
      heading="Approve this device?"
      lead="Somebody wants to sign in with your email."
      said={error === null ? '' : linkWords(error)}
    >
      <OriginRow caller={{ origin: dappOrigin }} claim={null} />
      <KeyValueList>
        <KeyValue label="Device">{browser}</KeyValue>
        <KeyValue label="Asked at">
          <time dateTime={askedAt}>{new Date(askedAt).toLocaleTimeString(language, { timeStyle: 'short' })}</time>
        </KeyValue>
      </KeyValueList>
      <NumberCard number={number} label="The window where you sign in must show" />
      {!isSameNetwork && (
        <Notice variant="warning" title="It comes from another network than yours">
          Approve only if you have just begun this yourself, on another device or connection.
        </Notice>
      )}
      {error !== null && (
        <Text tone="danger" align="center">
          {linkWords(error)}
        </Text>
      )}
      <Stack gap={3}>
        <Button onClick={() => void link.approve()} busy={busy ? 'Approving…' : undefined}>
          Approve
        </Button>
        <Text size="small" tone="secondary" align="center">
          Not you, or another number? Close this page, and nobody gets in.
        </Text>
      </Stack>
    </LinkPage>
  )
}
