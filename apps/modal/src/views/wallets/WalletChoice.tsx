import { t as connectT } from '@latchkey/copy/connect'
import { t } from '@latchkey/copy/wallets'
import { Link, Row, Skeleton, Stack, Tag, Text } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { catalogueStatusAtom, walletCountAtom } from '../../directory/catalogue.ts'
import { connectListAtom } from '../../directory/rankedWallets.ts'
import { servicesAtom } from '../../services.ts'
import { isDiscoveredAtom } from '../../state/connectors.ts'
import { pushAtom } from '../../state/route.ts'
import { DirectoryNote } from './DirectoryNote.tsx'
import { FindWallets } from './FindWallets.tsx'
import { WalletRow } from './WalletRow.tsx'

/** Rows that are always shown (specification section 2), so that nothing moves when they load. */
const usualRows = 4

/** The wallets of Connect, and those to connect besides or instead: this page's, the recommended ones, and a link to all others. */
export function WalletChoice() {
  const list = useAtomValue(connectListAtom)
  const status = useAtomValue(catalogueStatusAtom)
  const count = useAtomValue(walletCountAtom)
  const isDiscovered = useAtomValue(isDiscoveredAtom)
  const { settings } = useAtomValue(servicesAtom)
  const push = useSetAtom(pushAtom)
  const wallets = list.filter(({ group }) => group !== 'walletConnect').length
  const missing = status === 'loading' ? Math.max(0, usualRows - wallets) : 0
  const isPairingAwaited = settings.walletConnect && !isDiscovered && wallets === list.length
  return (
    <Stack gap={3}>
      <FindWallets />
      <Stack gap={2}>
        {isPairingAwaited && <Skeleton shape="row" />}
        {list.map((target) => (
          <WalletRow key={target.key} target={target} />
        ))}
        {missing > 0 && (
          <div role="status" aria-label={connectT('loading')}>
            <Skeleton shape="row" count={missing} />
          </div>
        )}
        <Row
          title={t('all')}
          icon="grid"
          trailing={count === null ? undefined : <Tag label={String(count)} />}
          onClick={() => push({ view: 'AllWallets' })}
        />
      </Stack>
      <DirectoryNote />
      <Text size="small" tone="secondary" align="center">
        <Link onClick={() => push({ view: 'WhatIsAWallet' })}>{t('what')}</Link>
      </Text>
    </Stack>
  )
}
