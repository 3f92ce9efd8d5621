import { t } from '@latchkey/copy/deviceLink'
import { Button, KeyValue, KeyValueList, Notice, Stack, Text } from '@latchkey/ui'
import { useId, useRef, useSyncExternalStore } from 'react'
import { byHand } from '../../approvals/screen/byHand.ts'
import { OriginRow } from '../../approvals/screen/OriginRow.tsx'
import { useArming } from '../../approvals/screen/useArming.ts'
import { errorLine } from '../../views/errorLine.ts'
import { LinkMissing, LinkOver, LinkReading, LinkUnread } from '../link/LinkEnds.tsx'
import { LinkPage } from '../link/LinkPage.tsx'
import type { DeviceLink, DeviceLinkState } from './createDeviceLink.ts'

/** Shows the device that wants to sign in, and asks whether to allow it. */
export function DeviceLinkPage({ link }: { link: DeviceLink }) {
  const state = useSyncExternalStore(link.subscribe, link.current)
  switch (state.kind) {
    case 'reading':
      return <LinkReading heading={t('reading.title')} lead={t('reading.lead')} />
    case 'unread':
      return <LinkUnread heading={t('unread.title')} error={state.error} onRetry={() => void link.read()} />
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
    case 'mistaken':
    case 'declined':
      return (
        <LinkPage
          heading={t(`${state.kind}.title`)}
          mark={{ icon: 'shield', tone: 'neutral' }}
          lead={t(`${state.kind}.lead`)}
          said={t(`${state.kind}.title`)}
        />
      )
    case 'over':
      return <LinkOver lead={t('over.lead')} />
    case 'missing':
      return <LinkMissing />
  }
}

type QuestionProps = { link: DeviceLink } & Extract<DeviceLinkState, { kind: 'asking' }>

function Question({ link, requestContext, choices, busy, error }: QuestionProps) {
  const { dappOrigin, browser, askedAt, isSameNetwork } = requestContext
  const question = useRef<HTMLDivElement>(null)
  const { isArmed } = useArming(!busy, [question])
  const labelId = useId()
  const language = document.documentElement.lang || undefined
  return (
    <LinkPage heading={t('title')} lead={t('lead')} said={error === null ? '' : errorLine(error)}>
      <div ref={question} className="link-question" {...byHand}>
        <OriginRow caller={{ origin: dappOrigin }} claim={null} />
        <KeyValueList>
          <KeyValue label={t('device')}>{browser}</KeyValue>
          <KeyValue label={t('askedAt')}>
            <time dateTime={askedAt}>{new Date(askedAt).toLocaleTimeString(language, { timeStyle: 'short' })}</time>
          </KeyValue>
        </KeyValueList>
        {!isSameNetwork && (
          <Notice variant="warning" title={t('elsewhere.title')}>
            {t('elsewhere.body')}
          </Notice>
        )}
        {choices.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: buttons, and no fields of a form
          <div role="group" aria-labelledby={labelId} className="link-numbers">
            <p id={labelId} className="link-numbers-label">
              {t('number')}
            </p>
            {choices.map((number) => (
              <Button
                key={number}
                variant="secondary"
                armed={busy || isArmed}
                disabled={busy}
                onClick={() => void link.pick(number)}
              >
                {number}
              </Button>
            ))}
          </div>
        )}
        {error !== null && (
          <Text tone="danger" align="center">
            {errorLine(error)}
          </Text>
        )}
        <Stack gap={3}>
          {choices.length === 0 && (
            <Button
              armed={busy || isArmed}
              onClick={() => void link.approve()}
              busy={busy ? t('approving') : undefined}
            >
              {t('approve')}
            </Button>
          )}
          <Button variant="secondary" onClick={() => void link.decline()} disabled={busy}>
            {t('notMe')}
          </Button>
          <Text size="small" tone="secondary" align="center">
            {choices.length > 0 ? t('warning') : t('decline')}
          </Text>
        </Stack>
      </div>
    </LinkPage>
  )
}
