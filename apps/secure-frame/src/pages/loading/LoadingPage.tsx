import { Spinner, Stack } from '@latchkey/ui'
import { useEffect, useState } from 'react'
import { LinkPage } from '../link/LinkPage.tsx'

/** After this nobody comes any more, in milliseconds: the page that opened the window has given up. */
const patienceMs = 20_000

/** A window that waits to be sent to a provider. */
export function LoadingPage() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? (
    <LinkPage
      heading="This takes too long"
      mark={{ icon: 'clock', tone: 'neutral' }}
      lead="Close this window and try again where you began. Nothing was done."
      said="This takes too long"
    />
  ) : (
    <LinkPage heading="One moment…" lead="Taking you to where you sign in." said="">
      <Stack align="center">
        <Spinner label="" size={28} />
      </Stack>
    </LinkPage>
  )
}
