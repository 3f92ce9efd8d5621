import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/deviceLink'
import { t as linkT } from '@latchkey/copy/linkPage'
import { Button, KeyValue, KeyValueList, Notice, Spinner, Stack, Text } from '@latchkey/ui'
import { useSyncExternalStore } from 'react'
import { OriginRow } from '../../approvals/screen/OriginRow.tsx'
import { NumberCard } from '../../login/NumberCard.tsx'
import { errorLine } from '../../views/errorLine.ts'
import { LinkPage } from '../link/LinkPage.tsx'
import type { DeviceAsking, DeviceLink } from './createDeviceLink.ts'

/** Who wants to sign in, and the question whether they may. */
export function DeviceLinkPage({ link }: { link: DeviceLink }) {
  const state = useSyncExternalStore(link.subscribe, link.current)
  switch (state.kind) {
    case 'reading':
      return (
        <LinkPage heading={t('reading.title')} lead={t('reading.lead')} said="">
          <Stack align="center">
            <Spinner label="" size={28} />
          </Stack>
        </LinkPage>
      )
    case 'unread':
      return (
        <LinkPage heading={t('unread.title')} lead={errorLine(state.error)} said={errorLine(state.error)}>
          <Button variant="secondary" onClick={() => void link.read()}>
            {commonT('tryAgain')}
          </Button>
        </LinkPage>
      )
    case 'asking':
      return <Question link={link} {...state} />
    case 'approved':
      return (
        <LinkPage
          heading={t('approved.title')}
          mark={{ icon: 'success', tone: 'success' }}
          lead={t('approved.lead')}
          said={t('approved.title')}
        />
      )
    case 'over':
      return (
        <LinkPage
          heading={linkT('over')}
          mark={{ icon: 'clock', tone: 'neutral' }}
          lead={t('over.lead')}
          said={linkT('over')}
        />
      )
    case 'missing':
      return (
        <LinkPage
          heading={linkT('missing.title')}
          mark={{ icon: 'mail', tone: 'neutral' }}
          lead={linkT('missing.lead')}
          said=""
        />
      )
  }
}

type QuestionProps = {
  link: DeviceLink
  asking: DeviceAsking
  busy: boolean
  error: Parameters<typeof errorLine>[0] | null
}

function Question({ link, asking, busy, error }: QuestionProps) {
  const { dappOrigin, browser, number, askedAt, isSameNetwork } = asking
  const language = document.documentElement.lang || undefined
  return (
    <LinkPage heading={t('title')} lead={t('lead')} said={error === null ? '' : errorLine(error)}>
      <OriginRow caller={{ origin: dappOrigin }} claim={null} />
      <KeyValueList>
        <KeyValue label={t('device')}>{browser}</KeyValue>
        <KeyValue label={t('askedAt')}>
          <time dateTime={askedAt}>{new Date(askedAt).toLocaleTimeString(language, { timeStyle: 'short' })}</time>
        </KeyValue>
      </KeyValueList>
      <NumberCard number={number} label={t('number')} />
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
        <Button onClick={() => void link.approve()} busy={busy ? t('approving') : undefined}>
          {t('approve')}
        </Button>
        <Text size="small" tone="secondary" align="center">
          {t('decline')}
        </Text>
      </Stack>
    </LinkPage>
  )
}
