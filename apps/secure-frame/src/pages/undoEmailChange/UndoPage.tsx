import { Button, Stack, Text } from '@latchkey/ui'
import { useSyncExternalStore } from 'react'
import { LinkPage } from '../link/LinkPage.tsx'
import { linkWords } from '../link/linkWords.ts'
import type { Undo } from './createUndo.ts'

/** Whether the account is to have its old address back. */
export function UndoPage({ undo }: { undo: Undo }) {
  const state = useSyncExternalStore(undo.subscribe, undo.current)
  switch (state.kind) {
    case 'asking': {
      const { busy, error, email } = state
      return (
        <LinkPage
          heading={email === null ? 'Take your email address back?' : 'Almost done'}
          lead={
            email === null ? (
              'The email address of your wallet was changed. If that was not you, give it back its old one: the address at which you found this link.'
            ) : (
              <>
                <bdi className="link-email">{email}</bdi> is yours again. One step is missing: signing out every device.
              </>
            )
          }
          said={error === null ? '' : linkWords(error)}
        >
          {email === null && (
            <ul className="link-points">
              <li>Every device is signed out, also that of whoever changed the address.</li>
              <li>You sign in again with a code mailed to this address.</li>
              <li>Your wallet, its addresses and what is in it stay as they are.</li>
            </ul>
          )}
          {error !== null && (
            <Text tone="danger" align="center">
              {linkWords(error)}
            </Text>
          )}
          <Stack gap={3}>
            <Button onClick={() => void undo.undo()} busy={busy ? 'Taking it back…' : undefined}>
              {error === null ? 'Take it back' : 'Try again'}
            </Button>
            {email === null && (
              <Text size="small" tone="secondary" align="center">
                You changed it yourself? Then close this page.
              </Text>
            )}
          </Stack>
        </LinkPage>
      )
    }
    case 'undone':
      return (
        <LinkPage
          heading="Your address is back"
          mark={{ icon: 'success', tone: 'success' }}
          lead={
            <>
              Your wallet belongs to <bdi className="link-email">{state.email}</bdi> again, and every device was signed
              out. Sign in again where you use it.
            </>
          }
          said="Your address is back"
        />
      )
    case 'over':
      return (
        <LinkPage
          heading="This link is over"
          mark={{ icon: 'clock', tone: 'neutral' }}
          lead="It has expired, or was used already. If it was used, just sign in with your old address."
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
