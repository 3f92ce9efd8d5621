import { t } from '@latchkey/copy/connect'
import { t as modalT } from '@latchkey/copy/modal'
import { rich } from '@latchkey/copy/react'
import { LegalFooter, Link } from '@latchkey/ui'
import { useAtomValue } from 'jotai/react'
import type { ViewName } from '../Modal.ts'
import { servicesAtom } from '../services.ts'
import { heldAtom, inUse } from '../state/held.ts'
import { activeNamespaceAtom, namespacesAtom } from '../state/networks.ts'

/** Where users agree to the site's terms: they connect, buy or sell. */
const legalViews: readonly ViewName[] = [
  'Connect',
  'ConnectWallets',
  'AllWallets',
  'ConnectingWalletConnectBasic',
  'OnRampProviders',
  'OnRampTokenSelect',
  'OnRampFiatSelect',
  'Sell',
]

/** The small print: the site's terms, or a note about addresses under Networks. */
export function ViewFooter({ view }: { view: ViewName }) {
  const { termsUrl, privacyUrl } = useAtomValue(servicesAtom).settings
  const isOneNamespace = useAtomValue(namespacesAtom).length === 1
  const kind = inUse(useAtomValue(heldAtom), useAtomValue(activeNamespaceAtom))?.session.kinds?.type
  // A smart account is not on every network, and on some has another address.
  if (view === 'Networks')
    return isOneNamespace && kind !== 'smartAccount' ? <LegalFooter>{modalT('sameAddress')}</LegalFooter> : null
  if (!legalViews.includes(view) || (termsUrl ?? privacyUrl) === undefined) return null
  const terms = termsUrl !== undefined && <Link href={termsUrl}>{t('legal.terms')}</Link>
  const privacy = privacyUrl !== undefined && <Link href={privacyUrl}>{t('legal.privacy')}</Link>
  return (
    <LegalFooter>
      {terms && privacy
        ? rich((filled) => t('legal.both', filled), { terms, privacy })
        : rich((filled) => t('legal.one', filled), { document: terms || privacy })}
    </LegalFooter>
  )
}
