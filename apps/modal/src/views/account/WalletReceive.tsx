import { t as accountT } from '@latchkey/copy/account'
import { t as namespacesT } from '@latchkey/copy/namespaces'
import { t } from '@latchkey/copy/receive'
import { Address, Button, NetworkIcon, Notice, Tabs } from '@latchkey/ui'
import { QrCode } from '@latchkey/ui/qr'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { accountStyles } from '../../parts/accountStyles.ts'
import { Styled } from '../../parts/Styled.tsx'
import { accountAtom } from '../../state/accounts.ts'
import { connectionsAtom } from '../../state/connections.ts'
import { copyAddressAtom, isCopiedAtom } from '../../state/copying.ts'
import { activeNamespaceAtom, activeNetworkAtom, activeNetworkIdAtom } from '../../state/networks.ts'

type Kind = 'payment' | 'ordinal'

/** The account's address for payments: as a QR code, in full, and to copy; with a note on the tokens that it accepts. */
export function WalletReceive() {
  const account = useAtomValue(accountAtom)
  const namespace = useAtomValue(activeNamespaceAtom)
  const session = useAtomValue(connectionsAtom).find((held) => held.session.namespace === namespace)?.session
  const kinds = (session?.accounts ?? []).flatMap(({ type, address }) => (type === undefined ? [] : { type, address }))
  const [chosen, setChosen] = useState<Kind | null>(null)
  if (account === null) return null
  const front = kinds.find(({ address }) => address === account.address)?.type
  const kind = chosen ?? front ?? 'payment'
  const types = [...new Set(kinds.map(({ type }) => type))]
  const ofKind = kinds.find(({ type, address }) => type === kind && address === account.address)
  const address = (ofKind ?? kinds.find(({ type }) => type === kind))?.address ?? account.address
  return (
    <Styled styles={accountStyles}>
      <div part="receive">
        {types.length > 1 ? (
          <Tabs
            label={t('kind')}
            tabs={types.map((type) => ({ id: type, label: namespacesT(`addressType.${type}`) }))}
            selected={kind}
            onSelect={setChosen}
          >
            <Code address={address} />
          </Tabs>
        ) : (
          <Code address={address} />
        )}
        <CopyButton address={address} />
        <Warning />
      </div>
    </Styled>
  )
}

function Code({ address }: { address: string }) {
  const id = useAtomValue(activeNetworkIdAtom)
  const name = useAtomValue(activeNetworkAtom)?.name ?? id
  return (
    <div part="receive-code">
      <QrCode
        text={address}
        label={t('code', { network: name })}
        logo={<NetworkIcon name={name} id={id} size={44} />}
      />
      <Address address={address} form="full" />
    </div>
  )
}

function CopyButton({ address }: { address: string }) {
  const isCopied = useAtomValue(isCopiedAtom)
  const copy = useSetAtom(copyAddressAtom)
  return (
    <Button variant="secondary" icon={isCopied ? 'check' : 'copy'} onClick={() => void copy(address)}>
      {accountT(isCopied ? 'copied' : 'copy')}
    </Button>
  )
}

function Warning() {
  const id = useAtomValue(activeNetworkIdAtom)
  const network = useAtomValue(activeNetworkAtom)?.name ?? id
  const isEvm = useAtomValue(activeNamespaceAtom) === 'eip155'
  return <Notice variant="warning">{t(isEvm ? 'onlyEvm' : 'only', { network })}</Notice>
}
