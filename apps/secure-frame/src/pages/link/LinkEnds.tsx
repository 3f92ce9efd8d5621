import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/linkPage'
import type { AppError } from '@latchkey/protocol'
import { Button, Spinner, Stack } from '@latchkey/ui'
import { errorLine } from '../../views/errorLine.ts'
import { LinkPage } from './LinkPage.tsx'

/** Shown while the link's purpose loads. */
export const LinkReading = ({ heading, lead }: { heading: string; lead: string }) => (
  <LinkPage heading={heading} lead={lead} said="">
    <Stack align="center">
      <Spinner label="" size={28} />
    </Stack>
  </LinkPage>
)

/** Shown when the link's purpose could not be loaded. */
export const LinkUnread = ({ heading, error, onRetry }: { heading: string; error: AppError; onRetry: () => void }) => (
  <LinkPage heading={heading} lead={errorLine(error)} said={errorLine(error)}>
    <Button variant="secondary" onClick={onRetry}>
      {commonT('tryAgain')}
    </Button>
  </LinkPage>
)

/** Shown for a link that was used, or has expired. */
export const LinkOver = ({ lead }: { lead: string }) => (
  <LinkPage heading={t('over')} mark={{ icon: 'clock', tone: 'neutral' }} lead={lead} said={t('over')} />
)

/** Shown for a URL without a link's fragment. */
export const LinkMissing = () => (
  <LinkPage heading={t('missing.title')} mark={{ icon: 'mail', tone: 'neutral' }} lead={t('missing.lead')} said="" />
)
