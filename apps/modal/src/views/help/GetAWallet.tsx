import { t as connectingT } from '@latchkey/copy/connecting'
import { t } from '@latchkey/copy/walletHelp'
import { t as walletsT } from '@latchkey/copy/wallets'
import { EmptyState, Row, Skeleton, Stack, Text, WalletIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { catalogueStatusAtom, loadFirstAtom } from '../../directory/catalogue.ts'
import { allListAtom } from '../../directory/rankedWallets.ts'
import { connectingAtom, type WalletTarget } from '../../state/connecting.ts'
import { useWalletImage } from '../wallets/useWalletImage.ts'
import { storeLinks } from './storeLinks.ts'

/** The number of wallets to choose from: a short selection. */
const offered = 5

/** Shows how to get the chosen wallet, else a few good ones. */
export function GetAWallet() {
  const connecting = useAtomValue(connectingAtom)
  const all = useAtomValue(allListAtom)
  const status = useAtomValue(catalogueStatusAtom)
  const load = useSetAtom(loadFirstAtom)
  useEffect(() => void load(), [load])
  const chosen = connecting.status === 'idle' ? null : connecting.target
  if (chosen !== null && chosen.wallet !== null) return <Stores target={chosen} />
  const others = all.filter(
    ({ wallet, isInstalled }) => !isInstalled && wallet !== null && storeLinks(wallet).length > 0,
  )
  if (status === 'loading') return <Skeleton shape="row" count={offered} />
  if (others.length === 0) return <EmptyState icon="wallet" title={walletsT('noneHere')} />
  return (
    <Stack gap={3}>
      <Text tone="secondary">{t('get.text')}</Text>
      <Stack gap={2}>
        {others.slice(0, offered).map((target) => (
          <Offer key={target.key} target={target} />
        ))}
      </Stack>
      <Text size="small" tone="secondary" align="center">
        {t('get.return')}
      </Text>
    </Stack>
  )
}

type Target = { target: WalletTarget }

/** A wallet, at the best place for this device. */
function Offer({ target }: Target) {
  const image = useWalletImage(target)
  const link = target.wallet === null ? undefined : storeLinks(target.wallet)[0]
  if (link === undefined) return null
  return (
    <Row
      title={<bdi>{target.name}</bdi>}
      description={t(`get.${link.store}`)}
      icon={<WalletIcon name={target.name} {...image} />}
      trailing="external"
      href={link.href}
    />
  )
}

/** One wallet, with all its download links. */
function Stores({ target }: Target) {
  const image = useWalletImage(target)
  const links = target.wallet === null ? [] : storeLinks(target.wallet)
  const icons = { chrome: 'puzzle', appStore: 'device', playStore: 'device', homepage: 'network' } as const
  return (
    <Stack>
      <div part="connecting">
        <WalletIcon name={target.name} {...image} size={72} />
        <Text as="h2" size="title" align="center">
          {connectingT('get', { name: target.name })}
        </Text>
      </div>
      <Stack gap={2}>
        {links.map(({ store, href }) => (
          <Row key={store} title={t(`get.${store}`)} icon={icons[store]} trailing="external" href={href} />
        ))}
      </Stack>
      <Text size="small" tone="secondary" align="center">
        {t('get.return')}
      </Text>
    </Stack>
  )
}
