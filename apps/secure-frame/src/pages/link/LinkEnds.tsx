import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/linkPage'
import type { AppError } from '@latchkey/protocol'
import { Button, Spinner, Stack } from '@latchkey/ui'
import { errorLine } from '../../views/errorLine.ts'
import { LinkPage } from './LinkPage.tsx'

/** While it is asked what a link is for. */
export const LinkReading = ({ heading, lead }: { heading: string; lead: string }) => (
  <LinkPage heading={heading} lead={lead} said="">
    <Stack align="center">
      <Spinner label="" size={28} />
    </Stack>
  </LinkPage>
)

/** What the link is for could not be asked. */
export const LinkUnread = ({ heading, error, onRetry }: { heading: string; error: AppError; onRetry: () => void }) => (
  <LinkPage heading={heading} lead={errorLine(error)} said={errorLine(error)}>
    <Button variant="secondary" onClick={onRetry}>
      {commonT('tryAgain')}
    </Button>
  </LinkPage>
)

/** The link was used, or is too old. */
export const LinkOver = ({ lead }: { lead: string }) => (
  <LinkPage heading={t('over')} mark={{ icon: 'clock', tone: 'neutral' }} lead={lead} said={t('over')} />
)

/** An address without what stands behind the number sign of a link. */
export const LinkMissing = () => (
  <LinkPage heading={t('missing.title')} mark={{ icon: 'mail', tone: 'neutral' }} lead={t('missing.lead')} said="" />
)
