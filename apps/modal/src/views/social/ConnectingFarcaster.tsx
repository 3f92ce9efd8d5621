import { t as commonT } from '@latchkey/copy/common'
import { t as connectingT } from '@latchkey/copy/connecting'
import { t as pairingT } from '@latchkey/copy/pairing'
import { t } from '@latchkey/copy/social'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { ButtonLink, Details, Link, Stack, Text } from '@latchkey/ui'
import { ProviderIcon } from '@latchkey/ui/provider'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { servicesAtom } from '../../services.ts'
import { socialLoginAtom } from '../../state/social/socialLogin.ts'
import { stepTitle } from '../../state/social/stepWords.ts'
import { ConnectingLayout } from '../connecting/ConnectingLayout.tsx'
import { useOtherMethodAtom } from '../connecting/otherMethod.ts'
import { ScanCode } from '../connecting/ScanCode.tsx'
import { ProviderPicture } from './ProviderPicture.tsx'
import { SocialFailed } from './SocialFailed.tsx'
import { SocialStyled } from './SocialStyled.tsx'

const name = loginProviders.farcaster.name

/** The user approves the sign-in in Farcaster's app: on this phone by a link, on another one by a code. */
export function ConnectingFarcaster() {
  const login = useAtomValue(socialLoginAtom)
  const { isMobile } = useAtomValue(servicesAtom)
  if (login.status === 'idle') return null
  const address = login.status === 'scanning' ? login.address : null
  return (
    <SocialStyled>
      {login.status === 'failed' ? (
        <SocialFailed login={login} />
      ) : login.status === 'opening' ? (
        <ConnectingLayout
          picture={<ProviderPicture provider="farcaster" busy={connectingT('waiting', { name })} />}
          title={stepTitle(login, 'farcaster')}
          text={t('openingHint', { name })}
        />
      ) : isMobile() ? (
        <OnPhone address={address} />
      ) : (
        <Scan address={address} />
      )}
    </SocialStyled>
  )
}

type PlaceProps = { address: string | null }

function OnPhone({ address }: PlaceProps) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <Stack>
      <ConnectingLayout
        picture={<ProviderPicture provider="farcaster" busy={connectingT('waiting', { name })} />}
        title={t('app', { name })}
        text={t('appHint')}
        action={
          address !== null && (
            <ButtonLink href={address} onClick={() => setOpened(true)}>
              {wasOpened ? pairingT('openAgain', { name }) : t('open', { name })}
            </ButtonLink>
          )
        }
      />
      <Details summary={pairingT('showCode')}>
        <Code address={address} />
      </Details>
    </Stack>
  )
}

function Scan({ address }: PlaceProps) {
  const useOther = useSetAtom(useOtherMethodAtom)
  return (
    <Stack>
      <Text tone="secondary" align="center">
        {t('scanHint', { name })}
      </Text>
      <Code address={address} />
      {address !== null && (
        <ButtonLink href={address} variant="secondary" icon="external">
          {t('here', { name })}
        </ButtonLink>
      )}
      <Stack align="center">
        <Link onClick={useOther}>{connectingT('other')}</Link>
      </Stack>
    </Stack>
  )
}

function Code({ address }: PlaceProps) {
  return (
    <ScanCode
      link={address}
      label={t('code', { name })}
      logo={
        <span part="qr-mark">
          <ProviderIcon provider="farcaster" size={44} />
        </span>
      }
      note={address === null ? commonT('loading') : t('scan')}
    />
  )
}
