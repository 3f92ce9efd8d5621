import { shortAddress } from '@latchkey/chains'
import { t } from '@latchkey/copy/risks'
import { Address } from '@latchkey/ui'
import type { RiskWords } from '../screen/RiskList.tsx'

type Words = Omit<RiskWords, 'severity'>

/** What is said of a receiver who could be taken for somebody known, whatever the network. */
export const lookalikeWords = ({ address, of }: { address: string; of: string }): Words => ({
  title: t('lookalike.title'),
  text: (
    <div className="wallet-lookalike">
      <p>{t('lookalike.here')}</p>
      <Address address={address} form="full" lookalike={of} />
      <p>{t('lookalike.known')}</p>
      <Address address={of} form="full" lookalike={address} />
    </div>
  ),
})

/** What is said of one whom nobody here has dealt with. */
export const strangerWords = ({ address }: { address: string }): Words => ({
  title: t('stranger.title', { address: shortAddress(address) }),
  text: t('stranger.text'),
})
