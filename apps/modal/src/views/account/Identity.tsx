import { t } from '@latchkey/copy/account'
import { Address, Avatar, IconButton, WalletIcon } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import { shortEmail } from '../../account/shortEmail.ts'
import type { Account } from '../../state/accounts.ts'
import { addressLabelsAtom } from '../../state/addressLabels.ts'
import { copyAddressAtom, isCopiedAtom } from '../../state/copying.ts'
import { identityAtom, loadIdentityAtom } from '../../state/identity.ts'
import { pushAtom } from '../../state/route.ts'
import { lazyView } from '../lazyView.tsx'

const ProviderMark = lazyView(async () => (await import('../social/ProviderMark.tsx')).ProviderMark, '')

/**
 * The account's identity: the address's avatar with the wallet's icon, its label here or its resolved name, and its user; links to the
 * account's settings.
 */
export function Identity({ account: { address, person, connector } }: { account: Account }) {
  const label = useAtomValue(addressLabelsAtom).get(address)
  const { name, avatar } = useAtomValue(identityAtom)
  const load = useSetAtom(loadIdentityAtom)
  const push = useSetAtom(pushAtom)
  const isCopied = useAtomValue(isCopiedAtom)
  const copy = useSetAtom(copyAddressAtom)
  useEffect(() => void load(), [load, address])
  const called = label ?? name
  const short = (
    <Address
      address={address}
      onCopy={() => void copy()}
      copyLabel={t(isCopied ? 'copied' : 'copy')}
      copied={isCopied}
    />
  )
  const whose = <bdi>{person?.email == null ? (person?.userName ?? connector.name) : shortEmail(person.email)}</bdi>
  return (
    <div part="account-head">
      <span part="account-picture">
        <Picture address={address} avatar={avatar} />
        {connector.type !== 'auth' && (
          <span part="account-wallet">
            <WalletIcon name={connector.name} src={connector.icon} size={18} />
          </span>
        )}
      </span>
      <div part="account-who">
        {called === null ? (
          <div part="account-name">{short}</div>
        ) : (
          <h2 part="account-name">
            <bdi>{called}</bdi>
          </h2>
        )}
        <div part="account-of">
          {called === null ? (
            <>
              {person?.provider != null && <ProviderMark />}
              {whose}
            </>
          ) : (
            short
          )}
        </div>
      </div>
      <IconButton icon="settings" label={t('openSettings')} onClick={() => push({ view: 'AccountSettings' })} />
    </div>
  )
}

/** The avatar of the user's own name, from any source; the generated one of the address where there is none, or none that loads. */
function Picture({ address, avatar }: { address: string; avatar: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (avatar === null || avatar === broken) return <Avatar address={address} size={44} />
  const giveUp = () => setBroken(avatar)
  return (
    <img
      part="avatar"
      src={avatar}
      alt=""
      width={44}
      height={44}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={giveUp}
    />
  )
}
