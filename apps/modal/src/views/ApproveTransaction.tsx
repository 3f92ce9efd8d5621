import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/modal'
import { t as walletViewsT } from '@latchkey/copy/walletViews'
import { Button, EmptyState, ErrorState, Stack } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useErrorCopy } from '../parts/useErrorCopy.ts'
import { Waiting } from '../parts/Waiting.tsx'
import { approvalFailureAtom, dismissFailureAtom, goOnFromFailureAtom } from '../state/approvals.ts'

/** The code for an invalid request, such as its fees or addresses: the wallet or a node has refused it. */
const invalidRequest = -32602

/** The wallet's own document is shown over this view; this is visible before, and when it fails. */
export function ApproveTransaction() {
  const failure = useAtomValue(approvalFailureAtom)
  const dismiss = useSetAtom(dismissFailureAtom)
  const words = useErrorCopy(failure?.error)
  const goOn = useSetAtom(goOnFromFailureAtom)
  if (failure === null || words === null) return <Waiting words={t('openingWallet')} size="frame" />
  // Batches need a smart account: offer the upgrade.
  if (failure.error.details.account === 'standard')
    return (
      <Stack>
        <EmptyState icon="wallet" title={walletViewsT('batch.title')} description={walletViewsT('batch.text')} />
        <Button onClick={() => goOn('UpgradeToSmartAccount')}>{walletViewsT('batch.turnOn')}</Button>
        <Button variant="secondary" onClick={dismiss}>
          {commonT('close')}
        </Button>
      </Stack>
    )
  return (
    <ErrorState
      title={words.title}
      description={
        !failure.wasShown
          ? walletViewsT('approvalFailedBefore', { advice: words.body })
          : failure.error.code === invalidRequest
            ? walletViewsT('approvalRefused', { advice: words.body })
            : walletViewsT('approvalFailedShown')
      }
      action={{ label: commonT('close'), onClick: dismiss }}
    />
  )
}
