import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/loading'
import { Spinner, Stack } from '@latchkey/ui'
import { useEffect, useState } from 'react'
import { LinkPage } from '../link/LinkPage.tsx'

/** The time limit of the window, in milliseconds: afterwards, the page that opened it has stopped waiting. */
const timeoutMs = 20_000

/** A window that waits to be sent to a provider. */
export function LoadingPage() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timeoutMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? (
    <LinkPage
      heading={t('late.title')}
      mark={{ icon: 'clock', tone: 'neutral' }}
      lead={t('late.lead')}
      said={t('late.title')}
    />
  ) : (
    <LinkPage heading={commonT('loading')} lead={t('lead')} said="">
      <Stack align="center">
        <Spinner label="" size={28} />
      </Stack>
    </LinkPage>
  )
}
