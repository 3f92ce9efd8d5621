import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/joinAccount'
import { rich } from '@latchkey/copy/react'
import { Button, KeyValue, KeyValueList, Notice, Stack, Text } from '@latchkey/ui'
import { useRef, useSyncExternalStore } from 'react'
import { byHand } from '../../approvals/screen/byHand.ts'
import { OriginRow } from '../../approvals/screen/OriginRow.tsx'
import { useArming } from '../../approvals/screen/useArming.ts'
import { errorLine } from '../../views/errorLine.ts'
import { LinkMissing, LinkOver, LinkReading, LinkUnread } from '../link/LinkEnds.tsx'
import { LinkPage } from '../link/LinkPage.tsx'
import type { Join, JoinState } from './createJoin.ts'

/** Shows the account that an address is asked to join, and asks whether it agrees. */
export function JoinPage({ join }: { join: Join }) {
  const state = useSyncExternalStore(join.subscribe, join.current)
  switch (state.kind) {
    case 'reading':
      return <LinkReading heading={commonT('loading')} lead={t('reading')} />
    case 'unread':
      return <LinkUnread heading={t('unread')} error={state.error} onRetry={() => void join.read()} />
    case 'asking':
      return <Question join={join} {...state} />
    case 'joined':
      return (
        <LinkPage
          heading={t('joined.title')}
          mark={{ icon: 'success', tone: 'success' }}
          lead={t('joined.lead')}
          said={t('joined.title')}
        />
      )
    case 'over':
      return <LinkOver lead={t('over')} />
    case 'missing':
      return <LinkMissing />
  }
}

function Question({ join, requestContext, busy, error }: { join: Join } & Extract<JoinState, { kind: 'asking' }>) {
  const { email, address, newEmail, dappOrigin, askedAt, isSameNetwork } = requestContext
  const question = useRef<HTMLDivElement>(null)
  const { isArmed } = useArming(!busy, [question])
  const language = document.documentElement.lang || undefined
  return (
    <LinkPage
      heading={t('title')}
      lead={rich((names) => t('lead', names), { email: <bdi className="link-email">{newEmail}</bdi> })}
      said={error === null ? '' : errorLine(error)}
    >
      <div ref={question} className="link-question" {...byHand}>
        <OriginRow caller={{ origin: dappOrigin }} claim={null} />
        <KeyValueList>
          {email !== null && (
            <KeyValue label={t('account')}>
              <bdi>{email}</bdi>
            </KeyValue>
          )}
          {address !== null && (
            <KeyValue label={t('address')}>
              <bdi dir="ltr">{address}</bdi>
            </KeyValue>
          )}
          <KeyValue label={t('askedAt')}>
            <time dateTime={askedAt}>{new Date(askedAt).toLocaleTimeString(language, { timeStyle: 'short' })}</time>
          </KeyValue>
        </KeyValueList>
        <Notice variant="warning" title={t('warning.title')}>
          {t('warning.body')}
        </Notice>
        {!isSameNetwork && (
          <Notice variant="warning" title={t('elsewhere.title')}>
            {t('elsewhere.body')}
          </Notice>
        )}
        {error !== null && (
          <Text tone="danger" align="center">
            {errorLine(error)}
          </Text>
        )}
        <Stack gap={3}>
          <Button armed={busy || isArmed} onClick={() => void join.agree()} busy={busy ? t('agreeing') : undefined}>
            {t('agree')}
          </Button>
          <Text size="small" tone="secondary" align="center">
            {t('decline')}
          </Text>
        </Stack>
      </div>
    </LinkPage>
  )
}
