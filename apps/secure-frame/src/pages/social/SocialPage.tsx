import { t as commonT } from '@latchkey/copy/common'
import { rich } from '@latchkey/copy/react'
import { t } from '@latchkey/copy/socialPage'
import { Button, Notice, Spinner, Stack, Text } from '@latchkey/ui'
import { useId, useRef, useSyncExternalStore } from 'react'
import { byHand } from '../../approvals/screen/byHand.ts'
import { OriginRow } from '../../approvals/screen/OriginRow.tsx'
import { useArming } from '../../approvals/screen/useArming.ts'
import { errorLine } from '../../views/errorLine.ts'
import { LinkPage } from '../link/LinkPage.tsx'
import { siteName } from '../settings/siteName.ts'
import type { Handover, HandoverState } from './createHandover.ts'

/** Shows the result of a sign-in at a provider, and the one remaining step, if any. */
export function SocialPage({ handover }: { handover: Handover }) {
  const state = useSyncExternalStore(handover.subscribe, handover.current)
  switch (state.kind) {
    case 'handing':
      return (
        <LinkPage heading={commonT('loading')} lead={t('handing')} said="">
          <Stack align="center">
            <Spinner label="" size={28} />
          </Stack>
        </LinkPage>
      )
    case 'handed':
      return (
        <LinkPage
          heading={t('handed.title')}
          mark={{ icon: 'shield', tone: 'neutral' }}
          lead={t('handed.lead')}
          said={t('handed.title')}
        />
      )
    case 'agreeing':
      return <Agreement handover={handover} {...state} />
    case 'asking':
      return <Question handover={handover} {...state} />
    case 'released':
      return (
        <LinkPage
          heading={t('released.title')}
          mark={{ icon: 'success', tone: 'success' }}
          lead={rich((names) => t('released.lead', names), {
            site: <bdi className="link-email">{siteName(state.origin)}</bdi>,
          })}
          said={t('released.announce')}
        />
      )
    case 'declined':
      return (
        <LinkPage
          heading={t('declined.title')}
          mark={{ icon: 'shield', tone: 'neutral' }}
          lead={t('declined.lead')}
          said={t('declined.title')}
        />
      )
    case 'mistaken':
      return (
        <LinkPage
          heading={t('mistaken.title')}
          mark={{ icon: 'shield', tone: 'neutral' }}
          lead={t('mistaken.lead')}
          said={t('mistaken.announce')}
        />
      )
    case 'failed':
      return (
        <LinkPage
          heading={t(`failed.${state.error}.title`)}
          lead={t(`failed.${state.error}.lead`)}
          mark={{ icon: state.error === 'expired' ? 'clock' : 'info', tone: 'neutral' }}
          said={t(`failed.${state.error}.title`)}
        />
      )
    case 'missing':
      return (
        <LinkPage
          heading={t('missing.title')}
          mark={{ icon: 'info', tone: 'neutral' }}
          lead={t('missing.lead')}
          said=""
        />
      )
  }
}

type AgreementProps = { handover: Handover } & Extract<HandoverState, { kind: 'agreeing' }>

function Agreement({ handover, origin, isElsewhere }: AgreementProps) {
  const question = useRef<HTMLDivElement>(null)
  const { isArmed } = useArming(true, [question])
  return (
    <LinkPage heading={t('agree.title', { site: siteName(origin) })} lead={t('agree.lead')} said="">
      <div ref={question} className="link-question" {...byHand}>
        <OriginRow caller={{ origin }} claim={null} />
        {isElsewhere && <ElsewhereNotice />}
        <Stack gap={3}>
          <Button armed={isArmed} onClick={() => void handover.agree()}>
            {commonT('continue')}
          </Button>
          <Button variant="secondary" onClick={handover.decline}>
            {commonT('cancel')}
          </Button>
        </Stack>
      </div>
    </LinkPage>
  )
}

type QuestionProps = { handover: Handover } & Extract<HandoverState, { kind: 'asking' }>

function Question({ handover, origin, choices, isElsewhere, busy, error }: QuestionProps) {
  const question = useRef<HTMLDivElement>(null)
  const { isArmed } = useArming(!busy, [question])
  const labelId = useId()
  return (
    <LinkPage heading={t('compare.title')} lead={t('compare.lead')} said={error === null ? '' : errorLine(error)}>
      <div ref={question} className="link-question" {...byHand}>
        <OriginRow caller={{ origin }} claim={null} />
        {isElsewhere && <ElsewhereNotice />}
        {/* biome-ignore lint/a11y/useSemanticElements: buttons, and no fields of a form */}
        <div role="group" aria-labelledby={labelId} className="link-numbers">
          <p id={labelId} className="link-numbers-label">
            {t('compare.number')}
          </p>
          {choices.map((number) => (
            <Button
              key={number}
              variant="secondary"
              armed={busy || isArmed}
              disabled={busy}
              onClick={() => void handover.pick(number)}
            >
              {number}
            </Button>
          ))}
        </div>
        {error !== null && (
          <Text tone="danger" align="center">
            {errorLine(error)}
          </Text>
        )}
        <Stack gap={3}>
          <Button variant="secondary" onClick={handover.decline} disabled={busy}>
            {t('notMe')}
          </Button>
          <Text size="small" tone="secondary" align="center">
            {t('compare.warning')}
          </Text>
        </Stack>
      </div>
    </LinkPage>
  )
}

function ElsewhereNotice() {
  return (
    <Notice variant="warning" title={t('elsewhere.title')}>
      {t('elsewhere.body')}
    </Notice>
  )
}
