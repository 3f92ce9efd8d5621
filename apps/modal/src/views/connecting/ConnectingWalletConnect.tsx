import { t as connectingT } from '@latchkey/copy/connecting'
import { t } from '@latchkey/copy/pairing'
import { rich } from '@latchkey/copy/react'
import { ButtonLink, ButtonRow, Details, Link, Stack, Text, WalletIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { servicesAtom } from '../../services.ts'
import { connectingAtom, type WalletTarget } from '../../state/connecting.ts'
import { type PairingLinks, pairingLinksAtom, type WalletLink } from '../../state/pairingLinks.ts'
import { pushAtom } from '../../state/route.ts'
import { useWalletImage } from '../wallets/useWalletImage.ts'
import { ConnectingFailed } from './ConnectingFailed.tsx'
import { ConnectingLayout } from './ConnectingLayout.tsx'
import { useOtherMethodAtom } from './otherMethod.ts'
import { PairingCode } from './PairingCode.tsx'

/** A wallet on another device, or in another app of this one. */
export function ConnectingWalletConnect() {
  const connecting = useAtomValue(connectingAtom)
  if (connecting.status === 'failed') return <ConnectingFailed connecting={connecting} />
  return connecting.status === 'waiting' ? <PairWith target={connecting.target} /> : null
}

/** By a link into the wallet where this device may have it, else by its camera. */
export function PairWith({ target }: { target: WalletTarget }) {
  const { isMobile } = useAtomValue(servicesAtom)
  const links = useAtomValue(pairingLinksAtom)
  const { wallet } = target
  const hasPhoneLink = Boolean(wallet?.mobile_link ?? wallet?.webapp_link)
  return isMobile() && hasPhoneLink ? <OnPhone target={target} links={links} /> : <Scan target={target} links={links} />
}

type PairProps = { target: WalletTarget; links: PairingLinks }

/** The wallet is most likely on the phone in the hand: its app first, the code for others. */
function OnPhone({ target, links }: PairProps) {
  const [wasOpened, setOpened] = useState(false)
  const image = useWalletImage(target)
  const { name } = target
  const link = links.app ?? links.web
  return (
    <Stack>
      <ConnectingLayout
        picture={<WalletIcon name={name} {...image} size={72} busy={connectingT('waiting', { name })} />}
        title={connectingT('title', { name })}
        text={t('openHint', { name })}
        action={
          link !== null && (
            <ButtonLink {...link} onClick={() => setOpened(true)}>
              {t(wasOpened ? 'openAgain' : 'open', { name })}
            </ButtonLink>
          )
        }
      />
      {links.app !== null && links.web !== null && <Elsewhere links={{ app: null, web: links.web }} />}
      <Details summary={t('showCode')}>
        <PairingCode target={target} />
      </Details>
      <GetIt target={target} />
    </Stack>
  )
}

function Scan({ target, links }: PairProps) {
  const useOther = useSetAtom(useOtherMethodAtom)
  const { name, group } = target
  return (
    <Stack>
      <Text tone="secondary" align="center">
        {group === 'walletConnect' ? t('scanAny') : t('scan', { name })}
      </Text>
      <PairingCode target={target} />
      <Elsewhere links={links} />
      <GetIt target={target} />
      <Stack align="center">
        <Link onClick={useOther}>{connectingT('other')}</Link>
      </Stack>
    </Stack>
  )
}

/** The same wallet on this device, in other forms. */
function Elsewhere({ links: { app, web } }: { links: PairingLinks }) {
  const forms: readonly [WalletLink | null, 'desktop' | 'web'][] = [
    [app, 'desktop'],
    [web, 'web'],
  ]
  if (app === null && web === null) return null
  return (
    <ButtonRow>
      {forms.map(
        ([link, words]) =>
          link !== null && (
            <ButtonLink key={words} {...link} variant="secondary" icon="external">
              {t(words)}
            </ButtonLink>
          ),
      )}
    </ButtonRow>
  )
}

function GetIt({ target: { name, wallet } }: { target: WalletTarget }) {
  const push = useSetAtom(pushAtom)
  if (wallet === null) return null
  return (
    <Text size="small" tone="secondary" align="center">
      {rich((filled) => t('none', filled), { name: <bdi>{name}</bdi> })}{' '}
      <Link onClick={() => push({ view: 'GetAWallet' })}>{connectingT('get', { name })}</Link>
    </Text>
  )
}
