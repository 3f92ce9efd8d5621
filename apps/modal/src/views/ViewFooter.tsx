import { t } from '@latchkey/copy/connect'
import { t as modalT } from '@latchkey/copy/modal'
import { rich } from '@latchkey/copy/react'
import { LegalFooter, Link } from '@latchkey/ui'
import { useAtomValue } from 'jotai/react'
import type { ViewName } from '../Modal.ts'
import { servicesAtom } from '../services.ts'

/** The views in which users agree to the site's terms: connecting, buying and selling. */
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

/** The small print: the site's terms, or a note about balances under Networks. */
export function ViewFooter({ view }: { view: ViewName }) {
  const { termsUrl, privacyUrl } = useAtomValue(servicesAtom).settings
  if (view === 'Networks') return <LegalFooter>{modalT('networksFooter')}</LegalFooter>
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
