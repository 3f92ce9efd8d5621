import { t as commonT } from '@latchkey/copy/common'
import { rich } from '@latchkey/copy/react'
import { t } from '@latchkey/copy/undoEmailChange'
import { Button, Stack, Text } from '@latchkey/ui'
import { useSyncExternalStore } from 'react'
import { errorLine } from '../../views/errorLine.ts'
import { LinkMissing, LinkOver } from '../link/LinkEnds.tsx'
import { LinkPage } from '../link/LinkPage.tsx'
import type { Undo } from './createUndo.ts'

/** Asks whether to restore the account's old address. */
export function UndoPage({ undo }: { undo: Undo }) {
  const state = useSyncExternalStore(undo.subscribe, undo.current)
  switch (state.kind) {
    case 'asking': {
      const { busy, error, email } = state
      return (
        <LinkPage
          heading={email === null ? t('title') : t('almostDone.title')}
          lead={
            email === null
              ? t('lead')
              : rich((names) => t('almostDone.lead', names), { email: <bdi className="link-email">{email}</bdi> })
          }
          said={error === null ? '' : errorLine(error)}
        >
          {email === null && (
            <ul className="link-points">
              <li>{t('points.signedOut')}</li>
              <li>{t('points.signIn')}</li>
              <li>{t('points.wallet')}</li>
            </ul>
          )}
          {error !== null && (
            <Text tone="danger" align="center">
              {errorLine(error)}
            </Text>
          )}
          <Stack gap={3}>
            <Button onClick={() => void undo.undo()} busy={busy ? t('undoing') : undefined}>
              {error === null ? t('undo') : commonT('tryAgain')}
            </Button>
            {email === null && (
              <Text size="small" tone="secondary" align="center">
                {t('notNeeded')}
              </Text>
            )}
          </Stack>
        </LinkPage>
      )
    }
    case 'undone':
      return (
        <LinkPage
          heading={t('undone.title')}
          mark={{ icon: 'success', tone: 'success' }}
          lead={rich((names) => t('undone.lead', names), { email: <bdi className="link-email">{state.email}</bdi> })}
          said={t('undone.title')}
        />
      )
    case 'over':
      return <LinkOver lead={t('over.lead')} />
    case 'missing':
      return <LinkMissing />
  }
}
